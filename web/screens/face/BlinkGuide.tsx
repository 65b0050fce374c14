import { MODEL_BYTES } from '#web/face/detector.ts'
import type { Advice } from '#web/face/watch-for-blink.ts'
import { t } from '#web/locales/i18n.ts'
import { Note } from '#web/ui/Type.tsx'
import { Meter } from '#web/ui/Upload.tsx'
import { fileSize } from '#web/verify/picture-words.ts'
import type { MessageId } from '#words/catalogues.ts'
import styles from './Face.module.css'
import type { Blink } from './useBlink.ts'

const advices: Record<Advice, MessageId> = {
  'no-face': 'verify.face.why.no-face',
  'several-faces': 'verify.face.why.several-faces',
  'too-small': 'verify.face.why.too-small',
  'too-dark': 'verify.face.why.too-dark',
  'too-near': 'verify.face.now.too-near',
  'off-centre': 'verify.face.now.off-centre',
  'hold-still': 'verify.face.now.hold-still',
  blink: 'verify.face.now.blink',
}

/** The text below the camera: how much of the models is loaded, what to do, or what failed. */
export function BlinkGuide({ blink }: { blink: Blink }) {
  if (blink.kind === 'loading') return <Loading share={blink.share} />
  return (
    <p className={styles.guidance} role="status">
      {blink.kind === 'looking' && t(advices[blink.advice])}
      {blink.kind === 'no-blink' && t('verify.face.no-blink')}
      {blink.kind === 'unavailable' && t('verify.face.no-models')}
    </p>
  )
}

function Loading({ share }: { share: number }) {
  const loaded = { sent: fileSize(share * MODEL_BYTES.packed), total: fileSize(MODEL_BYTES.packed) }
  return (
    <div className={styles.loading}>
      <Meter value={share} label={t('verify.face.loading')} />
      <Note center>
        {t('verify.face.loading')} {t('verify.face.sent', loaded)}
      </Note>
    </div>
  )
}
