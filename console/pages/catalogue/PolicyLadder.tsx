import { say } from '#console/words.ts'
import { scaledFigure } from '#domain/lending/draft-figures.ts'
import type { Ladder } from '#domain/lending/tier.ts'
import type { Paise } from '#domain/money.ts'
import { typedRupees } from '#domain/typed-rupees.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { moneyWhole } from '#words/format.ts'

const NUMBERS = ['loans', 'least', 'most'] as const

/** A rung of the amounts as it is typed, amounts in rupees. */
type TypedRung = Readonly<Record<(typeof NUMBERS)[number], string>>
type TypedLadder = readonly [TypedRung, TypedRung, TypedRung]

/** The rungs of a policy, as a person would type them. */
export function typedLadder(ladder: Ladder): TypedLadder {
  return eachOf(ladder, ({ loansRepaid, least, most }) => ({
    loans: String(loansRepaid),
    least: String(least / 100),
    most: String(most / 100),
  }))
}

/** The typed rungs; an unreadable number is NaN, which no policy allows. */
export function ladderOfTyped(typed: TypedLadder): Ladder {
  return eachOf(typed, ({ loans, least, most }) => ({
    loansRepaid: scaledFigure(loans.trim(), 0, 999) ?? Number.NaN,
    least: amountOf(least),
    most: amountOf(most),
  }))
}

export function ladderText(ladder: Ladder): string {
  return ladder
    .map(({ loansRepaid: loans, least, most }) =>
      say('policy.ladder.rung', { loans, least: moneyWhole(least), most: moneyWhole(most) }),
    )
    .join(' · ')
}

/** The rungs of the amounts, each with its three numbers. */
export function LadderFields(props: {
  typed: TypedLadder
  onChange: (typed: TypedLadder) => void
}) {
  const { typed, onChange } = props
  const names = [say('policy.rung.first'), say('policy.rung.silver'), say('policy.rung.gold')]
  return typed.map((rung, at) => (
    <fieldset key={names[at]}>
      <legend>{names[at]}</legend>
      <div className="fields step">
        {NUMBERS.map(name => {
          const field = {
            label: say(`policy.rung.${name}`),
            value: rung[name],
            onChange: (value: string) =>
              onChange(eachOf(typed, each => (each === rung ? { ...rung, [name]: value } : each))),
          }
          return name === 'loans' ? (
            <TextField key={name} {...field} inputMode="numeric" maxLength={3} />
          ) : (
            <AmountField key={name} {...field} />
          )
        })}
      </div>
    </fieldset>
  ))
}

function amountOf(typed: string): Paise {
  return typedRupees(typed) ?? (Number.NaN as Paise)
}

function eachOf<From, To>(
  [first, silver, gold]: readonly [From, From, From],
  to: (each: From) => To,
): readonly [To, To, To] {
  return [to(first), to(silver), to(gold)]
}
