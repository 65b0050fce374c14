import { dayInIndia, dayText } from './calendar.ts'
import { type Deed, dayAt, endOfDay, inOrder, madeAt } from './deeds.ts'
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
import { type Given, type Kept, setAsideOf, startOf, type Told, tell } from './telling.ts'

/** The fee of an extension must be paid within 24 hours (specification §4). */
const PAY_MS = 24 * 3_600_000

/** What became of a loan. `loan` stands on the day of the last deed. */
export type Story = {
  readonly loan: Told['loan']
  readonly receipts: readonly Receipt[]
  readonly refunds: readonly Refund[]
  readonly extensions: readonly ExtensionOutcome[]
  /** Set aside for the extension that is awaited, if one is. */
  readonly setAside: number
  readonly kept: readonly Kept[]
  readonly isSettled: boolean
  readonly settledOn: number | undefined
  readonly isPlanMoot: boolean
  readonly isReversed: boolean
}

/** What the lender knows of a loan, and has done by it. */
type Learning = {
  readonly facts: Facts
  /** In the order in which it was learned. */
  readonly known: Deed[]
  readonly refunds: Refund[]
  readonly abandoned: Set<number>
  /** Extensions that are recorded to have ended, and not paid since. */
  readonly lapsed: Set<number>
  told: Told
  /** It was told to be repaid, which nothing takes back. */
  isSettled: boolean
  isReversed: boolean
}

/**
 * Tells what became of a loan. Whatever is learned is put where it was done, and the whole is told
 * again; only what was sent back by then stays sent back (decision 6).
 */
export function storyOf(facts: Facts): Story {
  const learning: Learning = {
    facts,
    known: [],
    refunds: [],
    abandoned: new Set(),
    lapsed: new Set(),
    told: startOf(facts.terms, facts.arrivedOn, NOTHING_GIVEN),
    isSettled: false,
    isReversed: false,
  }
  for (const happening of facts.happenings) learn(learning, happening)
  return storyBy(learning)
}

const UNUSED = { parts: NOTHING, setAside: 0, returned: 0 }
const NOTHING_GIVEN: Given = { givenUp: new Set(), gone: new Map() }

function storyBy({ told, refunds, isReversed, isSettled }: Learning): Story {
  const { loan, uses, extensions, awaiting, kept, settledOn, isPlanMoot } = told
  const receipts = uses.map(({ id, day, amount, parts, setAside, excess }) =>
    isReversed
      ? { id, day, parts: NOTHING, setAside: 0, excess: amount }
      : { id, day, parts, setAside, excess },
  )
  const open = awaiting && { ...awaiting.outcome, ...(isReversed && { state: 'ended' as const }) }
  return {
    loan,
    refunds,
    kept,
    settledOn,
    isPlanMoot,
    isReversed,
    isSettled,
    receipts,
    extensions: [...extensions, ...(open ? [open] : [])],
    setAside: awaiting ? setAsideOf(awaiting) : 0,
  }
}

function learn(learning: Learning, happening: Happening): void {
  const { abandoned, lapsed, isReversed, refunds } = learning
  const deeds = deedsOf(learning, happening)
  if (happening.kind === 'payout-reversed') learning.isReversed = true
  if (happening.kind === 'extension-ended')
    (happening.how === 'abandoned' ? abandoned : lapsed).add(happening.number)
  // Nothing is owed after a reversal, and no extension goes on: what comes then goes back as it came.
  if (isReversed && happening.kind === 'payment') {
    const { id, amount } = happening
    refunds.push({ id, amount, cause: 'excess' })
    const day = dayText(dayAt(madeAt(happening)))
    learning.told.uses.push({ ...UNUSED, id, amount, day, excess: amount })
    return
  }
  const isNext = deeds.every(deed => learning.known.every(({ at }) => at < deed.at))
  learning.known.push(...deeds)
  const rest = deeds.some(({ kind }) => kind === 'not-paid') || !isNext
  if (rest) notifyAgain(learning)
  else for (const deed of deeds) tell(learning.told, deed)
  sendBack(learning)
  for (const { number, state } of learning.told.extensions)
    if (state === 'paid') lapsed.delete(number)
  learning.isSettled ||= learning.told.settledOn !== undefined
}

