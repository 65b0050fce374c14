import { dayText } from './calendar.ts'
import { disclosedOf, penalCapOf, serviceFeeOf } from './disclosed.ts'
import { CHARGE_UNIT, chargeOfOneDay, roundedHalfUp, sum } from './exact.ts'
import type { Disclosed, ExtensionOffer, ExtensionRefusal, Parts, Terms } from './facts.ts'

/** An extension moves the next due day to this many days after the request (specification §4). */
const EXTENSION_DAYS = 7

/** One instalment while its loan runs. Exact charges are in `CHARGE_UNIT`. */
type Share = {
  readonly number: number
  readonly principal: number
  readonly agreedInterest: number
  dueDay: number
  interest: bigint
  penal: bigint
  /** The interest that fell due with it, once its due day is over. */
  interestFellDue: number
  paid: Parts
}

const NOTHING: Parts = { penal: 0, interest: 0, principal: 0 }

/** A running loan that is carried from one day to the next, with what it charges and is paid. */
export class Loan {
  readonly terms: Terms
  readonly disclosed: Disclosed
  readonly arrived: number
  readonly shares: readonly Share[]
  today: number

  constructor(terms: Terms, arrived: number) {
    this.terms = terms
    this.disclosed = disclosedOf(terms)
    this.arrived = arrived
    this.today = arrived
    this.shares = this.disclosed.schedule.map(({ number, principal, interest, dueAfterDays }) => ({
      number,
      principal,
      agreedInterest: interest,
      dueDay: arrived + dueAfterDays,
      interest: 0n,
      penal: 0n,
      interestFellDue: 0,
      paid: NOTHING,
    }))
    // Product §5, Interest: at least one day, so the first day's interest is charged at once.
    this.chargeInterest()
  }

  /** Begins the next day and charges it, before anything is paid on it. */
  beginNextDay(): void {
    for (const share of this.shares)
      if (share.dueDay === this.today) share.interestFellDue = this.interestOf(share)
    this.today += 1
    if (this.today > this.arrived + 1) this.chargeInterest()
    // Product §5, Overdue: per day on the overdue instalment, from the day after its due day.
    for (const share of this.shares)
      if (share.dueDay < this.today)
        share.penal += chargeOfOneDay(overdueAmountOf(share), this.terms.penalRatePpmYear)
  }

  /** Charges one day's interest on the outstanding principal to the instalment that is next due. */
  private chargeInterest(): void {
    const unpaid = this.unpaid()
    const share = unpaid.find(({ dueDay }) => dueDay >= this.today) ?? unpaid.at(-1)
    if (share) share.interest += chargeOfOneDay(this.outstandingPrincipal(), this.terms.ratePpmYear)
  }

  /**
   * The interest of an instalment to today. The instalments round separately, and those roundings
   * never add up to more interest than agreed (decision 7).
   */
  private interestOf(share: Share): number {
    const before = this.shares.filter(({ number }) => number < share.number)
    const upTo = [...before, share]
    const exact = upTo.reduce((total, { interest }) => total + interest, 0n)
    const most = Math.max(
      sum(upTo.map(({ agreedInterest }) => agreedInterest)),
      roundedHalfUp(exact, CHARGE_UNIT),
    )
    const room = most - sum(before.map(({ paid }) => paid.interest))
    return Math.min(roundedHalfUp(share.interest, CHARGE_UNIT), room)
  }

  /** The penal charge of an instalment to today, capped (decision 7). */
  private penalOf(share: Share): number {
    return Math.min(roundedHalfUp(share.penal, CHARGE_UNIT), penalCapOf(this.terms))
  }

  owedOn(share: Share): Parts {
    return {
      penal: this.penalOf(share) - share.paid.penal,
      interest: this.interestOf(share) - share.paid.interest,
      principal: share.principal - share.paid.principal,
    }
  }

  owed(): Parts {
    return addedUp(this.shares.map(share => this.owedOn(share)))
  }

  paid(): Parts {
    return addedUp(this.shares.map(({ paid }) => paid))
  }

  payoff(): number {
    return totalOf(this.owed())
  }

  outstandingPrincipal(): number {
    return this.owed().principal
  }

  /** The instalments on which something is owed, oldest first. */
  unpaid(): Share[] {
    return this.shares.filter(share => totalOf(this.owedOn(share)) > 0)
  }

  /** The unpaid instalments whose due day is over. */
  overdue(): Share[] {
    return this.unpaid().filter(({ dueDay }) => dueDay < this.today)
  }

  isPaidUpTo(number: number): boolean {
    return this.unpaid().every(share => share.number > number)
  }

  /**
   * Applies a payment: to the oldest instalment first, and within it to penal charge, interest,
   * principal (product §5, Payments).
   */
  pay(amount: number): { parts: Parts; excess: number } {
    let left = amount
    const taken: Parts[] = []
    for (const share of this.shares) {
      const owed = this.owedOn(share)
      const penal = Math.min(left, owed.penal)
      const interest = Math.min(left - penal, owed.interest)
      const principal = Math.min(left - penal - interest, owed.principal)
      const parts = { penal, interest, principal }
      left -= totalOf(parts)
      taken.push(parts)
      share.paid = addedUp([share.paid, parts])
    }
    return { parts: addedUp(taken), excess: left }
  }

  /** The extension that can be requested today, or why none can (product §6, Extension). */
  offer(): ExtensionOffer | ExtensionRefusal {
    const next = this.unpaid()[0]
    const last = this.shares.at(-1)
    if (!next || !last) return 'nothing-to-pay'
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

  /** The penal charges to today, to which a paid extension goes back. */
  penalCharges(): Map<number, bigint> {
    return new Map(this.shares.map(({ number, penal }) => [number, penal]))
  }

  /**
   * Moves the due days as of the day of the request: charges to that day are settled, and no penal
   * charge counts for later days (product §6, Extension; decision 15).
   */
  extend(
    { instalment, newDueDay }: { instalment: number; newDueDay: number },
    penalAtRequest: ReadonlyMap<number, bigint>,
    settled: { penal: number; interest: number },
  ): void {
    const moved = this.shares.find(({ number }) => number === instalment)
    const days = newDueDay - (moved?.dueDay ?? newDueDay)
    for (const share of this.shares) {
      if (share.number >= instalment) share.dueDay += days
      share.penal = penalAtRequest.get(share.number) ?? share.penal
    }
    let { penal, interest } = settled
    for (const share of this.shares) {
      const owed = this.owedOn(share)
      const parts = {
        penal: Math.min(penal, owed.penal),
        interest: Math.min(interest, owed.interest),
        principal: 0,
      }
      penal -= parts.penal
      interest -= parts.interest
      share.paid = addedUp([share.paid, parts])
    }
  }

  /** What falls due next if nothing is paid before, with its day (decision 6). */
  fallsDue(): { day: string; parts: Parts } | undefined {
    const next = this.unpaid()[0]
    if (!next) return undefined
    const then = this.copy()
    while (then.today < next.dueDay) then.beginNextDay()
    const due = then.unpaid().filter(({ dueDay }) => dueDay <= then.today)
    return { day: dayText(then.today), parts: addedUp(due.map(share => then.owedOn(share))) }
  }

  private copy(): Loan {
    const loan = new Loan(this.terms, this.arrived)
    return Object.assign(loan, { today: this.today, shares: structuredClone(this.shares) })
  }
}

/** The unpaid part of what fell due. No charge is part of it: never on itself (product §5). */
function overdueAmountOf({ principal, interestFellDue, paid }: Share): number {
  return principal - paid.principal + Math.max(0, interestFellDue - paid.interest)
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
