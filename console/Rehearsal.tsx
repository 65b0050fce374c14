import { useState } from 'react'
import { messageOf } from '#console/calls.ts'
import { Problem } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import type { Result } from '#contract/client.ts'
import type { Output } from '#contract/endpoint.ts'
import type { policy } from '#contract/staff/policy.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money, moneyWhole } from '#words/format.ts'

type RehearsalResult = Output<typeof policy.rehearse>
const OUTCOMES = ['approve', 'refer', 'deny', 'not-offered'] as const

type RehearsalProps = {
  /** The reason why it cannot be rehearsed now. */
  hindrance?: string | undefined
  run: () => Promise<Result<RehearsalResult>>
}

/** Runs a change over past applications, and shows the decisions that differ. */
export function Rehearsal({ hindrance, run }: RehearsalProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [result, setResult] = useState<RehearsalResult>()
  async function rehearse() {
    setPending(true)
    const answer = await run()
    setPending(false)
    setProblem(answer.ok ? undefined : messageOf(answer))
    setResult(answer.ok ? answer.data : undefined)
  }
  return (
    <section className="column" aria-label={say('rehearsal')}>
      <h3>{say('rehearsal')}</h3>
      <Note>{hindrance ?? say('rehearsal.lead')}</Note>
      <div className="acts">
        <Button
          kind="secondary"
          small
          disabled={hindrance !== undefined}
          pending={isPending}
          onPress={() => void rehearse()}
        >
          {say('rehearsal.run')}
        </Button>
      </div>
      <Problem text={problem} />
      <div aria-live="polite">{result && <Outcome result={result} />}</div>
    </section>
  )
}

function Outcome({ result }: { result: RehearsalResult }) {
  const { applications, before, after, costBefore, costAfter, changed } = result
  if (applications === 0) return <p>{say('rehearsal.none')}</p>
  return (
    <div className="column">
      <p>{say('rehearsal.count', { count: applications })}</p>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{say('rehearsal.outcome')}</th>
            <th scope="col">{say('rehearsal.before')}</th>
            <th scope="col">{say('rehearsal.after')}</th>
          </tr>
        </thead>
        <tbody>
          {OUTCOMES.map(outcome => (
            <tr key={outcome}>
              <th scope="row">{say(`rehearsal.${outcome}`)}</th>
              <td>{before[outcome]}</td>
              <td>{after[outcome]}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{say('rehearsal.cost')}</th>
            <td>{money(costBefore)}</td>
            <td>{money(costAfter)}</td>
          </tr>
        </tbody>
      </table>
      <p>{say('rehearsal.changed', { count: changed.length })}</p>
      <ul className="list">
        {changed.map(each => (
          <li key={each.orderNo}>
            {say('rehearsal.line', {
              orderNo: each.orderNo,
              amount: moneyWhole(each.principal),
              before: say(`rehearsal.${each.before}`),
              after: say(`rehearsal.${each.after}`),
            })}
            {each.reasons.length > 0 &&
              ` (${each.reasons.map(reason => say(`decide.rule.${reason}`)).join(', ')})`}
            {each.costAfter && (
              <Note>
                {say('rehearsal.costs', {
                  before: money(each.costBefore.cost),
                  after: money(each.costAfter.cost),
                })}
              </Note>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
