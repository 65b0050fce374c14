/**
 * AutoPay: the states of a borrower's standing UPI permission to debit one loan's instalments, and
 * the rules of each debit (regulation 4.15).
 */

import { type Hours, isWithin } from '#domain/contact-hours.ts'
import { addDays, type Day, indiaDayOf, laterDay, startOfIndiaDay } from '#domain/day.ts'
import type { DueInstalment, RunningLoan } from '#domain/lending/accrual.ts'
import { fallsDueOn } from '#domain/lending/falls-due.ts'
import type { OrderState } from '#domain/lending/order.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import type { SelfPaidReason } from '#domain/lending/self-paid.ts'
import { AUTOPAY_MAX, DEBIT_NOTICE_HOURS, MANDATE_DAYS_AFTER_LAST_DUE } from '#domain/limits.ts'
import { type Paise, paise } from '#domain/money.ts'

/**
 * `asked`: waits for the borrower's approval in the UPI app. `refused`: not approved there, or not
 * in time. `revoked`: ended by the borrower. `ended`: its loan is over.
 */
export const mandateStates = ['asked', 'active', 'paused', 'revoked', 'refused', 'ended'] as const
export type MandateState = (typeof mandateStates)[number]

/** The states in which a mandate can still become or stay active: a loan has at most one such. */
export const standingMandates = ['asked', 'active', 'paused'] as const satisfies MandateState[]

type Move = { readonly from: readonly MandateState[]; readonly to: MandateState }

/** Every legal move, named after its event. */
export const mandateMoves = {
  approve: { from: ['asked'], to: 'active' },
  refuse: { from: ['asked'], to: 'refused' },
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  revoke: { from: ['asked', 'active', 'paused'], to: 'revoked' },
  end: { from: ['asked', 'active', 'paused'], to: 'ended' },
} as const satisfies Record<string, Move>

export type MandateMove = keyof typeof mandateMoves

/** The state after a move, or undefined if the table does not allow it. */
export function mandateAfter(state: MandateState, move: MandateMove): MandateState | undefined {
  const { from, to }: Move = mandateMoves[move]
  return from.includes(state) ? to : undefined
}

/** True while the mandate can still become or stay active. */
export function isStanding(state: MandateState): boolean {
  return standingMandates.some(standing => standing === state)
}

/**
 * The move that follows from the state of a mandate at its service; undefined where ours stays. A
 * mandate that ended here never starts again, and one that the borrower paused here stays paused
 * whatever the service reports: only a pause from the UPI app ends there.
 */
export function moveReported(
  state: MandateState,
  isPausedInApp: boolean,
  current: MandateState,
): MandateMove | undefined {
  if (!isStanding(state) || current === state || current === 'asked') return undefined
  if (current === 'active') {
    if (state === 'asked') return 'approve'
    return isPausedInApp ? 'resume' : undefined
  }
  if (current === 'paused') return state === 'active' ? 'pause' : undefined
  if (current === 'refused') return state === 'asked' ? 'refuse' : 'revoke'
  return current === 'revoked' ? 'revoke' : 'end'
}

/** The most that one debit may take: the largest instalment agreed, and no charge beyond it. */
export function mandateCap(instalments: readonly DueInstalment[]): Paise {
  return paise(Math.max(...instalments.map(({ amount }) => amount)))
}

/**
 * The last day of a mandate: some days after the last due day as it stands today, so that one
 * extension fits.
 */
export function mandateEndsOn(loan: RunningLoan, today: Day): Day {
  const last = positionOn(loan, today).instalments.at(-1)
  if (!last) throw new RangeError('a loan has at least one instalment')
  return addDays(last.dueDay, MANDATE_DAYS_AFTER_LAST_DUE)
}

/**
 * True if AutoPay may be offered: on a loan that runs and is not overdue, and only where every
 * debit stays below the amount above which RBI asks for the UPI PIN each time.
 */
export function isAutoPayOffered(state: OrderState, loan: RunningLoan): boolean {
  return state === 'loaned' && mandateCap(loan.instalments) <= AUTOPAY_MAX
}

