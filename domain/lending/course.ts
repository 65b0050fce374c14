import { type Day, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  endUnpaid,
  keepAwaiting,
  lowerFee,
  request,
  setAside,
} from '#domain/lending/course-extension.ts'
import { withMoneyGone } from '#domain/lending/course-refunds.ts'
import {
  type ExtensionCourse,
  type MoneyGone,
  pay,
  type Running,
  stand,
  thereOf,
  type Use,
  type WaiverPlaces,
} from '#domain/lending/course-state.ts'
import { waive, waiveBefore, withWaiversPlaced } from '#domain/lending/course-waiver.ts'
import {
  type Happening,
  inOrder,
  type LoanFacts,
  type PaidPage,
  type ReceivedPayment,
  type WaivedPenal,
} from '#domain/lending/loan-facts.ts'
import { owedUpTo } from '#domain/lending/repayment.ts'
import { defer, standingAtStart } from '#domain/lending/replay.ts'
import { leftOverPaise, minPaise, type Paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'

/*
 * The course of a loan: the effect of each payment and request, as if each had become known when it
 * was made. It depends on the facts alone, in any order of becoming known (decision 6).
 */

export type Course = {
  /** The loan with all that happened to it. */
  readonly loan: RunningLoan
  /** By the ids of the payments. */
  readonly uses: ReadonlyMap<string, Use>
  /** By the ids of the extensions. */
  readonly extensions: ReadonlyMap<string, ExtensionCourse>
  /** The plan that was granted found nothing left to move. */
  readonly isPlanMoot: boolean
}

/** Computes the course of a loan from all that is known of it. */
export function courseOf(facts: LoanFacts): Course {
  const running = withMoneyGone(facts, gone =>
    withWaiversPlaced(facts, places => run(facts, places, gone)),
  )
  const { agreed, payments, extended, waivers, uses, extensions, granted, isPlanMoot } = running
  const { rate, penalRate, penalCap, startDay, instalments } = facts
  const { deferral } = agreed
  const answer = granted ?? deferral?.answer
  return {
    loan: {
      rate,
      penalRate,
      penalCap,
      startDay,
      instalments,
      payments,
      waivers,
      extensions: extended,
      deferral: deferral && answer && { ...deferral, answer },
    },
    uses,
    extensions,
    isPlanMoot,
  }
}

/** Lets all happen, in the order in which it was done. */
function run(facts: LoanFacts, places: WaiverPlaces, gone: MoneyGone): Running {
  const { plan } = facts
  // Until it is granted a plan moves nothing, unless it is still unanswered.
  const deferral = plan && {
    moveDays: plan.moveDays,
    requestedDay: plan.requestedDay,
    answer: plan.answer === 'awaited' ? plan.answer : ('refused' as const),
  }
  const agreed = { ...facts, deferral }
  const running: Running = {
    facts,
    agreed,
    standing: standingAtStart(agreed),
    payments: [],
    extended: [],
    waivers: [],
    uses: new Map(),
    extensions: new Map(),
    paidOnPages: new Map(),
    awaiting: undefined,
    granted: undefined,
    isPlanMoot: false,
    gone,
    places,
    waived: new Map(),
  }
  for (const happening of inOrder(facts)) happen(running, happening)
  if (running.awaiting) keepAwaiting(running, running.awaiting)
  return running
}

function happen(running: Running, happening: Happening): void {
  if (happening.kind === 'payment') receive(running, happening.payment)
  else if (happening.kind === 'extension-requested') request(running, happening.extension)
  else if (happening.kind === 'extension-ended') endUnpaid(running, happening)
  else if (happening.kind === 'plan-granted') grant(running, happening.day)
  else if (!running.places.has(happening.waiver)) giveUp(running, happening.waiver)
}

/** Money comes in: for an extension that is awaited, or for the loan (product §5, decision 15). */
function receive(running: Running, payment: ReceivedPayment): void {
  const { awaiting, paidOnPages } = running
  const { at, amount, page } = payment
  stand(running, indiaDayOf(at))
  const paidBefore = paidOnPages.get(page.id) ?? ZERO_PAISE
  paidOnPages.set(page.id, sumPaise([paidBefore, amount]))
  if (awaiting && awaiting.extension.id === page.extensionId) setAside(running, awaiting, payment)
  else repay(running, payment, paidBefore)
}

/** Applies money to the loan; what is a duplicate or too much goes back (product §5). */
function repay(running: Running, payment: ReceivedPayment, before: Paise): void {
  const { id, at, amount, page } = payment
  const { awaiting, extensions, uses } = running
  const day = indiaDayOf(at)
  waiveBefore(running, id, day)
  // A page that was paid in full is not meant to be paid again, nor is the fee of an extension.
  const isFeeAgain = extensions.get(page.extensionId ?? '')?.state === 'paid'
  const isDuplicate = isFeeAgain || before >= page.amount
  const remaining = thereOf(running, payment)
  const usable = isDuplicate
    ? ZERO_PAISE
    : minPaise(remaining, maxOn(running, page, day) ?? remaining)
  const { parts } = pay(running, day, usable)
  const excess = leftOverPaise(amount, totalOf(parts))
  uses.set(id, { day, parts, excess, held: ZERO_PAISE, returned: ZERO_PAISE })
  if (awaiting && totalOf(parts) > 0) lowerFee(running, awaiting, day)
}

/**
 * The most that money on a page may pay: a page for one instalment must not pay later ones, because
 * another page may have paid that instalment before (product §5). Undefined where nothing limits it.
 */
function maxOn({ agreed, standing }: Running, { lastInstalment }: PaidPage, day: Day) {
  return lastInstalment === undefined ? undefined : owedUpTo(agreed, standing, lastInstalment, day)
}

function giveUp(running: Running, waiver: WaivedPenal): void {
  stand(running, waiver.day)
  waive(running, waiver, waiver.day)
}

/** A granted plan moves the due days of what was unpaid then. */
function grant(running: Running, day: Day): void {
  const { plan } = running.facts
  if (!plan) return
  if (stand(running, day).payoff === 0) {
    running.isPlanMoot = true
    return
  }
  running.granted = { day, afterPayments: running.payments.length }
  defer(running.agreed, running.standing, plan, day)
}
