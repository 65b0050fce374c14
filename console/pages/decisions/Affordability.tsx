import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import type { application } from '#contract/staff/application.ts'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'

type Facts = Output<typeof application.open>['facts']
const WIDTH = 600
const BAR = 28

/**
 * Other obligations and this loan on the length of the income, with the shares at which the rules
 * refer and deny. The sentence below says the same in figures.
 */
export function Affordability({ facts }: { facts: Facts }) {
  const { monthlyIncome, monthlyObligations, monthlyInstalment } = facts
  if (monthlyIncome <= 0) return <p>{say('decide.afford.none')}</p>
  const burden = monthlyObligations + monthlyInstalment
  const whole = Math.max(monthlyIncome, burden)
  const x = (paise: number) => (paise / whole) * WIDTH
  const share = (percent: number) => x((monthlyIncome * percent) / 100)
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${BAR + 44}`} className="afford" aria-hidden="true">
        <rect className="income" x="0" y="16" width={x(monthlyIncome)} height={BAR} />
        <rect className="obligations" x="0" y="16" width={x(monthlyObligations)} height={BAR} />
        <rect
          className="instalment"
          x={x(monthlyObligations)}
          y="16"
          width={x(monthlyInstalment)}
          height={BAR}
        />
        {[facts.affordablePercent, facts.outOfReachPercent].map(percent => (
          <g key={percent}>
            {(['halo', 'mark'] as const).map(part => (
              <line
                key={part}
                className={part}
                x1={share(percent)}
                x2={share(percent)}
                y1="12"
                y2={BAR + 20}
              />
            ))}
            <text x={share(percent)} y={BAR + 38} textAnchor="middle">
              {percent}%
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <p className="legend">
          <span className="key obligations" /> {say('decide.afford.obligations')}{' '}
          <span className="key instalment" /> {say('decide.afford.instalment')}{' '}
          <span className="key income" /> {say('decide.afford.income')}
        </p>
        <Note>
          {say('decide.afford.text', {
            obligations: money(monthlyObligations),
            instalment: money(monthlyInstalment),
            income: money(monthlyIncome),
            percent: Math.round((burden * 100) / monthlyIncome),
            affordable: facts.affordablePercent,
            outOfReach: facts.outOfReachPercent,
          })}
        </Note>
      </figcaption>
    </figure>
  )
}