/** What was done, by something that is learned. Refuses what could not be done as far as was known. */
function deedsOf(learning: Learning, happening: Happening): Deed[] {
  const { told } = learning
  const { kind } = happening
  const at = Date.parse(happening.at)
  const now = told.loan.on(dayAt(at))
  if (kind === 'payment') return paymentDeeds(learning, happening)
  if (kind === 'extension-requested') {
    const { number } = happening
    const offer = now.offer()
    if (typeof offer === 'string')
      throw new Error(`extension ${number} was requested on a day without one: ${offer}`)
    return [{ kind: 'asked', at, number, offer, on: now.today }]
  }
  if (kind === 'extension-ended') {
    const { number, how } = happening
    return [how === 'lapsed' ? lapse(learning, number) : { kind: 'not-paid', at, number, how }]
  }
  if (kind === 'plan-requested') {
    const { moveDays } = happening
    // A plan is requested as it is offered, and not while an extension is awaited (decision 45).
    if (told.awaiting || !now.planDays().includes(moveDays))
      throw new Error(`a plan of ${moveDays} days was requested on a day without it`)
    return [{ kind: 'plan-asked', at, moveDays }]
  }
  if (kind === 'plan-answered') return [answerOf(learning, happening)]
  if (kind === 'penal-waived') return [waiverOf(learning, happening)]
  return []
}

/** An unpaid extension lapsed when its 24 hours were over, before what was paid then. */
function lapse({ known }: Learning, number: number): Deed {
  const asked = known.find(deed => deed.kind === 'asked' && deed.number === number)
  const at = (asked?.at ?? 0) + PAY_MS - 0.5
  return { kind: 'not-paid', how: 'lapsed', at, number }
}

/** Money for a fee that was paid after the 24 hours shows that the request has lapsed (decision 15). */
function paymentDeeds(learning: Learning, payment: Payment): Deed[] {
  const { purpose } = payment.page
  const number = typeof purpose === 'object' && 'extension' in purpose ? purpose.extension : 0
  const paid = { kind: 'paid', payment, at: madeAt(payment) } as const
  if (!learning.known.some(deed => deed.kind === 'asked' && deed.number === number)) return [paid]
  const lapsed = lapse(learning, number)
  if (paid.at < lapsed.at) return [paid]
  // Without a time it counts as paid in time while the request is open.
  const isOpen = learning.told.awaiting?.outcome.number === number
  if (isOpen && payment.paidAt === undefined) return [{ ...paid, at: lapsed.at - 0.5 }]
  return [lapsed, paid]
}

/** The rules grant what they may, a person the rest, and silence what nobody answered in time. */
function answerOf(learning: Learning, { by, how, at }: PlanAnswered): Deed {
  const { loan } = learning.told
  const { plan } = loan
  const day = dayInIndia(at)
  if (!plan) throw new Error('a plan was answered that was not requested')
  const then = loan.on(day)
  if (by === 'calendar') {
    if (then.plan?.state !== 'granted' || then.plan.since === undefined)
      throw new Error('a plan was granted by silence while there was time to answer')
    return { kind: 'plan-granted', at: Math.min(Date.parse(at), endOfDay(then.plan.since)) }
  }
  if (isForPerson(learning, plan) !== (by === 'desk'))
    throw new Error(`a plan was answered by ${by}`)
  if (then.plan?.state !== 'awaiting') throw new Error('a plan was answered after its time')
  return { kind: how === 'refused' ? 'plan-refused' : 'plan-granted', at: Date.parse(at) }
}

function isForPerson({ told, facts }: Learning, plan: Plan): boolean {
  const paid = told.extensions.filter(({ state }) => state === 'paid').length
  const then = told.loan.on(plan.requestedOn)
  return needsPerson(then, plan.moveDays, {
    extensions: paid,
    earlierPlans: facts.earlierPlans ?? 0,
  })
}

/** At most what an overdue loan owes of penal charges, and none while an extension is awaited (decision 67). */
function waiverOf({ told }: Learning, { amount, at }: PenalWaived): Deed {
  if (told.awaiting) throw new Error('penal charges were waived while an extension was awaited')
  const now = told.loan.on(dayInIndia(at))
  if (now.overdueDays() === 0) throw new Error('penal charges of a loan in time were waived')
  const { penal } = now.owed()
  if (amount <= 0 || amount > penal)
    throw new Error(`${amount} paise were waived, and ${penal} were owed`)
  return { kind: 'waived', at: Date.parse(at), amount }
}

