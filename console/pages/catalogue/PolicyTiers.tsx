import { say } from '#console/words.ts'
import { scaledFigure } from '#domain/lending/draft-figures.ts'
import { TIERS_MAX } from '#domain/lending/policy-limits.ts'
import type { Tiers } from '#domain/lending/tier.ts'
import type { BasisPoints } from '#domain/money.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { percent } from '#words/format.ts'

/** A step of the discount as it is typed. */
export type TypedTier = { readonly loans: string; readonly discount: string }

/** The steps of a policy, as a person would type them. */
export function typedTiers(tiers: Tiers): readonly TypedTier[] {
  return tiers.map(({ loansOnTime, discount }) => ({
    loans: String(loansOnTime),
    discount: String(discount / 100),
  }))
}

/** The typed steps; an unreadable number is NaN, which no policy allows. */
export function tiersOfTyped(typed: readonly TypedTier[]): Tiers {
  return typed.map(({ loans, discount }) => ({
    loansOnTime: scaledFigure(loans.trim(), 0, 999) ?? Number.NaN,
    discount: (scaledFigure(discount.trim(), 2, 100) ?? Number.NaN) as BasisPoints,
  }))
}

export function tiersText(tiers: Tiers): string {
  if (tiers.length === 0) return say('policy.tiers.none')
  return tiers
    .map(({ loansOnTime: loans, discount }) =>
      say('policy.tiers.step', { loans, discount: percent(discount) }),
    )
    .join(' · ')
}

/** The steps of the discount, each with its two numbers. */
export function TiersFields(props: {
  typed: readonly TypedTier[]
  onChange: (typed: readonly TypedTier[]) => void
}) {
  const { typed, onChange } = props
  const change = (at: number, changes: Partial<TypedTier>) =>
    onChange(typed.map((tier, index) => (index === at ? { ...tier, ...changes } : tier)))
  return (
    <>
      {typed.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its place
        <fieldset key={at}>
          <legend>{say('policy.tier.which', { step: at + 1 })}</legend>
          <div className="fields step">
            <TextField
              label={say('policy.tier.loans')}
              value={tier.loans}
              onChange={loans => change(at, { loans })}
              inputMode="numeric"
              maxLength={3}
            />
            <TextField
              label={say('policy.tier.discount')}
              value={tier.discount}
              onChange={discount => change(at, { discount })}
              inputMode="decimal"
              maxLength={5}
            />
            <div className="acts">
              <Button
                kind="secondary"
                small
                onPress={() => onChange(typed.filter((_, index) => index !== at))}
              >
                {say('policy.tier.remove')}
              </Button>
            </div>
          </div>
        </fieldset>
      ))}
      {typed.length < TIERS_MAX && (
        <div className="acts">
          <Button
            kind="secondary"
            small
            onPress={() => onChange([...typed, { loans: '', discount: '' }])}
          >
            {say('policy.tier.add')}
          </Button>
        </div>
      )}
    </>
  )
}
