import { useState } from 'react'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'
import styles from './NextLoan.module.css'
import type { OrderData } from './order-data.ts'
import { ReserveSheet } from './ReserveSheet.tsx'

/** The next loan, while this one runs: reserved, or to be reserved (product §6, "Scheduled order"). Nothing where neither is so. */
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
