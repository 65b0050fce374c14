import { expect, test } from 'vitest'
import { addDays, type Day, day, indiaDayOf, laterDay, startOfIndiaDay } from '#domain/day.ts'
import type { DeferralGrant, PaidExtension, RunningLoan } from '#domain/lending/accrual.ts'
import { isReturned } from '#domain/lending/cooling-off.ts'
import { extensionExpiresAt, extensionOffer } from '#domain/lending/extension.ts'
import { type AskedFee, feeAfterPayment, feeOf } from '#domain/lending/extension-window.ts'
import { nextRepayment, payableToday } from '#domain/lending/falls-due.ts'
import {
  type HardshipPlan,
  hardshipPlans,
  planDay,
  unansweredSince,
  whyAPersonDecides,
} from '#domain/lending/hardship.ts'
import { addendumFactsOf } from '#domain/lending/key-facts-addendum.ts'
import { hardshipFactsOf } from '#domain/lending/key-facts-hardship.ts'
import {
  debitToAnnounce as debitToAnnounceByRules,
  isAutoPayOffered,
  mandateCap,
} from '#domain/lending/mandate.ts'
import {
  NO_OWN_LIMITS,
  type OwnLimits,
  ownLimitsInForce,
  ownLimitsOn,
  type PauseEnd,
  whyBeyondOwnLimits,
  withCeiling,
  withPause,
} from '#domain/lending/own-limits.ts'
import { paidDay, worstOverdueDays } from '#domain/lending/paid-day.ts'
import { isPayablePart } from '#domain/lending/part-payment.ts'
import { waiverDay, withPenalWaiver } from '#domain/lending/penal-waiver.ts'
import { lastInstalmentAsked, owedUpTo, positionOn } from '#domain/lending/repayment.ts'
import { dueDay, equalInstalmentRoundedHalfUp } from '#domain/lending/schedule.ts'
import { type LoanTerms, penalCapPaise, quote } from '#domain/lending/terms.ts'
import { basisPoints, type Paise, paise, ppmPerYear } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'
import { type Chance, chanceOf } from './chance.ts'
import { addendumOf, planAddendumOf } from './oracle/addendum.ts'
import { capOf, debitToAnnounce } from './oracle/autopay.ts'
import { disclosedOf } from './oracle/disclosed.ts'
import type { Addendum, Happening, Page, Parts, Position, Terms } from './oracle/facts.ts'
import {
  type LimitRequest,
  ownLimitsOn as ownLimitsByOracle,
  ownRefusal,
} from './oracle/own-limits.ts'
import { partBounds } from './oracle/part.ts'
import { positionOf } from './oracle/position.ts'

/** Noon in India. */
const noonOf = (today: Day) => new Date(startOfIndiaDay(today).getTime() + 12 * HOUR)

const LIVES = Number(process.env.LIVES ?? 500)
const START = day('2026-01-01')
const HOUR = 3_600_000
const ACTS = 12

test(`${LIVES} random loans have the same figures by the rules and by the oracle`, {
  timeout: LIVES * 1_000,
}, () => {
  for (let seed = 1; seed <= LIVES; seed += 1) {
    const chance = chanceOf(seed)
    const terms = termsBy(chance)
    expect(disclosedByRules(terms), `disclosed, seed ${seed}`).toEqual(disclosedOf(terms))
    const life = new RuledLife(terms, chance)
    for (let act = 1; act <= ACTS; act += 1) {
      life.act()
      const today = addDays(life.today, chance.between(0, 9))
      const position = positionOf({ terms, arrivedOn: START, happenings: life.happenings }, today)
      const about = `seed ${seed}, act ${act}, ${today}`
      expect(life.figures(today), about).toEqual(figuresOf(position))
      expect(life.planFigures, about).toEqual(
        life.planRequests.map(({ happenings, moveDays, at }) => {
          const addendum = planAddendumOf({ terms, arrivedOn: START, happenings }, { moveDays, at })
          const { before, after, paidSoFar, inAllBefore, inAllAfter, aprBps, tenorDays } = addendum
          return [before, after, paidSoFar, inAllBefore, inAllAfter, aprBps, tenorDays]
        }),
      )
      expect(life.debitTomorrow(today), about).toEqual(
        debitToAnnounce(position, capOf(disclosedOf(terms).schedule), noonOf(today).toISOString()),
      )
      expect(life.addenda, about).toEqual(
        life.requestedAfter.map(({ happenings, at }) =>
          addendumFigures(addendumOf({ terms, arrivedOn: START, happenings }, { at })),
        ),
      )
      if (act === ACTS && !life.isAwaiting)
        expect(life.worstOverdueDays(today), about).toBe(position.worstOverdueDays)
    }
  }
})

