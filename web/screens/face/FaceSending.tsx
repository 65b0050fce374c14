import type { Sent } from '#web/api/upload.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'
import { Meter } from '#web/ui/Upload.tsx'
import styles from './Face.module.css'
import { fileSize } from './face-words.ts'

export function Sending({ sent, onCancel }: { sent: Sent; onCancel: () => void }) {
  const values = { sent: fileSize(sent.sentBytes), total: fileSize(sent.totalBytes) }
  return (
    <div className={styles.sending}>
      <Meter
        value={sent.totalBytes === 0 ? 0 : sent.sentBytes / sent.totalBytes}
        label={t('verify.face.sending')}
      />
      <Note>{t('verify.face.sent', values)}</Note>
      <Button kind="quiet" small onPress={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}
