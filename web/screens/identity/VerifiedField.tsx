import { t } from '#web/locales/i18n.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { Status } from '#web/ui/Type.tsx'
import styles from './VerifiedField.module.css'

/** A verified value, which can be read but not changed (specification §4). */
export function VerifiedField({ label, value }: { label: string; value: string }) {
  const verified = (
    <span className={styles.verified}>
      <Status tone="good">{t('verify.verified')}</Status>
    </span>
  )
  return (
    <TextField label={label} value={value} onChange={() => undefined} readOnly suffix={verified} />
  )
}
