import { addDays, type Day, day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { isReturned } from '#domain/lending/cooling-off.ts'
import { type Course, courseOf } from '#domain/lending/course.ts'
import { refundsMissing, toGoBack } from '#domain/lending/course-refunds.ts'
import type { ExtensionCourse } from '#domain/lending/course-state.ts'
import { extensionExpiresAt, extensionOffer } from '#domain/lending/extension.ts'
import { feeOf, type RequestedFee } from '#domain/lending/extension-window.ts'
import { nextRepayment } from '#domain/lending/falls-due.ts'
import {
  type HardshipPlan,
  hardshipPlans,
  unansweredSince,
  whyAPersonDecides,
} from '#domain/lending/hardship.ts'
import { addendumFactsOf } from '#domain/lending/key-facts-addendum.ts'
import { hardshipFactsOf } from '#domain/lending/key-facts-hardship.ts'
import type { Act, LoanFacts, ReceivedPayment, RequestedPlan } from '#domain/lending/loan-facts.ts'
import {
  debitToAnnounce as debitToAnnounceByRules,
  isAutoPayOffered,
  mandateCap,
} from '#domain/lending/mandate.ts'
import { paymentInstant, worstOverdueDays } from '#domain/lending/paid-day.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { dueDay } from '#domain/lending/schedule.ts'
import { type LoanTerms, penalCapPaise, quote } from '#domain/lending/terms.ts'
import { paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import type { Chance } from './chance.ts'
import type { Happening, Page, Parts } from './oracle/facts.ts'

export const START = day('2026-01-01')
export const HOUR = 3_600_000

/** Noon in India. */
export const noonOf = (today: Day) => new Date(startOfIndiaDay(today).getTime() + 12 * HOUR)

/** A loan to which the rules of `domain/` are applied as the server applies them. */
export class RuledLoan {
  readonly happenings: Happening[] = []
  /** The figures of the addendum of each extension, and what happened before it was requested. */
  readonly addenda: unknown[] = []
  readonly requestedAfter: { happenings: readonly Happening[]; at: string }[] = []
  /** The same of each hardship plan. */
  readonly planFigures: unknown[] = []
  readonly planRequests: { happenings: readonly Happening[]; moveDays: number; at: string }[] = []
  protected readonly terms: LoanTerms
  protected readonly chance: Chance
  protected facts: LoanFacts
  protected course: Course
  protected now = Date.parse(`${START}T03:00:00Z`)

  constructor(terms: LoanTerms, chance: Chance) {
    this.terms = terms
    this.chance = chance
    this.facts = {
      rate: this.terms.rate,
      penalRate: this.terms.penalRate,
      penalCap: penalCapPaise(this.terms),
      extensionFee: this.terms.extensionFee,
      startDay: START,
      instalments: quote(this.terms).schedule.map(instalment => ({
        ...instalment,
        dueDay: dueDay(instalment, START),
      })),
      payments: [],
      extensions: [],
      plan: undefined,
      waivers: [],
      isSettled: false,
    }
    this.course = courseOf(this.facts)
  }

  get today(): Day {
    return indiaDayOf(new Date(this.now))
  }

  protected get loan(): RunningLoan {
    return this.course.loan
  }

  protected get awaited() {
    return [...this.course.extensions].find(([, { state }]) => state === 'awaiting')
  }

  protected get paidExtensions(): ExtensionCourse[] {
    return [...this.course.extensions.values()].filter(({ state }) => state === 'paid')
  }

  /** The figures to compare on a day. */
  figures(today: Day) {
    const position = positionOn(this.loan, today)
    const offer = extensionOffer(this.loan, this.terms, today)
    const next = nextRepayment(this.loan, position)
    const [, awaited] = this.awaited ?? []
    return {
      owed: position.owed,
      paid: position.paid,
      payoff: position.payoff,
      overdueDays: position.overdueDays,
      instalments: position.instalments.map(({ number, dueDay, owed, paid, overdueDays }) => ({
        number,
        dueDay,
        owed,
        paid,
        overdueDays,
      })),
      fallsDue: next && { day: next.day, parts: next.parts },
      offer:
        typeof offer === 'string'
          ? 'none'
          : [offer.serviceFee, offer.gst, offer.penal, offer.interest, offer.newDueDay],
      awaited: awaited && [feeOf(awaited.fee), awaited.fee.gst, awaited.setAside],
      parts: sorted(position.allocations.map(({ parts }) => parts)),
      uses: [...this.course.uses].map(([id, { day, parts, held, excess }]) => [
        id,
        day,
        parts.penal,
        parts.interest,
        parts.principal,
        held,
        excess,
      ]),
      extensions: [...this.course.extensions].map(([id, { state, fee }]) => [
        id,
        state,
        feeOf(fee),
      ]),
      refunds: this.facts.payments.flatMap(({ id, sentBack }) =>
        sentBack > 0 ? [[id, sentBack]] : [],
      ),
      wasReturned: isReturned(this.loan, this.terms.coolingOffDays),
    }
  }

  /** The AutoPay debit that is announced at noon of a day. */
  debitTomorrow(today: Day) {
    const { loan } = this
    const late = positionOn(loan, today).overdueDays > 0 ? 'overdue' : 'loaned'
    const state = this.isAwaiting ? 'extension' : late
    if (!isAutoPayOffered('loaned', loan)) return undefined
    const isHelpAwaited = loan.deferral?.answer === 'awaited' && !unansweredSince(loan, today)
    const cap = mandateCap(loan.instalments)
    const mandate = { state: 'active', cap, endsOn: addDays(today, 1) } as const
    const debit = debitToAnnounceByRules({ state, loan, mandate, isHelpAwaited }, noonOf(today))
    return debit && { dueDay: debit.dueDay, amount: debit.amount }
  }

  get isAwaiting(): boolean {
    return this.awaited !== undefined
  }

  get isSettled(): boolean {
    return this.facts.isSettled
  }

  worstOverdueDays(today: Day): number {
    return worstOverdueDays(this.loan, today)
  }

  /** Follows the course of the loan after something became known, as the server does. */
  protected follow(changes: Partial<LoanFacts>): void {
    const facts = { ...this.facts, ...changes }
    this.course = courseOf(facts)
    const { extensions, uses, isPlanMoot, loan } = this.course
    const due = new Map([...uses].map(([id, use]) => [id, toGoBack(use)]))
    const missing = refundsMissing(facts.payments, due)
    const isSettled = facts.isSettled || positionOn(loan, this.today).payoff === 0
    const { plan } = facts
    const isPlanOver = isPlanMoot || (isSettled && plan?.answer === 'awaited')
    this.facts = {
      ...facts,
      isSettled,
      payments: facts.payments.map(each => {
        return { ...each, sentBack: sumPaise([each.sentBack, missing.get(each.id) ?? ZERO_PAISE]) }
      }),
      extensions: facts.extensions.map(each => {
        const state = extensions.get(each.id)?.state
        const isAbandoned = state === 'abandoned' && typeof each.ended === 'object'
        return { ...each, ended: state === 'lapsed' ? state : isAbandoned ? each.ended : undefined }
      }),
      plan: plan && isPlanOver ? { ...plan, answer: 'refused' } : plan,
    }
  }

  protected actNow(): Act {
    return { at: new Date(this.now), knownPayments: this.facts.payments.length }
  }

  protected instant(): string {
    return new Date(this.now).toISOString()
  }

  protected aboutCost() {
    const { arrive: received, terms } = quote(this.terms)
    const serviceFees = this.paidExtensions.map(({ fee }) => fee.serviceFee)
    return { serviceFees, received, periodDays: terms.periodDays }
  }

  protected grantPlan(by: 'rules' | 'desk' | 'calendar', on: Day): void {
    this.happenings.push({ kind: 'plan-answered', how: 'granted', by, at: this.instant() })
    const count = this.facts.payments.filter(({ at }) => indiaDayOf(at) <= on).length
    const endMs = startOfIndiaDay(addDays(on, 1)).getTime() - 1
    this.answerWith({ at: new Date(Math.min(this.now, endMs)), knownPayments: count, day: on })
  }

  protected answerWith(answer: RequestedPlan['answer']): void {
    const { plan } = this.facts
    if (plan) this.follow({ plan: { ...plan, answer } })
  }

  /** The close of business records that nobody has answered in time. */
  protected noteSilence(): void {
    const day = unansweredSince(this.loan, this.today)
    if (day) this.grantPlan('calendar', day)
  }

  protected addPayment(page: Page, amount: number, paidAt: Date | undefined): void {
    const { facts, now } = this
    const { purpose, openedAt } = page
    const number = facts.payments.length + 1
    const id = `payment ${String(number).padStart(3, '0')}`
    const at = this.instant()
    this.happenings.push({ kind: 'payment', id, amount, page, at, paidAt: paidAt?.toISOString() })
    const moment = paymentInstant(paidAt, {
      requestedAt: new Date(openedAt),
      reportedAt: new Date(now),
    })
    const isFee = typeof purpose === 'object' && 'extension' in purpose
    const extensionId = isFee ? `${purpose.extension}` : undefined
    // A payment without a time counts as paid in time as long as the request is open.
    const open = facts.extensions.find(
      each => each.id === extensionId && each.id === this.awaited?.[0],
    )
    const inTime =
      open && !paidAt && moment >= open.expiresAt ? open.expiresAt.getTime() - 1 : moment
    const isForOne = typeof purpose === 'object' && 'instalment' in purpose
    const payment: ReceivedPayment = {
      id,
      number,
      ref: id,
      amount: paise(amount),
      at: new Date(inTime),
      sentBack: ZERO_PAISE,
      page: {
        id: page.id,
        amount: paise(page.amount),
        lastInstalment: isForOne ? purpose.instalment : undefined,
        extensionId,
      },
    }
    this.follow({ payments: [...facts.payments, payment] })
  }

  protected request(): void {
    const offer = extensionOffer(this.loan, this.terms, this.today)
    if (typeof offer === 'string') return
    const { extensions } = this.facts
    const number = extensions.length + 1
    this.noteAddendum(offer)
    this.happenings.push({ kind: 'extension-requested', number, at: this.instant() })
    const requested = this.actNow()
    const expiresAt = extensionExpiresAt(requested.at)
    const request = { id: `${number}`, fee: offer, requested, expiresAt, ended: undefined }
    this.follow({ extensions: [...extensions, request] })
  }

  /** Requests a hardship plan, which the rules grant or a person has to decide on. */
  protected requestPlan(): void {
    const { loan, today, chance, terms } = this
    const plans = hardshipPlans(loan, terms, today)
    if (typeof plans === 'string') return
    const plan = plans[chance.between(0, plans.length - 1)]
    if (!plan) return
    const { moveDays } = plan
    this.notePlan(plan)
    this.happenings.push({ kind: 'plan-requested', moveDays, at: this.instant() })
    this.follow({ plan: { moveDays, requestedDay: today, answer: 'awaited' } })
    const request = {
      moveDays,
      worstOverdueDays: worstOverdueDays(loan, today),
      extensionsPaid: this.paidExtensions.length,
      earlierPlans: 0,
    }
    if (whyAPersonDecides(request).length === 0) this.grantPlan('rules', today)
  }

  protected notePlan(plan: HardshipPlan): void {
    const { loan, today } = this
    const { paidSoFar, costBefore, costAfter, apr, tenorDays } = hardshipFactsOf({
      loan,
      today,
      ...this.aboutCost(),
      plan,
    })
    const dated = (all: HardshipPlan['after']) => all.map(({ day, amount }) => ({ day, amount }))
    const { before, after, moveDays } = plan
    const inAll = [costBefore, costAfter].map(cost => cost + this.aboutCost().received)
    this.planFigures.push([dated(before), dated(after), paidSoFar, ...inAll, apr, tenorDays])
    this.planRequests.push({ happenings: [...this.happenings], moveDays, at: this.instant() })
  }

  protected noteAddendum(fee: RequestedFee): void {
    const { loan, today } = this
    const facts = addendumFactsOf({ loan, fee, today, ...this.aboutCost() })
    const { dueDay, paidSoFar, payoff, totalIfPaidNow, totalIfExtended, apr, tenorDays } = facts
    const toCome = facts.toCome.map(({ day, amount }) => [day, amount])
    const inAll = [paidSoFar, payoff, totalIfPaidNow, totalIfExtended]
    const { received } = this.aboutCost()
    this.addenda.push([dueDay, received, ...inAll, apr, tenorDays, ...toCome])
    this.requestedAfter.push({ happenings: [...this.happenings], at: this.instant() })
  }
}

/** The parts of each payment, sorted. A release of set-aside money counts as a payment. */
export function sorted(all: readonly Parts[]): string[] {
  return all
    .filter(({ penal, interest, principal }) => penal + interest + principal > 0)
    .map(({ penal, interest, principal }) => `${penal} + ${interest} + ${principal}`)
    .toSorted()
}