/** Debits start in the UPI network's quiet hours of the afternoon, on the due day. */
export const DEBIT_HOURS: Hours = { from: 13, before: 17 }
/**
 * A debit is announced on the day before, while a borrower may be written to, and early enough that
 * a whole day lies between the notice and the last debit hour.
 */
export const NOTICE_HOURS: Hours = { from: 8, before: 16 }

const HOUR_MS = 3_600_000

/** The first instant at which a debit of this due day may start. */
export function debitStartsAt(dueDay: Day): Date {
  return hourOf(dueDay, DEBIT_HOURS.from)
}

function hourOf(day: Day, hours: number): Date {
  return new Date(startOfIndiaDay(day).getTime() + hours * HOUR_MS)
}

export type MandateTerms = {
  readonly state: MandateState
  readonly cap: Paise
  readonly endsOn: Day
}

export type DebitedLoan = {
  readonly state: OrderState
  readonly loan: RunningLoan
  readonly mandate: MandateTerms
  /** The borrower requested a hardship plan, which is unanswered. */
  readonly isHelpAwaited: boolean
}

/** A debit as it is announced: the whole instalment that falls due on the day. */
export type AnnouncedDebit = {
  readonly instalment: number
  readonly dueDay: Day
  readonly amount: Paise
}

export const debitObstacles = [
  'autopay-off',
  'loan-not-running',
  'help-awaited',
  'skipped',
  'not-announced',
  'nothing-due',
  'amount-changed',
  'day-over',
] as const
/** The reason why an announced debit is not made. */
export type DebitObstacle = (typeof debitObstacles)[number]

export type DebitDecision =
  | { readonly kind: 'debit'; readonly amount: Paise }
  | { readonly kind: 'wait' }
  | { readonly kind: 'none'; readonly why: DebitObstacle }

export type StandingDebit = Pick<AnnouncedDebit, 'dueDay' | 'amount'> & {
  readonly isSkipped: boolean
  /**
   * When both notices had gone out, the lender's to the borrower and the one through the UPI app;
   * undefined if one has not.
   */
  readonly noticedAt: Date | undefined
}

/**
 * Decides at an instant what becomes of an announced debit. It takes exactly what was announced,
 * and only if just that falls due on the day: a UPI debit cannot take less than its notice named, so
 * that after a part was paid by hand nothing is taken.
 */
export function decideDebit(
  { state, loan, mandate, isHelpAwaited }: DebitedLoan,
  { dueDay, amount, isSkipped, noticedAt }: StandingDebit,
  at: Date,
): DebitDecision {
  const none = (why: DebitObstacle): DebitDecision => ({ kind: 'none', why })
  const today = indiaDayOf(at)
  if (isSkipped) return none('skipped')
  if (mandate.state !== 'active') return none('autopay-off')
  if (state !== 'loaned') return none('loan-not-running')
  if (isHelpAwaited) return none('help-awaited')
  if (today > dueDay) return none('day-over')
  const due = fallsDueOn(loan, dueDay).amount
  if (due === 0) return none('nothing-due')
  if (due !== amount || amount > mandate.cap) return none('amount-changed')
  if (at < debitStartsAt(dueDay)) return { kind: 'wait' }
  if (!isWithin(DEBIT_HOURS, at)) return none(noticedAt ? 'day-over' : 'not-announced')
  return noticedAt && at.getTime() - noticedAt.getTime() >= DEBIT_NOTICE_HOURS * HOUR_MS
    ? { kind: 'debit', amount }
    : { kind: 'wait' }
}

/** A debit that was stored for a due day, and what became of it. */
export type StoredDebit = Pick<AnnouncedDebit, 'dueDay' | 'amount'> & {
  readonly state: 'announced' | 'started' | 'skipped' | 'dropped'
  /** The state of its payment. */
  readonly payment: 'pending' | 'paid' | 'failed'
  /** When both notices had gone out: see `StandingDebit`. */
  readonly noticedAt: Date | undefined
}

