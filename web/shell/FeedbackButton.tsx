import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { FloatButton } from '#web/ui/Frame.tsx'

/** The button that floats on some pages. */
export function FeedbackButton() {
  return <FloatButton icon="feedback" label={t('common.title.feedback')} to={paths.feedback()} />
}
