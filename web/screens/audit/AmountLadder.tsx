import { home } from '#contract/home.ts'
import type { Ladder } from '#domain/lending/tier.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { moneyWhole } from '#words/format.ts'
import styles from './AmountLadder.module.css'

/** The loan-calculation table of the audit page (specification §9). */
export function AmountLadder() {
  const index = useCall(home.index, {})
  return (
    <Card>
      <h3>{t('orders.audit.ladder')}</h3>
      <Loadable query={index} skeleton={<Bone />} messageOf={messageOfError}>
        {({ ladder }) => <Rungs ladder={ladder} />}
      </Loadable>
      <Note>{t('orders.audit.ladder.note')}</Note>
    </Card>
  )
}

function Rungs({ ladder }: { ladder: Ladder }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('orders.audit.ladder.loans')}</th>
          <th scope="col">{t('orders.audit.ladder.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {ladder.map(({ loansRepaid, least, most }) => (
          <tr key={loansRepaid}>
            <td>{loansRepaid}</td>
            <td>
              {t('orders.audit.ladder.range', {
                least: moneyWhole(least),
                most: moneyWhole(most),
              })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
