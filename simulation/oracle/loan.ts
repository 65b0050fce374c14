import { dayText } from './calendar.ts'
import { disclosedOf, serviceFeeOf } from './disclosed.ts'
import { CHARGE_UNIT, chargeOfOneDay, roundedHalfUp, sum } from './exact.ts'
import type { Disclosure, ExtensionOffer, ExtensionRefusal, Parts, Terms } from './facts.ts'

/** An extension moves the next due day to this many days after the request (specification §4). */
export const EXTENSION_DAYS = 7

/** Decision 45: the days by which a plan may move the due days, and how many the rules grant. */
const PLAN_DAYS = [7, 14, 21, 28]
const BY_RULE_MAX = 14

/** A hardship plan of a loan; `since` is the day of its grant. */
export type Plan = {
  readonly moveDays: number
  readonly requestedOn: number
  state: 'awaiting' | 'granted' | 'refused'
  since: number | undefined
}

export const NOTHING: Parts = { penal: 0, interest: 0, principal: 0 }

/** One instalment while its loan runs. Exact charges are in `CHARGE_UNIT`. */
type Share = {
  readonly number: number
  /** The interest agreed up to its due day; an extension adds to it. */
  agreedInterest: number
  dueDay: number
  principalLeft: number
  interestToDue: bigint
  interestAfterDue: bigint
  penal: bigint
  paid: Parts
  /** Penal charges that were given up. */
  waived: number
}

/** A running loan that is carried from one day to the next, with what it charges and is paid. */
export class Loan {
  readonly terms: Terms
  readonly disclosed: Disclosure
  readonly arrived: number
  readonly shares: readonly Share[]
  today: number
  worstOverdueDays = 0
  plan: Plan | undefined

  constructor(terms: Terms, arrived: number, disclosed = disclosedOf(terms)) {
    this.terms = terms
    this.disclosed = disclosed
    this.arrived = arrived
    this.today = arrived
    this.shares = disclosed.schedule.map(({ number, principal, interest, dueAfterDays }) => ({
      number,
      agreedInterest: interest,
      dueDay: arrived + dueAfterDays,
      principalLeft: principal,
      interestToDue: 0n,
      interestAfterDue: 0n,
      penal: 0n,
      paid: NOTHING,
      waived: 0,
    }))
    // Product §5, Interest: at least one day, so the first day's interest is charged at once.
    this.chargeInterest()
  }

  /** Returns the loan as it will be on a day if nothing is paid before. */
  on(day: number): Loan {
    const loan = new Loan(this.terms, this.arrived, this.disclosed)
    const { today, worstOverdueDays, plan } = this
    const shares = this.shares.map(share => ({ ...share }))
    Object.assign(loan, { today, worstOverdueDays, shares, plan: plan && { ...plan } })
    loan.goTo(day)
    return loan
  }

  /** Charges the days up to a day, each before anything is paid on it. */
  goTo(day: number): void {
    while (this.today < day) {
      this.grantBySilence()
      this.today += 1
      if (this.today > this.arrived + 1) this.chargeInterest()
      this.chargePenal()
      this.worstOverdueDays = Math.max(this.worstOverdueDays, this.overdueDays())
    }
  }

  /**
   * Charges one day's interest on the outstanding principal (product §5, Interest). An overdue
   * instalment bears that of its own principal, the next one that of the rest (decision 6).
   */
  private chargeInterest(): void {
    const { ratePpmYear } = this.terms
    for (const share of this.shares)
      if (share.dueDay < this.today)
        share.interestAfterDue += chargeOfOneDay(share.principalLeft, ratePpmYear)
    const toCome = this.shares.filter(
      ({ dueDay, principalLeft }) => dueDay >= this.today && principalLeft > 0,
    )
    const rest = sum(toCome.map(({ principalLeft }) => principalLeft))
    if (toCome[0]) toCome[0].interestToDue += chargeOfOneDay(rest, ratePpmYear)
  }

  /**
   * Charges one day's penal charge on the unpaid part of each overdue instalment, and never on
   * penal charges (product §5, Overdue).
   */
  private chargePenal(): void {
    for (const share of this.shares) {
      if (share.dueDay >= this.today) continue
      const interest = Math.max(0, this.interestToDueOf(share) - share.paid.interest)
      share.penal += chargeOfOneDay(share.principalLeft + interest, this.terms.penalRatePpmYear)
    }
  }

  /**
   * The interest of an instalment up to its due day. The instalments round separately, and those
   * roundings never add up to more interest than agreed (decision 7).
   */
  private interestToDueOf(share: Share): number {
    let agreed = 0
    let charged = 0
    for (const other of this.shares) {
      agreed += other.agreedInterest
      const interest = Math.min(roundedHalfUp(other.interestToDue, CHARGE_UNIT), agreed - charged)
      if (other.number === share.number) return interest
      charged += interest
    }
    return 0
  }

