import type { Ladder, Tiers } from '#domain/lending/tier.ts'
import { t } from '#web/locales/i18n.ts'
import { KeyValues } from '#web/ui/Values.tsx'
import { moneyWhole, percent } from '#words/format.ts'

/** The two tables, as answers that name tiers have them. */
export type Tables = { readonly tiers: Tiers; readonly ladder: Ladder }

/**
 * The amounts that repaid loans unlock, and the fee discount for loans repaid on time (specification
 * §9): the same two tables wherever tiers are explained.
 */
export function TierTables({ of: { tiers, ladder } }: { of: Tables }) {
  return (
    <>
      <div>
        <h3>{t('loan.ladder.amounts')}</h3>
        <KeyValues
          rows={ladder.map(rung => ({
            label: t('loan.ladder.repaid', { loans: rung.loansRepaid }),
            value: t('loan.ladder.range', {
              least: moneyWhole(rung.least),
              most: moneyWhole(rung.most),
            }),
          }))}
        />
      </div>
      {tiers.length > 0 && (
        <div>
          <h3>{t('loan.ladder.discounts')}</h3>
          <KeyValues
            rows={tiers.map(rung => ({
              label: t('loan.ladder.on-time', { loans: rung.loansOnTime }),
              value: percent(rung.discount),
            }))}
          />
        </div>
      )}
    </>
  )
}
