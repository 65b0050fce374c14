import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { call } from '#console/call.ts'
import { useAct, useRead } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Propose } from '#console/Propose.tsx'
import { Allowed, Failed, Values } from '#console/parts.tsx'
import { Rehearsal } from '#console/Rehearsal.tsx'
import { whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { policy } from '#contract/staff/policy.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { type Day, startOfIndiaDay } from '#domain/day.ts'
import { areSound, DEFAULT_FIGURES, type DecisionFigures } from '#domain/lending/decision.ts'
import { scaledFigure } from '#domain/lending/draft-figures.ts'
import { DEFAULT_LIMITS, limitsFault, type PolicyLimits } from '#domain/lending/policy-limits.ts'
import { OFFER_MIN_FROM_TENOR_DAYS, OFFER_WORKING_DAYS_MIN } from '#domain/limits.ts'
import type { Paise } from '#domain/money.ts'
import { chainOf } from '#domain/staff/dated.ts'
import { typedRupees } from '#domain/typed-rupees.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'
import { LadderFields, ladderOfTyped, ladderText, typedLadder } from './PolicyLadder.tsx'
import { LooksFields, looksOfTyped, looksText, typedLooks } from './PolicyLooks.tsx'
import { TiersFields, tiersOfTyped, tiersText, typedTiers } from './PolicyTiers.tsx'

type State = Output<typeof policy.list>
type Version = { readonly figures: DecisionFigures; readonly limits: PolicyLimits }

const FIGURES = [
  'affordablePercent',
  'outOfReachPercent',
  'lateDaysToLookAt',
  'lateDaysToDeny',
] as const satisfies readonly (keyof DecisionFigures)[]
const DAYS = [
  'reapplyWaitDays',
  'offerWorkingDays',
  'newAccountDays',
] as const satisfies readonly (keyof PolicyLimits)[]
type FieldName = (typeof FIGURES)[number] | (typeof DAYS)[number]

const NOTHING_TYPED: Readonly<Partial<Record<FieldName | 'secondPersonFrom', string>>> = {}

const DEFAULTS: Version = { figures: DEFAULT_FIGURES, limits: DEFAULT_LIMITS }
const DAY_HINTS = {
  reapplyWaitDays: say('policy.reapplyWaitDays.hint'),
  offerWorkingDays: say('policy.offerWorkingDays.hint', {
    tenor: OFFER_MIN_FROM_TENOR_DAYS,
    least: OFFER_WORKING_DAYS_MIN,
  }),
  newAccountDays: say('policy.newAccountDays.hint'),
} as const

/** The policy values, today and before, with the open proposal and a rehearsal of other figures. */
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
  const { versions, proposed } = state
  const chain = chainOf(versions)
  return (
    <>
      <p>{say('policy.lead')}</p>
      {proposed && <Pending proposed={proposed} before={onDay(versions, proposed.fromDay)} />}
      <h2>{say('policy.now')}</h2>
      <Values rows={textsOf(state)} />
      <h2>{say('policy.change')}</h2>
      <Change state={state} />
      <h2>{say('product.versions')}</h2>
      {versions.length === 0 && <p>{say('policy.versions.none')}</p>}
      <ul className="list">
        {versions.map((each, at) => (
          <li key={each.version}>
            {say('policy.versions.line', {
              version: each.version,
              day: whichDay(startOfIndiaDay(each.fromDay)),
            })}
            {!chain.includes(each) && <Tag>{say('product.versions.replaced')}</Tag>}
            <Note>{differences(onDay(versions.slice(at + 1), each.fromDay), each).join('; ')}</Note>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The policy of a day, of versions the newest first. */
function onDay(versions: State['versions'], day: Day): Version {
  return versions.find(({ fromDay }) => fromDay <= day) ?? DEFAULTS
}

function Pending({ proposed, before }: { proposed: Version & { fromDay: Day }; before: Version }) {
  const day = whichDay(startOfIndiaDay(proposed.fromDay))
  return (
    <Banner tone="warn" title={say('policy.proposed', { day })}>
      <ul className="list">
        {differences(before, proposed).map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Link href="/proposals">{say('policy.proposed.decide')}</Link>
    </Banner>
  )
}

/** Every value of a policy: its name and its text. */
function textsOf({ figures, limits }: Version): (readonly [string, string])[] {
  return [
    ...FIGURES.map(name => [say(`policy.${name}`), String(figures[name])] as const),
    ...DAYS.map(name => [say(`policy.${name}`), String(limits[name])] as const),
    [say('policy.tiers'), tiersText(limits.tiers)],
    [say('policy.ladder'), ladderText(limits.ladder)],
    [say('policy.secondPersonFrom'), fromText(limits.secondPersonFrom)],
    [say('policy.looksPerDay'), looksText(limits.looksPerDay)],
  ]
}

function fromText(from: Paise | null): string {
  return from === null ? say('policy.secondPersonFrom.none') : money(from)
}

/** The typed amount: null if it is empty, and NaN if it is no amount. */
function typedFrom(typed: string): Paise | null {
  return typed.trim() === '' ? null : (typedRupees(typed) ?? (Number.NaN as Paise))
}

/** A line for each value that differs. */
function differences(before: Version, after: Version): string[] {
  const old = new Map(textsOf(before))
  return textsOf(after)
    .filter(([name, text]) => old.get(name) !== text)
    .map(([name, text]) =>
      say('policy.differs', { name, after: text, before: old.get(name) ?? '' }),
    )
}

function Change({ state: { today, figures, limits } }: { state: State }) {
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const inEffect: Version = { figures, limits }
  const present = { ...figures, ...limits }
  const [typed, setTyped] = useFormDraft('policy', NOTHING_TYPED)
  const [tiers, setTiers] = useState(() => typedTiers(limits.tiers))
  const [ladder, setLadder] = useState(() => typedLadder(limits.ladder))
  const [looks, setLooks] = useState(() => typedLooks(limits.looksPerDay))
  const textOf = (name: FieldName) => typed[name] ?? String(present[name])
  const from = limits.secondPersonFrom
  const typedAmount = typed.secondPersonFrom ?? (from === null ? '' : String(from / 100))
  const numberOf = (name: FieldName) => scaledFigure(textOf(name), 0, 999) ?? Number.NaN
  const change = {
    figures: {
      affordablePercent: numberOf('affordablePercent'),
      outOfReachPercent: numberOf('outOfReachPercent'),
      lateDaysToLookAt: numberOf('lateDaysToLookAt'),
      lateDaysToDeny: numberOf('lateDaysToDeny'),
    },
    limits: {
      reapplyWaitDays: numberOf('reapplyWaitDays'),
      offerWorkingDays: numberOf('offerWorkingDays'),
      newAccountDays: numberOf('newAccountDays'),
      tiers: [...tiersOfTyped(tiers)],
      ladder: ladderOfTyped(ladder),
      secondPersonFrom: typedFrom(typedAmount),
      looksPerDay: looksOfTyped(looks),
    },
  }
  const fault = limitsFault(change.limits)
  const unsoundFigures = areSound(change.figures) ? undefined : say('policy.unsound')
  const unsound = unsoundFigures ?? (fault && say(`policy.unsound.${fault}`))
  const isSame = unsound === undefined && differences(inEffect, change).length === 0
  const field = (name: FieldName, hint?: string) => (
    <TextField
      key={name}
      label={say(`policy.${name}`)}
      hint={hint}
      value={textOf(name)}
      onChange={value => setTyped({ ...typed, [name]: value })}
      inputMode="numeric"
      maxLength={3}
    />
  )
  async function submit(fromDay: Day, why: string) {
    const answer = await act(proposal.changePolicy, { ...change, fromDay, why })
    if (!answer) return false
    setTyped(NOTHING_TYPED)
    navigate('/proposals')
    return true
  }
  return (
    <>
      <h3>{say('policy.figures')}</h3>
      <div className="fields">{FIGURES.map(name => field(name))}</div>
      <Rehearsal
        hindrance={unsoundFigures}
        run={() => call(policy.rehearse, { figures: change.figures })}
      />
      <h3>{say('policy.limits')}</h3>
      <div className="fields">
        {DAYS.map(name => field(name, DAY_HINTS[name]))}
        <AmountField
          label={say('policy.secondPersonFrom')}
          hint={say('policy.secondPersonFrom.hint')}
          value={typedAmount}
          onChange={value => setTyped({ ...typed, secondPersonFrom: value })}
        />
      </div>
      <h3>{say('policy.tiers')}</h3>
      <TiersFields typed={tiers} onChange={setTiers} />
      <h3>{say('policy.ladder')}</h3>
      <Note>{say('policy.ladder.lead')}</Note>
      <LadderFields typed={ladder} onChange={setLadder} />
      <h3>{say('policy.looksPerDay')}</h3>
      <Note>{say('policy.looks.lead')}</Note>
      <LooksFields typed={looks} onChange={setLooks} />
      <Propose
        by="policy:propose"
        today={today}
        title="policy.propose"
        about=""
        hindrance={unsound ?? (isSame ? say('policy.same') : undefined)}
        submit={submit}
        isPending={isPending}
        problem={problem}
      />
    </>
  )
}