  /** The interest of an instalment to today: one rounding for the days before and after its due day. */
  private interestOf(share: Share): number {
    const { interestToDue, interestAfterDue } = share
    const late = roundedHalfUp(interestToDue + interestAfterDue, CHARGE_UNIT)
    return this.interestToDueOf(share) + late - roundedHalfUp(interestToDue, CHARGE_UNIT)
  }

  /**
   * The parts owed on an instalment today. Its penal charges are capped (decision 7), those that
   * were given up among them (decision 67).
   */
  owedOn(share: Share): Parts {
    const penal = Math.min(roundedHalfUp(share.penal, CHARGE_UNIT), this.disclosed.penalCap)
    return {
      penal: Math.max(0, penal - share.paid.penal - share.waived),
      interest: Math.max(0, this.interestOf(share) - share.paid.interest),
      principal: share.principalLeft,
    }
  }

  owed(): Parts {
    return addedUp(this.shares.map(share => this.owedOn(share)))
  }

  paid(): Parts {
    return addedUp(this.shares.map(({ paid }) => paid))
  }

  /** The instalments on which something is owed, oldest first. */
  unpaid(): Share[] {
    return this.shares.filter(share => totalOf(this.owedOn(share)) > 0)
  }

  /** Days past due. */
  overdueDaysOf(share: Share): number {
    return totalOf(this.owedOn(share)) > 0 ? Math.max(0, this.today - share.dueDay) : 0
  }

  overdueDays(): number {
    return this.today > (this.shares[0]?.dueDay ?? 0)
      ? Math.max(...this.shares.map(share => this.overdueDaysOf(share)))
      : 0
  }

  /** The amount owed up to an instalment: on its due day, or today if that has passed. */
  owedUpTo(number: number): number {
    const dueDay = this.shares.find(share => share.number === number)?.dueDay ?? this.today
    const then = this.on(dueDay)
    const due = then.shares.filter(share => share.number <= number)
    return totalOf(addedUp(due.map(share => then.owedOn(share))))
  }

  /**
   * Applies a payment: to the oldest instalment first, and within it to penal charge, interest,
   * principal (product §5, Payments).
   */
  pay(amount: number): { parts: Parts; excess: number } {
    let rest = amount
    const allocated: Parts[] = []
    for (const share of this.shares) {
      const owed = this.owedOn(share)
      const penal = Math.min(rest, owed.penal)
      const interest = Math.min(rest - penal, owed.interest)
      const principal = Math.min(rest - penal - interest, owed.principal)
      const parts = { penal, interest, principal }
      rest -= totalOf(parts)
      allocated.push(parts)
      share.principalLeft -= principal
      share.paid = addedUp([share.paid, parts])
    }
    return { parts: addedUp(allocated), excess: rest }
  }

  /**
   * Gives up penal charges alone, those of the oldest instalment first, and at most those owed
   * today (decision 67). Returns the amount.
   */
  waive(amount: number): number {
    let rest = amount
    for (const share of this.shares) {
      const waived = Math.min(rest, this.owedOn(share).penal)
      share.waived += waived
      rest -= waived
    }
    return amount - rest
  }

  /** The extension that can be requested today, or why none can (product §6, Extension). */
  offer(): ExtensionOffer | ExtensionRefusal {
    const next = this.unpaid()[0]
    const last = this.unpaid().at(-1)
    if (!next || !last) return 'nothing-to-pay'
    if (this.plan && this.plan.state !== 'refused') return 'hardship-plan'
    // Decision 27: it counts India days, and a due day cannot be moved within it.
    if (this.today <= this.arrived + this.terms.coolingOffDays) return 'cooling-off'
    const newDueDay = this.today + EXTENSION_DAYS
    if (newDueDay <= next.dueDay) return 'not-available'
    // Later instalments move with it, never beyond the longest tenor.
    const lastDay = last.dueDay + newDueDay - next.dueDay
    if (lastDay > this.arrived + this.terms.maxTenorDays) return 'longest-tenor'
    const { penal, interest, principal } = this.owed()
    const { service, gst } = serviceFeeOf(principal, this.terms)
    return { instalment: next.number, newDueDay: dayText(newDueDay), service, gst, penal, interest }
  }

