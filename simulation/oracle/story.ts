import { dayInIndia, dayText } from './calendar.ts'
import { type Deed, dayAt, endOfDay, inOrder, instantOf } from './deeds.ts'
import { sum } from './exact.ts'
import type {
  ExtensionOutcome,
  Facts,
  Happening,
  Payment,
  PenalWaived,
  PlanAnswered,
  Receipt,
  Refund,
} from './facts.ts'
import { NOTHING, needsPerson, type Plan, totalOf } from './loan.ts'
import {
  applyDeed,
  type Exclusions,
  type Inflow,
  type Replay,
  setAsideOf,
  startReplay,
} from './replay.ts'

/** The fee of an extension must be paid within 24 hours (specification §4). */
const PAY_MS = 24 * 3_600_000

/** The outcome of a loan. `loan` is at the day of the last deed. */
export type Story = {
  readonly loan: Replay['loan']
  readonly receipts: readonly Receipt[]
  readonly refunds: readonly Refund[]
  readonly extensions: readonly ExtensionOutcome[]
  /** Set aside for the extension that is awaited, if one is. */
  readonly setAside: number
  readonly inflows: readonly Inflow[]
  readonly isSettled: boolean
  readonly settledOn: number | undefined
  readonly isPlanMoot: boolean
  readonly isReversed: boolean
}

/** The lender's knowledge of a loan, and its acts. */
type LoanRecord = {
  readonly facts: Facts
  /** In the order in which they became known. */
  readonly deeds: Deed[]
  readonly refunds: Refund[]
  readonly abandoned: Set<number>
  /** Extensions that are recorded to have ended, and not paid since. */
  readonly lapsed: Set<number>
  replay: Replay
  /** The loan was once repaid; nothing reopens it. */
  isSettled: boolean
  isReversed: boolean
}

/**
 * Replays a loan. A deed that becomes known late is put where it was done, and all deeds are replayed;
 * only money that was sent back by then stays sent back (decision 6).
 */
export function storyOf(facts: Facts): Story {
  const record: LoanRecord = {
    facts,
    deeds: [],
    refunds: [],
    abandoned: new Set(),
    lapsed: new Set(),
    replay: startReplay(facts.terms, facts.arrivedOn, NOTHING_EXCLUDED),
    isSettled: false,
    isReversed: false,
  }
  for (const happening of facts.happenings) addHappening(record, happening)
  return storyBy(record)
}

const UNUSED = { parts: NOTHING, setAside: 0, returned: 0 }
const NOTHING_EXCLUDED: Exclusions = { givenUp: new Set(), gone: new Map() }

function storyBy({ replay, refunds, isReversed, isSettled }: LoanRecord): Story {
  const { loan, uses, extensions, awaiting, inflows, settledOn, isPlanMoot } = replay
  const receipts = uses.map(({ id, day, amount, parts, setAside, excess }) =>
    isReversed
      ? { id, day, parts: NOTHING, setAside: 0, excess: amount }
      : { id, day, parts, setAside, excess },
  )
  const open = awaiting && { ...awaiting.outcome, ...(isReversed && { state: 'ended' as const }) }
  return {
    loan,
    refunds,
    inflows,
    settledOn,
    isPlanMoot,
    isReversed,
    isSettled,
    receipts,
    extensions: [...extensions, ...(open ? [open] : [])],
    setAside: awaiting ? setAsideOf(awaiting) : 0,
  }
}

function addHappening(record: LoanRecord, happening: Happening): void {
  const { abandoned, lapsed, isReversed, refunds } = record
  const added = deedsOf(record, happening)
  if (happening.kind === 'payout-reversed') record.isReversed = true
  if (happening.kind === 'extension-ended')
    (happening.how === 'abandoned' ? abandoned : lapsed).add(happening.number)
  // After a reversal nothing is owed and no extension continues: a payment goes back whole.
  if (isReversed && happening.kind === 'payment') {
    const { id, amount } = happening
    refunds.push({ id, amount, cause: 'excess' })
    const day = dayText(dayAt(instantOf(happening)))
    record.replay.uses.push({ ...UNUSED, id, amount, day, excess: amount })
    return
  }
  const isNext = added.every(deed => record.deeds.every(({ at }) => at < deed.at))
  record.deeds.push(...added)
  const isOutOfOrder = added.some(({ kind }) => kind === 'not-paid') || !isNext
  if (isOutOfOrder) replayAgain(record)
  else for (const deed of added) applyDeed(record.replay, deed)
  sendBack(record)
  for (const { number, state } of record.replay.extensions)
    if (state === 'paid') lapsed.delete(number)
  record.isSettled ||= record.replay.settledOn !== undefined
}