/** Tells all that is known from the beginning, with so much of payments gone. */
function notifyAgain(learning: Learning, gone: ReadonlyMap<string, number> = new Map()): void {
  const { known, abandoned, lapsed, isSettled } = learning
  // Nothing is extended against its borrower's word, and no repaid loan is opened again.
  const given = { givenUp: new Set([...abandoned, ...(isSettled ? lapsed : [])]), gone }
  const done = inOrder(known)
  let places = new Map<Deed, string>()
  learning.told = notifyPlaced(learning, done, { given, places })
  for (const waiver of done) {
    if (waiver.kind !== 'waived') continue
    const here = learning.told.waived.get(waiver)
    let most = here?.gaveUp ?? 0
    // What two persons gave up is placed where most of it was owed, the latest first, if that lowers the
    // penal charges that the borrower bears.
    for (const payer of most < waiver.amount ? (here?.payers ?? []) : []) {
      const placed = new Map([...places, [waiver, payer]])
      const other = notifyPlaced(learning, done, { given, places: placed })
      const gaveUp = other.waived.get(waiver)?.gaveUp ?? 0
      if (gaveUp <= most || penalOf(other) >= penalOf(learning.told)) continue
      ;[most, places, learning.told] = [gaveUp, placed, other]
    }
  }
}

/** The penal charges that were paid, or are owed at the end of what was told. */
function penalOf({ loan }: Told): number {
  return loan.paid().penal + loan.owed().penal
}

/** Tells deeds in order, each waiver that has a place before that payment. */
function notifyPlaced(
  { facts }: Learning,
  done: readonly Deed[],
  { given, places }: { readonly given: Given; readonly places: ReadonlyMap<Deed, string> },
): Told {
  const told = startOf(facts.terms, facts.arrivedOn, given)
  for (const deed of done) {
    if (places.has(deed)) continue
    const day = Math.max(dayAt(deed.at), told.loan.today)
    for (const [waiver, payer] of places)
      if (deed.kind === 'paid' && deed.payment.id === payer) tell(told, waiver, day)
    tell(told, deed, day)
  }
  return told
}

/** Sends back what is too much and was not sent back before. */
function sendBack(learning: Learning): void {
  const { refunds, known, isReversed } = learning
  const back = (id?: string) =>
    sum(refunds.filter(refund => id === undefined || refund.id === id).map(({ amount }) => amount))
  lookForMissing(learning, back())
  const payments = known.flatMap(deed => (deed.kind === 'paid' ? [deed.payment] : []))
  const wanted = payments.map(({ id, amount }) => {
    const use = learning.told.uses.find(one => one.id === id)
    const { excess = 0, returned = 0 } = use ?? {}
    const causes = isReversed
      ? ([['payout-reversed', amount]] as const)
      : ([
          ['extension-ended', returned],
          ['excess', excess],
        ] as const)
    return { id, causes, inAll: sum(causes.map(([, wantedOfIt]) => wantedOfIt)) }
  })
  // Too much of one payment may have gone back before: what is missing is counted over all of them.
  let left = sum(wanted.map(({ inAll }) => inAll)) - back()
  for (const { id, causes, inAll } of wanted) {
    let ofIt = Math.min(left, inAll - back(id))
    for (const [cause, amount] of causes) {
      const before = refunds.filter(refund => refund.id === id && refund.cause === cause)
      const more = Math.min(ofIt, amount - sum(before.map(one => one.amount)))
      if (more <= 0) continue
      refunds.push({ id, amount: more, cause })
      ofIt -= more
      left -= more
    }
  }
}

/** What went back in all and is needed after all was not there: of the last payments on the loan first. */
function lookForMissing(learning: Learning, sent: number): void {
  if (learning.isReversed) return
  const gone = new Map<string, number>()
  for (;;) {
    const { uses } = learning.told
    let missing = sent - sum(uses.map(({ excess, returned }) => excess + returned))
    if (missing <= 0) return
    const latest = uses.toReversed()
    const paysLoan = (use: (typeof uses)[number]) => totalOf(use.parts) > 0
    const lastFirst = [...latest.filter(paysLoan), ...latest.filter(use => !paysLoan(use))]
    for (const { id, amount, excess, returned } of lastFirst) {
      const less = Math.min(missing, amount - excess - returned)
      if (less > 0) gone.set(id, excess + returned + less)
      missing -= Math.max(0, less)
    }
    notifyAgain(learning, gone)
  }
}