  /**
   * Settles the charges of a paid extension's fee, and moves the due days of what is unpaid. No
   * penal charge remains for the days after the request (product §6, Extension; decision 15).
   */
  extend(newDueDay: number, fee: { readonly penal: number; readonly interest: number }): void {
    let { penal, interest } = fee
    for (const share of this.shares) {
      const owed = this.owedOn(share)
      const settled = {
        penal: Math.min(penal, owed.penal),
        interest: Math.min(interest, owed.interest),
        principal: 0,
      }
      penal -= settled.penal
      interest -= settled.interest
      share.paid = addedUp([share.paid, settled])
    }
    const moved = this.shares.filter(({ principalLeft }) => principalLeft > 0)
    const days = newDueDay - (moved[0]?.dueDay ?? newDueDay)
    for (const share of moved) {
      share.dueDay += days
      share.penal = BigInt(share.paid.penal + share.waived) * CHARGE_UNIT
      share.interestToDue += share.interestAfterDue
      share.interestAfterDue = 0n
    }
    this.agreeAgain(moved)
  }

  /**
   * The days by which a hardship plan may move the due days today (decision 45): once a loan, not
   * while it may be returned or is overdue, and within the longest tenor.
   */
  planDays(): number[] {
    const last = this.unpaid().at(-1)
    const { coolingOffDays, maxTenorDays } = this.terms
    if (!last || this.plan || this.overdueDays() > 0) return []
    if (this.today <= this.arrived + coolingOffDays) return []
    return PLAN_DAYS.filter(days => last.dueDay + days <= this.arrived + maxTenorDays)
  }

  /** A request that nobody has answered is granted when a due day ends on which something is unpaid. */
  private grantBySilence(): void {
    const { plan } = this
    const next = this.unpaid()[0]
    if (plan?.state !== 'awaiting' || !next || next.dueDay < plan.requestedOn) return
    if (next.dueDay <= this.today) this.grant()
  }

  /** A refusal moves nothing. */
  refusePlan(): void {
    if (this.plan?.state === 'awaiting') this.plan.state = 'refused'
  }

  /** Moves the due days of what is unpaid; the days between bear interest as agreed, and nothing else. */
  grant(): void {
    if (!this.plan) throw new Error('no plan was requested')
    Object.assign(this.plan, { state: 'granted', since: this.today })
    const moved = this.shares.filter(({ principalLeft }) => principalLeft > 0)
    for (const share of moved) share.dueDay += this.plan.moveDays
    this.agreeAgain(moved)
  }

  /** The interest agreed by an extension or a plan: of every day to the new due days. */
  private agreeAgain(moved: readonly Share[]): void {
    let day = this.today
    for (const share of moved) {
      let exact = share.interestToDue
      const rest = sum(
        moved
          .filter(({ number }) => number >= share.number)
          .map(({ principalLeft }) => principalLeft),
      )
      for (; day < share.dueDay; day += 1) exact += chargeOfOneDay(rest, this.terms.ratePpmYear)
      share.agreedInterest = roundedHalfUp(exact, CHARGE_UNIT)
    }
  }

  /** Every repayment to come, each with its day, if each is paid on its day. */
  toCome(): { day: number; amount: number }[] {
    const then = this.on(this.today)
    const repayments: { day: number; amount: number }[] = []
    for (let next = then.unpaid()[0]; next; next = then.unpaid()[0]) {
      then.goTo(next.dueDay)
      const due = then.unpaid().filter(({ dueDay }) => dueDay <= then.today)
      const amount = totalOf(addedUp(due.map(share => then.owedOn(share))))
      repayments.push({ day: then.today, amount })
      then.pay(amount)
    }
    return repayments
  }

  /** The parts that fall due next if nothing is paid before, with their day (decision 6). */
  fallsDue(): { day: string; parts: Parts } | undefined {
    const next = this.unpaid()[0]
    if (!next) return undefined
    const then = this.on(next.dueDay)
    const due = then.unpaid().filter(({ dueDay }) => dueDay <= then.today)
    return { day: dayText(then.today), parts: addedUp(due.map(share => then.owedOn(share))) }
  }
}

export function addedUp(all: readonly Parts[]): Parts {
  return {
    penal: sum(all.map(({ penal }) => penal)),
    interest: sum(all.map(({ interest }) => interest)),
    principal: sum(all.map(({ principal }) => principal)),
  }
}

export function totalOf({ penal, interest, principal }: Parts): number {
  return penal + interest + principal
}

/** True if a person decides on a plan (decision 45): the rules grant a first one of up to two weeks. */
export function needsPerson(
  { worstOverdueDays }: Loan,
  moveDays: number,
  { extensions, earlierPlans }: { readonly extensions: number; readonly earlierPlans: number },
): boolean {
  return moveDays > BY_RULE_MAX || worstOverdueDays > 0 || extensions > 0 || earlierPlans > 0
}