test(`${LIVES} borrowers have the same own limits by the rules and by the oracle`, () => {
  for (let seed = 1; seed <= LIVES; seed += 1) {
    const chance = chanceOf(seed)
    const requests: LimitRequest[] = []
    let limits: OwnLimits = NO_OWN_LIMITS
    let today = START
    for (let act = 1; act <= ACTS; act += 1) {
      const { request, after } = asked(limits, today, chance)
      requests.push(request)
      limits = after
      today = addDays(today, chance.between(0, 9))
      const about = `seed ${seed}, act ${act}, ${today}: ${JSON.stringify(requests)}`
      const byOracle = ownLimitsByOracle(requests, today)
      const { pausedUntil } = ownLimitsInForce(limits, today)
      expect({ ...ownLimitsOn(limits, today), pausedUntil }, about).toEqual(byOracle)
      const amount = chance.between(1, 9) * 1_000_00
      expect(whyBeyondOwnLimits(ownLimitsInForce(limits, today), paise(amount)), about).toBe(
        ownRefusal(byOracle, amount),
      )
    }
  }
})

/** A random request for another ceiling or pause, and the limits after it by the rules. */
function asked(
  limits: OwnLimits,
  today: Day,
  chance: Chance,
): { request: LimitRequest; after: OwnLimits } {
  if (chance.happens(0.5)) {
    const ceiling = chance.happens(0.2) ? null : paise(chance.between(1, 8) * 1_000_00)
    return { request: { on: today, ceiling }, after: withCeiling(limits, ceiling, today) }
  }
  const end = addDays(today, chance.between(1, 20))
  const pause = chance.one<PauseEnd | null>(['open', end, end, null])
  return { request: { on: today, pause }, after: withPause(limits, pause, today) }
}

function termsBy(chance: Chance): Terms {
  const instalments = chance.one([1, 1, 2, 3, 13])
  return {
    principal: chance.one([1_000_00, 5_000_00, chance.between(100_00, 40_000_00)]),
    ratePpmYear: chance.one([100_000, 292_000, 300_000, 365_000]),
    feeBps: chance.one([0, 200, 1_000]),
    discountBps: chance.one([0, 500, 900, 1_300, 1_400]),
    periodDays: 7,
    instalments,
    maxTenorDays: 7 * instalments + chance.between(0, 90),
    penalRatePpmYear: chance.one([0, 365_000, 1_825_000]),
    penalCapBps: chance.one([0, 100, 500]),
    extensionFeeBps: chance.one([0, 200, 1_000]),
    coolingOffDays: chance.between(1, 3),
  }
}

function loanTermsOf(terms: Terms): LoanTerms {
  return {
    principal: paise(terms.principal),
    rate: ppmPerYear(terms.ratePpmYear),
    processingFee: basisPoints(terms.feeBps),
    discount: basisPoints(terms.discountBps),
    periodDays: terms.periodDays,
    instalments: terms.instalments,
    maxTenorDays: terms.maxTenorDays,
    penalRate: ppmPerYear(terms.penalRatePpmYear),
    penalCap: basisPoints(terms.penalCapBps),
    extensionFee: basisPoints(terms.extensionFeeBps),
    coolingOffDays: terms.coolingOffDays,
  }
}

