import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { Hint, Note, TextLink } from '#web/ui/Type.tsx'
import { ProblemBanner } from '#web/verify/ProblemBanner.tsx'
import styles from './CodeSheet.module.css'
import { type CodeCamera, useCodeCamera } from './useCodeCamera.ts'
import { useCodeReading } from './useCodeReading.ts'

const cameraProblems = {
  denied: 'verify.code.camera.denied',
  missing: 'verify.code.camera.missing',
  busy: 'verify.code.camera.busy',
} as const

/** Scans the signed QR code on the card, with the camera or from a photo. */
export function CodeSheet({
  onVerified,
  onClose,
}: {
  onVerified: () => void
  onClose: () => void
}) {
  const reading = useCodeReading(onVerified)
  const camera = useCodeCamera(reading.lookAtFrame)
  return (
    <Sheet title={t('verify.code.title')} padded onClose={onClose}>
      <Stack gap="loose">
        {reading.problem !== undefined && (
          <ProblemBanner answerTo={reading.problem}>
            <p>{reading.problem}</p>
            {camera.state === 'on' && <TextLink onPress={reading.again}>{t('ui.retry')}</TextLink>}
          </ProblemBanner>
        )}
        <CodeFrame camera={camera} />
        <div role="status">
          <Note center tone="ink">
            {statusText(camera.state, reading)}
          </Note>
        </div>
        <FileButton
          label={t('verify.code.photo')}
          kind="secondary"
          icon="camera"
          wide
          onPick={photo => void reading.lookAtPhoto(photo)}
        />
        <Hint icon="lock">{t('verify.code.privacy')}</Hint>
      </Stack>
    </Sheet>
  )
}

function statusText(
  camera: CodeCamera['state'],
  { isBusy, isChecking }: { isBusy: boolean; isChecking: boolean },
): string {
  if (isChecking) return t('verify.code.checking')
  if (isBusy) return t('verify.code.looking')
  if (camera === 'opening') return t('ui.loading')
  return camera === 'on' ? t('verify.code.hold') : t(cameraProblems[camera])
}

/** The frame shows the camera's centre as a square; the whole picture is scanned. */
function CodeFrame({ camera }: { camera: CodeCamera }) {
  const isOff = camera.state !== 'on' && camera.state !== 'opening'
  return (
    <div className={classes(styles.frame, isOff && styles.off)}>
      {camera.state !== 'on' && <Icon name="scan" />}
      {!isOff && (
        <video
          ref={camera.video}
          className={styles.video}
          aria-label={t('verify.code.camera')}
          autoPlay
          playsInline
          muted
        />
      )}
      {camera.state === 'on' && (
        <svg className={styles.guide} viewBox="0 0 100 100" aria-hidden="true">
          <path d="M12 28V12h16M72 12h16v16M88 72v16H72M28 88H12V72" />
        </svg>
      )}
    </div>
  )
}