/** AutoPay's act on the next instalment, if nothing else happens before. */
export type NextDebit = AnnouncedDebit &
  (
    | { readonly by: 'autopay'; readonly debit: 'planned' | 'announced' | 'started' }
    | { readonly by: 'borrower'; readonly why: SelfPaidReason }
  )

/**
 * The outcome of the next instalment: the rule by which debits are announced and made, ahead of its
 * time. `stored` is the newest debit of the loan. Undefined where no debit is under way and AutoPay
 * is not on, the loan does not run as agreed, or nothing is owed.
 */
export function nextDebit(
  debited: DebitedLoan,
  stored: StoredDebit | undefined,
  at: Date,
): NextDebit | undefined {
  const { state, loan, mandate } = debited
  const today = indiaDayOf(at)
  const next = positionOn(loan, today).instalments.find(({ state: paid }) => paid !== 'paid')
  if (!next) return undefined
  const instalment = next.number
  if (stored?.state === 'started' && stored.payment === 'pending') {
    const { dueDay, amount } = stored
    return { instalment, dueDay, amount, by: 'autopay', debit: 'started' }
  }
  if (state !== 'loaned' || (mandate.state !== 'active' && mandate.state !== 'paused'))
    return undefined
  const { day: dueDay, amount } = fallsDueOn(loan, laterDay(today, next.dueDay))
  const debit = { instalment, dueDay, amount }
  const storedDebit = stored?.dueDay === dueDay ? stored : undefined
  const why = next.dueDay < today ? 'overdue' : whySelfPaid(debited, debit, storedDebit, at)
  if (why) return { ...debit, by: 'borrower', why }
  return { ...debit, by: 'autopay', debit: storedDebit ? 'announced' : 'planned' }
}

/** The reason why a debit will not be made, if any. `stored` is the debit of the same day. */
function whySelfPaid(
  { mandate, isHelpAwaited }: DebitedLoan,
  { dueDay, amount }: AnnouncedDebit,
  stored: StoredDebit | undefined,
  at: Date,
): SelfPaidReason | undefined {
  if (stored?.state === 'skipped') return 'skipped'
  if (stored && stored.state !== 'announced') return 'not-taken'
  if (mandate.state !== 'active') return 'paused'
  if (isHelpAwaited) return 'help-awaited'
  if (stored && amount !== stored.amount) return 'part-paid'
  if (amount > mandate.cap) return 'above-cap'
  if (dueDay > mandate.endsOn) return 'mandate-over'
  const isInTime = stored ? canBeMade(stored, at) : at < noticesEndAt(dueDay)
  return isInTime ? undefined : 'too-late'
}

/** The instant from which a debit of this due day is no longer announced. */
function noticesEndAt(dueDay: Day): Date {
  return hourOf(addDays(dueDay, -1), NOTICE_HOURS.before)
}

/** True if a day can still lie between both notices of a debit and the end of its hours. */
export function canBeMade(
  { dueDay, noticedAt }: Pick<StandingDebit, 'dueDay' | 'noticedAt'>,
  at: Date,
): boolean {
  const afterNotice = (noticedAt ?? at).getTime() + DEBIT_NOTICE_HOURS * HOUR_MS
  const endsAt = hourOf(dueDay, DEBIT_HOURS.before).getTime()
  return Math.max(at.getTime(), afterNotice) < endsAt
}

/**
 * The debit to announce now for tomorrow; undefined outside the hours, or where nothing will be
 * debited: nothing falls due, more than the cap does, something is overdue, or AutoPay is not on.
 */
export function debitToAnnounce(debited: DebitedLoan, at: Date): AnnouncedDebit | undefined {
  const next = isWithin(NOTICE_HOURS, at) ? nextDebit(debited, undefined, at) : undefined
  if (next?.by !== 'autopay' || next.dueDay !== addDays(indiaDayOf(at), 1)) return undefined
  const { instalment, dueDay, amount } = next
  return { instalment, dueDay, amount }
}