/** The deeds that a happening reports. Refuses those that were impossible then. */
function deedsOf(record: LoanRecord, happening: Happening): Deed[] {
  const { replay } = record
  const { kind } = happening
  const at = Date.parse(happening.at)
  const now = replay.loan.on(dayAt(at))
  if (kind === 'payment') return paymentDeeds(record, happening)
  if (kind === 'extension-requested') {
    const { number } = happening
    const offer = now.offer()
    if (typeof offer === 'string')
      throw new Error(`extension ${number} was requested on a day without one: ${offer}`)
    return [{ kind: 'requested', at, number, offer, on: now.today }]
  }
  if (kind === 'extension-ended') {
    const { number, how } = happening
    return [how === 'lapsed' ? lapse(record, number) : { kind: 'not-paid', at, number, how }]
  }
  if (kind === 'plan-requested') {
    const { moveDays } = happening
    // A plan is requested as it is offered, and not while an extension is awaited (decision 45).
    if (replay.awaiting || !now.planDays().includes(moveDays))
      throw new Error(`a plan of ${moveDays} days was requested on a day without it`)
    return [{ kind: 'plan-requested', at, moveDays }]
  }
  if (kind === 'plan-answered') return [answerOf(record, happening)]
  if (kind === 'penal-waived') return [waiverOf(record, happening)]
  return []
}

/** An unpaid extension lapsed when its 24 hours were over, before a payment at that instant. */
function lapse({ deeds }: LoanRecord, number: number): Deed {
  const request = deeds.find(deed => deed.kind === 'requested' && deed.number === number)
  const at = (request?.at ?? 0) + PAY_MS - 0.5
  return { kind: 'not-paid', how: 'lapsed', at, number }
}

/** A fee paid after the 24 hours shows that the request has lapsed (decision 15). */
function paymentDeeds(record: LoanRecord, payment: Payment): Deed[] {
  const { purpose } = payment.page
  const number = typeof purpose === 'object' && 'extension' in purpose ? purpose.extension : 0
  const paid = { kind: 'paid', payment, at: instantOf(payment) } as const
  if (!record.deeds.some(deed => deed.kind === 'requested' && deed.number === number)) return [paid]
  const lapsed = lapse(record, number)
  if (paid.at < lapsed.at) return [paid]
  // Without a time it counts as paid in time while the request is open.
  const isOpen = record.replay.awaiting?.outcome.number === number
  if (isOpen && payment.paidAt === undefined) return [{ ...paid, at: lapsed.at - 0.5 }]
  return [lapsed, paid]
}

/** The rules grant what they may, a person the rest, and silence what nobody answered in time. */
function answerOf(record: LoanRecord, { by, how, at }: PlanAnswered): Deed {
  const { loan } = record.replay
  const { plan } = loan
  const day = dayInIndia(at)
  if (!plan) throw new Error('a plan was answered that was not requested')
  const then = loan.on(day)
  if (by === 'calendar') {
    if (then.plan?.state !== 'granted' || then.plan.since === undefined)
      throw new Error('a plan was granted by silence while there was time to answer')
    return { kind: 'plan-granted', at: Math.min(Date.parse(at), endOfDay(then.plan.since)) }
  }
  if (isForPerson(record, plan) !== (by === 'desk')) throw new Error(`a plan was answered by ${by}`)
  if (then.plan?.state !== 'awaiting') throw new Error('a plan was answered after its time')
  return { kind: how === 'refused' ? 'plan-refused' : 'plan-granted', at: Date.parse(at) }
}

function isForPerson({ replay, facts }: LoanRecord, plan: Plan): boolean {
  const paid = replay.extensions.filter(({ state }) => state === 'paid').length
  const then = replay.loan.on(plan.requestedOn)
  return needsPerson(then, plan.moveDays, {
    extensions: paid,
    earlierPlans: facts.earlierPlans ?? 0,
  })
}

/** At most what an overdue loan owes of penal charges, and none while an extension is awaited (decision 67). */
function waiverOf({ replay }: LoanRecord, { amount, at }: PenalWaived): Deed {
  if (replay.awaiting) throw new Error('penal charges were waived while an extension was awaited')
  const now = replay.loan.on(dayInIndia(at))
  if (now.overdueDays() === 0) throw new Error('penal charges of a loan in time were waived')
  const { penal } = now.owed()
  if (amount <= 0 || amount > penal)
    throw new Error(`${amount} paise were waived, and ${penal} were owed`)
  return { kind: 'waived', at: Date.parse(at), amount }
}

