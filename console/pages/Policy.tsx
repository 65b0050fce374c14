import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '#console/call.ts'
import { useAct, useRead } from '#console/calls.ts'
import { Propose } from '#console/Propose.tsx'
import { Allowed, Failed } from '#console/parts.tsx'
import { Rehearsal } from '#console/Rehearsal.tsx'
import { whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { policy } from '#contract/staff/policy.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { type Day, startOfIndiaDay } from '#domain/day.ts'
import { areSound, type DecisionFigures } from '#domain/lending/decision.ts'
import { TextField } from '#web/ui/TextField.tsx'

type State = Output<typeof policy.list>
const NAMES = [
  'affordablePercent',
  'outOfReachPercent',
  'lateDaysToLookAt',
  'lateDaysToDeny',
] as const satisfies readonly (keyof DecisionFigures)[]

/** The figures of the decision rules, today and before, with a rehearsal of others. */
export function Policy() {
  const state = useRead(policy.list, {})
  const { data } = state
  return (
    <>
      <h1>{say('nav.policy')}</h1>
      <Allowed by="policy:read">
        {state.error && !data && (
          <Failed error={state.error} onRetry={() => void state.refetch()} />
        )}
        {data && <Content state={data} />}
      </Allowed>
    </>
  )
}

function Content({ state }: { state: State }) {
  const { figures, versions, isProposed } = state
  const line = (of: DecisionFigures) => NAMES.map(name => of[name]).join(' · ')
  return (
    <>
      <p>{say('policy.lead')}</p>
      {isProposed && <p>{say('policy.proposed')}</p>}
      <h2>{say('policy.now')}</h2>
      <dl className="values">
        {NAMES.map(name => (
          <div key={name}>
            <dt>{say(`policy.${name}`)}</dt>
            <dd>{figures[name]}</dd>
          </div>
        ))}
      </dl>
      <h2>{say('policy.change')}</h2>
      <Change state={state} />
      <h2>{say('product.versions')}</h2>
      {versions.length === 0 && <p>{say('policy.versions.none')}</p>}
      <ul className="list">
        {versions.map(each => (
          <li key={each.version}>
            {say('policy.versions.line', {
              version: each.version,
              day: whichDay(startOfIndiaDay(each.fromDay)),
              figures: line(each.figures),
            })}
          </li>
        ))}
      </ul>
    </>
  )
}

function Change({ state: { today, figures, versions } }: { state: State }) {
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const newest = versions[0]?.figures ?? figures
  const [typed, setTyped] = useState<Readonly<Partial<Record<keyof DecisionFigures, string>>>>({})
  const textOf = (name: keyof DecisionFigures) => typed[name] ?? String(newest[name])
  const numberOf = (name: keyof DecisionFigures) =>
    /^\d{1,3}$/.test(textOf(name)) ? Number(textOf(name)) : Number.NaN
  const wanted: DecisionFigures = {
    affordablePercent: numberOf('affordablePercent'),
    outOfReachPercent: numberOf('outOfReachPercent'),
    lateDaysToLookAt: numberOf('lateDaysToLookAt'),
    lateDaysToDeny: numberOf('lateDaysToDeny'),
  }
  const isSame = NAMES.every(name => wanted[name] === newest[name])
  const unsound = areSound(wanted) ? undefined : say('policy.unsound')
  async function submit(fromDay: Day, why: string) {
    if (await act(proposal.changePolicy, { figures: wanted, fromDay, why })) navigate('/proposals')
  }
  return (
    <>
      <div className="fields">
        {NAMES.map(name => (
          <TextField
            key={name}
            label={say(`policy.${name}`)}
            value={textOf(name)}
            onChange={value => setTyped({ ...typed, [name]: value })}
            inputMode="numeric"
            maxLength={3}
          />
        ))}
      </div>
      <Rehearsal
        hindrance={unsound}
        run={() => call(policy.rehearse, { figures: { ...wanted } })}
      />
      <Propose
        by="policy:propose"
        today={today}
        title="policy.propose"
        hindrance={unsound ?? (isSame ? say('policy.same') : undefined)}
        submit={submit}
        isPending={isPending}
        problem={problem}
      />
    </>
  )
}
