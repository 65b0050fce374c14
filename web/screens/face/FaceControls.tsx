import { type ChangeEvent, useRef } from 'react'
import { MODEL_BYTES } from '#web/face/look.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'
import styles from './Face.module.css'
import { fileSize } from './face-words.ts'
import type { Blink } from './useBlink.ts'
import type { Camera } from './useCamera.ts'

/**
 * The server's settings: whether a blink is required, and whether a picture may come from a file.
 */
export type AskedFor = { readonly mayUpload: boolean; readonly asksForBlink: boolean }

type FaceControlsProps = AskedFor & {
  readonly wantsBlink: boolean
  readonly hasPicture: boolean
  readonly hasBlinked: boolean
  readonly blink: Blink
  readonly camera: Camera
  readonly onOpen: () => void
  readonly onShoot: () => void
  readonly onTryAgain: () => void
  readonly onWantBlink: () => void
  readonly onPick: (file: File) => void
}

/**
 * The ways to provide a picture: the camera with a blink, the camera without, a file. Nobody has to
 * blink.
 */
export function FaceControls(props: FaceControlsProps) {
  const { asksForBlink, hasPicture, blink, camera } = props
  const isOff = camera.state.kind === 'off'
  const isForPerson = asksForBlink && !props.hasBlinked && (hasPicture || !props.wantsBlink)
  return (
    <div className={styles.controls}>
      {blink.kind === 'no-blink' && (
        <Button icon="camera" onPress={props.onTryAgain}>
          {t('verify.face.try-again')}
        </Button>
      )}
      <CameraButton {...props} />
      {isForPerson && <Note center>{t('verify.face.person-will-look')}</Note>}
      {asksForBlink && !props.wantsBlink && isOff && !hasPicture && (
        <Button kind="quiet" onPress={props.onWantBlink}>
          {t('verify.face.with-blink', { size: fileSize(MODEL_BYTES.packed) })}
        </Button>
      )}
      {props.mayUpload && isOff && (
        <PicturePicker
          label={t('verify.face.upload')}
          kind={
            !hasPicture && camera.state.kind === 'off' && camera.state.problem
              ? 'secondary'
              : 'quiet'
          }
          onPick={props.onPick}
        />
      )}
    </div>
  )
}

/**
 * One button for the camera, so that it keeps the focus: open, take, take again. While waiting for
 * a blink it takes the picture without one.
 */
function CameraButton({ camera, hasPicture, wantsBlink, onOpen, onShoot }: FaceControlsProps) {
  const isOn = camera.state.kind === 'on'
  const take = wantsBlink ? 'verify.face.take-without' : 'verify.face.take'
  const name = hasPicture ? 'ui.take-again' : isOn ? take : 'verify.face.open'
  const kind = isOn && !wantsBlink ? 'primary' : 'secondary'
  return (
    <Button
      kind={kind}
      icon="camera"
      pending={camera.state.kind === 'opening'}
      onPress={isOn ? onShoot : onOpen}
    >
      {t(name)}
    </Button>
  )
}

export function Advice({ asksForBlink }: Pick<AskedFor, 'asksForBlink'>) {
  return (
    <ul className={styles.advice}>
      <li>{t('verify.face.advice.light')}</li>
      <li>{t('verify.face.advice.straight')}</li>
      <li>{t('verify.face.advice.alone')}</li>
      {asksForBlink && <li>{t('verify.face.advice.blink')}</li>}
    </ul>
  )
}

/**
 * A picture from a file, or from the phone's own camera app, for anybody who cannot or does not
 * want to use the camera here.
 */
function PicturePicker(props: {
  label: string
  kind: 'secondary' | 'quiet'
  onPick: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Cleared, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (file) props.onPick(file)
  }
  return (
    <>
      <Button kind={props.kind} onPress={() => input.current?.click()}>
        {props.label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="user"
        hidden
        aria-label={props.label}
        onChange={pick}
      />
    </>
  )
}
