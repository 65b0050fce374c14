import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './Face.module.css'
import type { Camera } from './useCamera.ts'

/** The square that shows nothing yet, the camera, or the picture that was taken. */
export function FaceFrame(props: { camera: Camera; picture: Blob | undefined; isSmall: boolean }) {
  const { camera, picture } = props
  return (
    <div className={classes(styles.frame, props.isSmall && styles.small)}>
      <FrameContent camera={camera} picture={picture} />
    </div>
  )
}

function FrameContent({
  camera,
  picture,
}: {
  camera: Camera
  picture: Blob | undefined
}): ReactNode {
  if (picture) return <Picture of={picture} />
  if (camera.state.kind !== 'on')
    return (
      <>
        <Icon name="face" />
        <Guide />
      </>
    )
  return (
    <>
      <video
        ref={camera.video}
        className={styles.video}
        aria-label={t('verify.face.camera')}
        autoPlay
        playsInline
        muted
      />
      <Guide veiled />
    </>
  )
}

function Picture({ of }: { of: Blob }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(of)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [of])
  return address && <img className={styles.picture} src={address} alt={t('verify.face.picture')} />
}

/** Marks where the face belongs. */
function Guide({ veiled = false }: { veiled?: boolean }) {
  return (
    <svg className={styles.guide} viewBox="0 0 100 100" aria-hidden="true">
      {veiled && (
        <path
          className={styles.veil}
          fillRule="evenodd"
          d="M0 0h100v100H0zM50 12a29 38 0 1 0 .01 0z"
        />
      )}
      <ellipse className={styles.oval} cx="50" cy="50" rx="29" ry="38" />
    </svg>
  )
}