function disclosedByRules(terms: Terms) {
  const loanTerms = loanTermsOf(terms)
  const { serviceFee, gst, arrive, schedule, interest, repayment, apr } = quote(loanTerms)
  const penalCap = penalCapPaise(loanTerms)
  return {
    fee: serviceFee,
    gst,
    net: arrive,
    equal: equalInstalmentRoundedHalfUp(loanTerms),
    schedule,
    interest,
    repayment,
    aprBps: apr,
    penalCap,
  }
}

type Awaited = AskedFee & { number: number; expiresAt: Date; held: number }

/** A loan that the rules of `domain/` carry on as the server does, while its borrower acts by chance. */
class RuledLife {
  readonly happenings: Happening[] = []
  /** The figures of the addendum of each extension, and what happened before it was requested. */
  readonly addenda: unknown[] = []
  readonly requestedAfter: { happenings: readonly Happening[]; at: string }[] = []
  /** The same of each hardship plan. */
  readonly planFigures: unknown[] = []
  readonly planRequests: { happenings: readonly Happening[]; moveDays: number; at: string }[] = []
  private readonly serviceFees: Paise[] = []
  private readonly terms: LoanTerms
  private readonly chance: Chance
  private loan: RunningLoan
  private now = Date.parse(`${START}T03:00:00Z`)
  private awaited: Awaited | undefined
  private readonly pages: Page[] = []
  private readonly paidOnPages = new Map<string, number>()
  private lastReceiptDay: Day = START
  private requests = 0
  private payments = 0

  constructor(terms: Terms, chance: Chance) {
    this.terms = loanTermsOf(terms)
    this.chance = chance
    this.loan = {
      rate: this.terms.rate,
      penalRate: this.terms.penalRate,
      penalCap: penalCapPaise(this.terms),
      startDay: START,
      instalments: quote(this.terms).schedule.map(instalment => ({
        ...instalment,
        dueDay: dueDay(instalment, START),
      })),
      payments: [],
      extensions: [],
    }
  }

  get today(): Day {
    return indiaDayOf(new Date(this.now))
  }

