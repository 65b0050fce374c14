import { useState } from 'react'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'
import styles from './NextLoan.module.css'
import type { OrderData } from './order-data.ts'
import { ReserveSheet } from './ReserveSheet.tsx'

/**
 * The reservation of the next loan while this one runs, or the offer to reserve it (product §6,
 * "Scheduled order"). Empty if there is neither.
 */
export function NextLoan({ data }: { data: OrderData }) {
  const [isOpen, setOpen] = useState(false)
  const isReserved = data.reservation === 1
  if (!isReserved && data.canReserve !== 1) return null
  return (
    <Section title={t('schedule.next.title')}>
      <div className={styles.next}>
        <Note>{isReserved ? t('schedule.next.reserved') : t('schedule.next.offer')}</Note>
        {isReserved ? (
          <ButtonLink kind="secondary" to={paths.schedule(data.orderId)}>
            {t('schedule.next.see')}
          </ButtonLink>
        ) : (
          <Button kind="secondary" onPress={() => setOpen(true)}>
            {t('schedule.next.reserve')}
          </Button>
        )}
      </div>
      {isOpen && <ReserveSheet data={data} onClose={() => setOpen(false)} />}
    </Section>
  )
}
