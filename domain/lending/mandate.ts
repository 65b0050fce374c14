/**
 * AutoPay: the states of a borrower's standing UPI permission to debit one loan's instalments, and
 * the rules of each debit (regulation 4.15).
 */

import { type Hours, isWithin } from '#domain/contact-hours.ts'
import { addDays, type Day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import type { DueInstalment, RunningLoan } from '#domain/lending/accrual.ts'
import { fallsDueOn } from '#domain/lending/falls-due.ts'
import type { OrderState } from '#domain/lending/order.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { AUTOPAY_MOST, DEBIT_NOTICE_HOURS, MANDATE_DAYS_AFTER_LAST_DUE } from '#domain/limits.ts'
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
 * The move that follows from the state of a mandate at its service; undefined where ours stands. A
 * mandate that ended here never starts again, and one that the borrower paused here stays paused
 * whatever the service says: only a pause that came from the UPI app ends there.
 */
export function moveReported(
  state: MandateState,
  isPausedInApp: boolean,
  held: MandateState,
): MandateMove | undefined {
  if (!isStanding(state) || held === state || held === 'asked') return undefined
  if (held === 'active') {
    if (state === 'asked') return 'approve'
    return isPausedInApp ? 'resume' : undefined
  }
  if (held === 'paused') return state === 'active' ? 'pause' : undefined
  if (held === 'refused') return state === 'asked' ? 'refuse' : 'revoke'
  return held === 'revoked' ? 'revoke' : 'end'
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
 * Whether AutoPay may be offered: on a loan that runs and is not overdue, and only where every
 * debit stays below the amount above which RBI asks for the UPI PIN each time.
 */
export function isAutoPayOffered(state: OrderState, loan: RunningLoan): boolean {
  return state === 'loaned' && mandateCap(loan.instalments) <= AUTOPAY_MOST
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
  return new Date(startOfIndiaDay(dueDay).getTime() + DEBIT_HOURS.from * HOUR_MS)
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
  /** The borrower asked for a hardship plan, and nobody has answered yet. */
  readonly isHelpAwaited: boolean
}

/** A debit as it is announced: the whole instalment that falls due on the day. */
export type AnnouncedDebit = {
  readonly instalment: number
  readonly dueDay: Day
  readonly amount: Paise
}

/**
 * The debit to announce now for tomorrow; undefined outside the hours, or where nothing would be
 * debited: nothing falls due, more than the cap does, something is overdue, or AutoPay is not on.
 */
export function debitToAnnounce(
  { state, loan, mandate, isHelpAwaited }: DebitedLoan,
  at: Date,
): AnnouncedDebit | undefined {
  if (mandate.state !== 'active' || state !== 'loaned' || !isWithin(NOTICE_HOURS, at))
    return undefined
  const today = indiaDayOf(at)
  const dueDay = addDays(today, 1)
  if (isHelpAwaited || dueDay > mandate.endsOn) return undefined
  const next = positionOn(loan, today).instalments.find(({ state: paid }) => paid !== 'paid')
  if (next?.dueDay !== dueDay) return undefined
  const { amount } = fallsDueOn(loan, dueDay)
  return amount <= mandate.cap ? { instalment: next.number, dueDay, amount } : undefined
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
/** Why an announced debit is not made. */
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
