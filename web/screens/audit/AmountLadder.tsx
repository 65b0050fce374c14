import { amountLadder } from '#domain/lending/tier.ts'
import { t } from '#web/locales/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Note } from '#web/ui/Type.tsx'
import { moneyWhole } from '#words/format.ts'
import styles from './AmountLadder.module.css'

/** The loan-calculation table of the audit page (specification §9). */
export function AmountLadder() {
  return (
    <Card>
      <h3>{t('orders.audit.ladder')}</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('orders.audit.ladder.loans')}</th>
            <th scope="col">{t('orders.audit.ladder.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {amountLadder.map(({ loansRepaid, least, most }) => (
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
      <Note>{t('orders.audit.ladder.note')}</Note>
    </Card>
  )
}