  /** What is compared, on a day. */
  figures(today: Day) {
    const position = positionOn(this.loan, today)
    const offer = extensionOffer(this.loan, this.terms, today)
    const next = nextRepayment(this.loan, position)
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
      awaited: this.awaited
        ? [feeOf(this.awaited), this.awaited.gst, this.awaited.held]
        : undefined,
      parts: sorted(position.allocations.map(({ parts }) => parts)),
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

  worstOverdueDays(today: Day): number {
    return worstOverdueDays(this.loan, today)
  }

  act(): void {
    const { chance } = this
    this.now += chance.one([HOUR, 10 * HOUR, 26 * HOUR, 100 * HOUR, 170 * HOUR, 800 * HOUR])
    this.noteSilence()
    const mood = chance.next()
    if (chance.happens(0.6)) this.answerPlan()
    if (chance.happens(0.3)) this.waive()
    if (this.awaited) this.answer(this.awaited)
    else if (chance.happens(0.1)) this.requestPlan()
    else if (mood < 0.3) this.request()
    else if (mood < 0.5) this.receive(this.page('due'))
    else if (mood < 0.6) this.receive(this.page('all'))
    else if (mood < 0.7) this.receivePart()
    else if (mood < 0.8) this.receive(this.page('due'), chance.between(1, 900_00))
    else this.receive(this.pages[chance.between(0, this.pages.length - 1)] ?? this.page('due'))
  }

  /** Two persons give up penal charges of an overdue loan, or a part of them. */
  private waive(): void {
    const { loan, today } = this
    const { owed, overdueDays } = positionOn(loan, today)
    if (this.awaited || overdueDays === 0 || owed.penal === 0) return
    const amount = this.chance.between(1, owed.penal)
    this.happenings.push({ kind: 'penal-waived', amount, at: this.instant() })
    const after = withPenalWaiver(loan, today, paise(amount))
    if (!after) throw new Error('the rules refuse a waiver')
    this.loan = after
  }

  /** Pays an amount of the borrower's choice, sometimes on a day after they chose it. */
  private receivePart(): void {
    const { payoff } = positionOn(this.loan, this.today)
    const { least, most } = partBounds({ payoff })
    const amount = this.chance.between(least - 50, most + 50)
    const isPayable = amount >= least && amount <= most
    expect(isPayablePart(paise(amount), payoff)).toBe(isPayable)
    if (isPayable) this.receive(this.open(amount, 'part'))
  }

  private answer(awaited: Awaited): void {
    const { chance } = this
    const isLate = this.now >= awaited.expiresAt.getTime()
    const mood = chance.next()
    if (isLate || mood < 0.2) {
      const how = isLate ? 'lapsed' : 'abandoned'
      const { number } = awaited
      this.happenings.push({ kind: 'extension-ended', number, how, at: this.instant() })
      this.release(awaited, indiaDayOf(isLate ? awaited.expiresAt : new Date(this.now)))
    } else if (mood < 0.4) this.receive(this.page('due'), chance.between(1, 900_00))
    else {
      const left = feeOf(awaited) - awaited.held
      const page = this.open(left, { extension: awaited.number })
      this.receive(page, mood < 0.7 ? chance.between(1, left) : left)
    }
  }

  private instant(): string {
    return new Date(this.now).toISOString()
  }

  private page(scope: 'due' | 'all'): Page {
    const position = positionOn(this.loan, this.today)
    const last = lastInstalmentAsked(position)
    if (scope === 'all' || last === undefined) return this.open(position.payoff, 'all')
    return this.open(payableToday(this.loan, position), { instalment: last })
  }

  private open(amount: number, purpose: Page['purpose']): Page {
    const page = { id: `page ${this.pages.length}`, openedAt: this.instant(), amount, purpose }
    this.pages.push(page)
    return page
  }

  private request(): void {
    const offer = extensionOffer(this.loan, this.terms, this.today)
    if (typeof offer === 'string') return
    this.requests += 1
    const number = this.requests
    this.noteAddendum(offer)
    this.happenings.push({ kind: 'extension-requested', number, at: this.instant() })
    this.awaited = {
      requestedDay: offer.requestedDay,
      serviceFee: offer.serviceFee,
      gst: offer.gst,
      penal: offer.penal,
      interest: offer.interest,
      number,
      expiresAt: extensionExpiresAt(new Date(this.now)),
      held: 0,
    }
    this.extendIfPaid(this.awaited, this.today)
  }

  /** Requests a hardship plan, which the rules grant or a person has to decide on. */
  private requestPlan(): void {
    const { loan, today, chance, terms } = this
    const plans = hardshipPlans(loan, terms, today)
    if (typeof plans === 'string') return
    const plan = plans[chance.between(0, plans.length - 1)]
    if (!plan) return
    const { moveDays } = plan
    this.notePlan(plan)
    this.happenings.push({ kind: 'plan-requested', moveDays, at: this.instant() })
    this.loan = { ...loan, deferral: { moveDays, requestedDay: today, answer: 'awaited' } }
    const request = {
      moveDays,
      worstOverdueDays: worstOverdueDays(loan, today),
      extensionsPaid: this.serviceFees.length,
      earlierPlans: 0,
    }
    if (whyAPersonDecides(request).length === 0) this.grantPlan('rules', today)
  }

  private notePlan(plan: HardshipPlan): void {
    const { loan, today, serviceFees } = this
    const { arrive: received, terms } = quote(this.terms)
    const about = { loan, today, serviceFees, received, periodDays: terms.periodDays }
    const { paidSoFar, costBefore, costAfter, apr, tenorDays } = hardshipFactsOf({ ...about, plan })
    const dated = (all: HardshipPlan['after']) => all.map(({ day, amount }) => ({ day, amount }))
    const { before, after, moveDays } = plan
    const inAll = [costBefore, costAfter].map(cost => cost + received)
    this.planFigures.push([dated(before), dated(after), paidSoFar, ...inAll, apr, tenorDays])
    this.planRequests.push({ happenings: [...this.happenings], moveDays, at: this.instant() })
  }

  private grantPlan(by: 'rules' | 'desk' | 'calendar', on: Day): void {
    this.happenings.push({ kind: 'plan-answered', how: 'granted', by, at: this.instant() })
    const afterPayments = this.loan.payments.filter(({ day }) => day <= on).length
    this.answerWith({ day: on, afterPayments })
  }

  private answerWith(answer: DeferralGrant | 'refused'): void {
    const { deferral } = this.loan
    if (deferral) this.loan = { ...this.loan, deferral: { ...deferral, answer } }
  }

  /** A person answers a request that waits. */
  private answerPlan(): void {
    if (this.loan.deferral?.answer !== 'awaited') return
    if (this.chance.happens(0.5)) {
      this.grantPlan('desk', this.today)
      return
    }
    this.happenings.push({ kind: 'plan-answered', how: 'refused', by: 'desk', at: this.instant() })
    this.answerWith('refused')
  }

  /** The close of business records that nobody has answered in time. */
  private noteSilence(): void {
    const day = unansweredSince(this.loan, this.today)
    if (day) this.grantPlan('calendar', day)
  }

  private noteAddendum(fee: AskedFee): void {
    const { loan, today, serviceFees } = this
    const { arrive: received, terms } = quote(this.terms)
    const about = { loan, fee, today, serviceFees, received, periodDays: terms.periodDays }
    const facts = addendumFactsOf(about)
    const { dueDay, paidSoFar, payoff, totalIfPaidNow, totalIfExtended, apr, tenorDays } = facts
    const toCome = facts.toCome.map(({ day, amount }) => [day, amount])
    const inAll = [paidSoFar, payoff, totalIfPaidNow, totalIfExtended]
    this.addenda.push([dueDay, received, ...inAll, apr, tenorDays, ...toCome])
    this.requestedAfter.push({ happenings: [...this.happenings], at: this.instant() })
  }

  private receive(page: Page, amount = page.amount): void {
    if (amount === 0) return
    const openedAt = Date.parse(page.openedAt)
    // Some payments become known days after the money moved.
    const moved = this.now - openedAt > HOUR && this.chance.happens(0.5)
    const paidAt = moved ? new Date(this.chance.between(openedAt, this.now)) : undefined
    this.payments += 1
    this.happenings.push({
      kind: 'payment',
      id: `payment ${this.payments}`,
      amount,
      page,
      at: this.instant(),
      paidAt: paidAt?.toISOString(),
    })
    const { purpose } = page
    const isFee = typeof purpose === 'object' && 'extension' in purpose
    const awaited = isFee && this.awaited?.number === purpose.extension ? this.awaited : undefined
    if (awaited && paidAt && paidAt >= awaited.expiresAt)
      this.release(awaited, indiaDayOf(awaited.expiresAt))
    const on = paidDay(paidAt, { askedAt: new Date(openedAt), learnedAt: new Date(this.now) }, [
      this.lastReceiptDay,
      this.loan.payments.at(-1)?.day,
      planDay(this.loan),
      waiverDay(this.loan),
    ])
    this.lastReceiptDay = on
    const paidBefore = this.paidOnPages.get(page.id) ?? 0
    this.paidOnPages.set(page.id, paidBefore + amount)
    if (isFee && this.isPaid.has(purpose.extension)) return
    if (awaited && awaited === this.awaited) {
      awaited.held += Math.min(amount, feeOf(awaited) - awaited.held)
      this.extendIfPaid(awaited, on)
      return
    }
    if (paidBefore >= page.amount) return
    const used =
      typeof purpose === 'object' && 'instalment' in purpose
        ? Math.min(amount, owedUpTo(this.loan, purpose.instalment, on))
        : amount
    if (used > 0) this.payOnLoan(used, on)
  }

  private readonly isPaid = new Set<number>()

  private payOnLoan(amount: number, on: Day): void {
    const payments = [...this.loan.payments, { day: on, amount: paise(amount) }]
    const applied = positionOn({ ...this.loan, payments }, on).allocations.at(-1)
    const used = applied ? totalOf(applied.parts) : 0
    // The server keeps what was used of a payment; the excess is refunded.
    if (used > 0)
      this.loan = {
        ...this.loan,
        payments: [...this.loan.payments, { day: on, amount: paise(used) }],
      }
    const { awaited } = this
    if (!awaited) return
    const fee = feeAfterPayment(this.loan, this.terms, awaited, on)
    if (fee) {
      this.awaited = { ...awaited, ...fee }
      this.extendIfPaid(this.awaited, on)
    } else this.release(awaited, on)
  }

  private extendIfPaid(awaited: Awaited, on: Day): void {
    if (awaited.held < feeOf(awaited)) return
    const extension: PaidExtension = {
      afterPayments: this.loan.payments.length,
      requestedDay: awaited.requestedDay,
      paidDay: on,
      penal: awaited.penal,
      interest: awaited.interest,
    }
    this.loan = { ...this.loan, extensions: [...(this.loan.extensions ?? []), extension] }
    this.isPaid.add(awaited.number)
    this.serviceFees.push(awaited.serviceFee)
    this.awaited = undefined
  }

  private release(awaited: Awaited, on: Day): void {
    this.awaited = undefined
    const last = this.loan.payments.at(-1)?.day
    if (awaited.held > 0) this.payOnLoan(awaited.held, last ? laterDay(last, on) : on)
  }
}

/** The parts of each payment, sorted. A release of set-aside money counts as a payment. */
function sorted(all: readonly Parts[]): string[] {
  return all
    .filter(({ penal, interest, principal }) => penal + interest + principal > 0)
    .map(({ penal, interest, principal }) => `${penal} + ${interest} + ${principal}`)
    .toSorted()
}

/** The same figures by the oracle. */
function figuresOf(position: Position) {
  const { owed, paid, payoff, overdueDays, instalments, offer, extensions } = position
  const awaiting = extensions.find(({ state }) => state === 'awaiting')
  const { extensionAdvances } = position.ledger
  return {
    owed,
    paid,
    payoff,
    overdueDays,
    instalments,
    fallsDue: position.fallsDue,
    offer:
      typeof offer === 'string'
        ? 'none'
        : [offer.service, offer.gst, offer.penal, offer.interest, offer.newDueDay],
    awaited: awaiting && [
      awaiting.service + awaiting.penal + awaiting.interest,
      awaiting.gst,
      extensionAdvances,
    ],
    parts: sorted([
      ...position.receipts.map(({ parts }) => parts),
      ...extensions.flatMap(({ released }) => (released ? [released.parts] : [])),
    ]),
    wasReturned: position.wasReturned,
  }
}

/** The figures of an addendum by the oracle, in the order of the rules' figures. */
function addendumFigures(addendum: Addendum) {
  const { dueDay, received, paidSoFar, payoff, inAllIfPaidNow, inAllIfExtended } = addendum
  const { aprBps, tenorDays, toCome } = addendum
  const inAll = [paidSoFar, payoff, inAllIfPaidNow, inAllIfExtended]
  return [
    dueDay,
    received,
    ...inAll,
    aprBps,
    tenorDays,
    ...toCome.map(({ day, amount }) => [day, amount]),
  ]
}
