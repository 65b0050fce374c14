import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'

/** Shown if nothing is reserved; links to the orders, where a loan can be reserved. */
export function NoReservation() {
  return (
    <Empty
      art="audit"
      action={
        <ButtonLink kind="secondary" to={paths.orders()}>
          {t('schedule.none.action')}
        </ButtonLink>
      }
    >
      {t('schedule.none')}
    </Empty>
  )
}
