import { MODEL_BYTES } from '#web/face/detector.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { fileSize } from '#web/verify/picture-words.ts'
import styles from './Face.module.css'
import type { Blink } from './useBlink.ts'
import type { Camera } from './useCamera.ts'

/**
 * The server's settings: whether a blink is required, and whether a picture may come from a file.
 */
export type FaceRules = { readonly mayUpload: boolean; readonly asksForBlink: boolean }

type FaceControlsProps = FaceRules & {
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
        <Button kind="main" icon="camera" onPress={props.onTryAgain}>
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
        <FileButton
          capture="user"
          label={t('verify.face.upload')}
          kind={!hasPicture && problemOf(camera) ? 'main' : 'quiet'}
          onPick={props.onPick}
        />
      )}
    </div>
  )
}

/**
 * One button for the camera, so that it keeps the focus: open, take, take again. It is the loud one
 * until there is a picture, except while waiting for a blink, when it takes the picture without
 * one, and where there is no camera, when the file is loud.
 */
function CameraButton(props: FaceControlsProps) {
  const { camera, blink, hasPicture, wantsBlink, onOpen, onShoot } = props
  const isOn = camera.state.kind === 'on'
  const take = wantsBlink ? 'verify.face.take-without' : 'verify.face.take'
  const name = hasPicture ? 'ui.take-again' : isOn ? take : 'verify.face.open'
  const waitsForBlink = isOn && wantsBlink && blink.kind !== 'unavailable'
  const kind = hasPicture || waitsForBlink || problemOf(camera) ? 'secondary' : 'main'
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

function problemOf({ state }: Camera) {
  return state.kind === 'off' ? state.problem : undefined
}

export function Advice({ asksForBlink }: Pick<FaceRules, 'asksForBlink'>) {
  return (
    <ul className={styles.advice}>
      <li>{t('verify.face.advice.light')}</li>
      <li>{t('verify.face.advice.straight')}</li>
      <li>{t('verify.face.advice.alone')}</li>
      {asksForBlink && <li>{t('verify.face.advice.blink')}</li>}
    </ul>
  )
}
