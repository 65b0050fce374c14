import { ownLimits } from '#contract/own-limits.ts'
import { withCeiling } from '#domain/lending/own-limits.ts'
import { useAction } from '#web/api/useAction.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { moneyWhole } from '#words/format.ts'
import { LimitForm, type LimitState } from './LimitForm.tsx'

/** Sets the largest amount of one new loan. */
export function CeilingForm({ state }: { state: LimitState }) {
  const { run, isPending } = useAction(ownLimits.setCeiling)
  const { today } = state
  const ceiling = state.ceiling.value
  const ceilingOf = (choice: string) =>
    state.amounts.find(amount => String(amount) === choice) ?? (choice === NONE ? null : ceiling)
  // Perhaps no product offers the amount of an earlier ceiling any more.
  const amounts = [...new Set([...state.amounts, ...(ceiling === null ? [] : [ceiling])])]
  return (
    <LimitForm
      title={t('account.limits.ceiling')}
      now={
        ceiling === null
          ? t('account.limits.ceiling.none')
          : t('account.limits.ceiling.now', { amount: moneyWhole(ceiling) })
      }
      later={laterOf(state)}
      label={t('account.limits.ceiling.choose')}
      value={ceiling === null ? NONE : String(ceiling)}
      options={[
        ...amounts
          .toSorted((a, b) => a - b)
          .map(amount => ({ value: String(amount), label: moneyWhole(amount) })),
        { value: NONE, label: t('account.limits.ceiling.choice.none') },
      ]}
      waits={choice => {
        const { later } = withCeiling(state, ceilingOf(choice), today).ceiling
        return later ? t('account.limits.ceiling.waits', { date: day(later.from) }) : undefined
      }}
      keep={
        ceiling === null || state.ceiling.later === null
          ? undefined
          : t('account.limits.ceiling.keep', { amount: moneyWhole(ceiling) })
      }
      saveText={t('account.limits.ceiling.save')}
      pending={isPending}
      save={choice => run({ ceiling: ceilingOf(choice) })}
    />
  )
}

const NONE = 'none'

function laterOf({ ceiling: { later } }: LimitState): string | undefined {
  if (later === null) return undefined
  const date = day(later.from)
  return later.value === null
    ? t('account.limits.ceiling.later.none', { date })
    : t('account.limits.ceiling.later', { date, amount: moneyWhole(later.value) })
}