/** Replays all known deeds from the beginning, without the amounts that are gone. */
function replayAgain(record: LoanRecord, gone: ReadonlyMap<string, number> = new Map()): void {
  const { deeds, abandoned, lapsed, isSettled } = record
  // An extension that its borrower gave up stays so, and a repaid loan is not reopened.
  const exclusions = { givenUp: new Set([...abandoned, ...(isSettled ? lapsed : [])]), gone }
  const ordered = inOrder(deeds)
  let places = new Map<Deed, string>()
  record.replay = replayPlaced(record, ordered, { exclusions, places })
  for (const waiver of ordered) {
    if (waiver.kind !== 'waived') continue
    const here = record.replay.waived.get(waiver)
    let most = here?.gaveUp ?? 0
    // A waiver of two persons is placed where most of it was owed, the latest place first, if that lowers
    // the penal charges that the borrower bears.
    for (const payer of most < waiver.amount ? (here?.payers ?? []) : []) {
      const placed = new Map([...places, [waiver, payer]])
      const other = replayPlaced(record, ordered, { exclusions, places: placed })
      const gaveUp = other.waived.get(waiver)?.gaveUp ?? 0
      if (gaveUp <= most || penalOf(other) >= penalOf(record.replay)) continue
      ;[most, places, record.replay] = [gaveUp, placed, other]
    }
  }
}

/** The penal charges that were paid, or are owed at the end of the replay. */
function penalOf({ loan }: Replay): number {
  return loan.paid().penal + loan.owed().penal
}

/** Replays deeds in order, each placed waiver before its payment. */
function replayPlaced(
  { facts }: LoanRecord,
  ordered: readonly Deed[],
  {
    exclusions,
    places,
  }: { readonly exclusions: Exclusions; readonly places: ReadonlyMap<Deed, string> },
): Replay {
  const replay = startReplay(facts.terms, facts.arrivedOn, exclusions)
  for (const deed of ordered) {
    if (places.has(deed)) continue
    const day = Math.max(dayAt(deed.at), replay.loan.today)
    for (const [waiver, payer] of places)
      if (deed.kind === 'paid' && deed.payment.id === payer) applyDeed(replay, waiver, day)
    applyDeed(replay, deed, day)
  }
  return replay
}

/** Sends back the excess that was not sent back before. */
function sendBack(record: LoanRecord): void {
  const { refunds, deeds, isReversed } = record
  const back = (id?: string) =>
    sum(refunds.filter(refund => id === undefined || refund.id === id).map(({ amount }) => amount))
  lookForMissing(record, back())
  const payments = deeds.flatMap(deed => (deed.kind === 'paid' ? [deed.payment] : []))
  const due = payments.map(({ id, amount }) => {
    const use = record.replay.uses.find(one => one.id === id)
    const { excess = 0, returned = 0 } = use ?? {}
    const causes = isReversed
      ? ([['payout-reversed', amount]] as const)
      : ([
          ['extension-ended', returned],
          ['excess', excess],
        ] as const)
    return { id, causes, inAll: sum(causes.map(([, amount]) => amount)) }
  })
  // Too much of one payment may have gone back before, so the missing amount is counted over all.
  let rest = sum(due.map(({ inAll }) => inAll)) - back()
  for (const { id, causes, inAll } of due) {
    let ofIt = Math.min(rest, inAll - back(id))
    for (const [cause, amount] of causes) {
      const before = refunds.filter(refund => refund.id === id && refund.cause === cause)
      const more = Math.min(ofIt, amount - sum(before.map(one => one.amount)))
      if (more <= 0) continue
      refunds.push({ id, amount: more, cause })
      ofIt -= more
      rest -= more
    }
  }
}

/** Excludes money that went back and is needed after all, from the last payments on the loan first. */
function lookForMissing(record: LoanRecord, sentBack: number): void {
  if (record.isReversed) return
  const gone = new Map<string, number>()
  for (;;) {
    const { uses } = record.replay
    let missing = sentBack - sum(uses.map(({ excess, returned }) => excess + returned))
    if (missing <= 0) return
    const latest = uses.toReversed()
    const paysLoan = (use: (typeof uses)[number]) => totalOf(use.parts) > 0
    const lastFirst = [...latest.filter(paysLoan), ...latest.filter(use => !paysLoan(use))]
    for (const { id, amount, excess, returned } of lastFirst) {
      const less = Math.min(missing, amount - excess - returned)
      if (less > 0) gone.set(id, excess + returned + less)
      missing -= Math.max(0, less)
    }
    replayAgain(record, gone)
  }
}
