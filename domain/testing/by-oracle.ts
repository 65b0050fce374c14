/**
 * The loans of `loans.ts` by the oracle, which was written from product §5 and §6 without the rules
 * of this folder. Days are counted from the payout.
 */
import { disclosedOf } from '#simulation/oracle/disclosed.ts'
import type { Disclosure, Parts, Terms } from '#simulation/oracle/facts.ts'
import { addedUp, Loan, totalOf } from '#simulation/oracle/loan.ts'

export { totalOf }
export type LoanByOracle = Loan

/**
 * A payment, a waiver of penal charges, an extension whose fee settled the charges up to the day of
 * its request, or a granted hardship plan.
 */
export type LoanEvent =
  | { readonly kind: 'payment'; readonly day: number; readonly amount: number }
  | { readonly kind: 'waiver'; readonly day: number; readonly amount: number }
  | {
      readonly kind: 'extension'
      readonly day: number
      readonly newDueDay: number
      readonly penal: number
      readonly interest: number
    }
  | { readonly kind: 'plan'; readonly day: number; readonly moveDays: number }

const V3: Omit<Terms, 'instalments' | 'ratePpmYear'> = {
  principal: 5_000_00,
  feeBps: 1000,
  discountBps: 0,
  periodDays: 7,
  maxTenorDays: 180,
  penalRatePpmYear: 365_000,
  penalCapBps: 500,
  extensionFeeBps: 1000,
  coolingOffDays: 1,
}

/** Each set of terms is disclosed once: the search for its APR takes longer than its loans. */
const disclosed = new Map<string, Disclosure>()

/** A loan of ₹5,000 in weekly instalments, at a rate in parts per million per day, after its last event. */
export function loanByOracle(
  { instalments, rate = 1000 }: { readonly instalments: number; readonly rate?: number },
  events: readonly LoanEvent[],
): Loan {
  const terms = { ...V3, instalments, ratePpmYear: rate * 365 }
  const key = `${instalments} ${rate}`
  const figures = disclosed.get(key) ?? disclosedOf(terms)
  disclosed.set(key, figures)
  const loan = new Loan(terms, 0, figures)
  for (const event of events) carryOn(loan, event)
  return loan
}

function carryOn(loan: Loan, event: LoanEvent): void {
  loan.goTo(event.day)
  if (event.kind === 'payment') loan.pay(event.amount)
  else if (event.kind === 'waiver') loan.waive(event.amount)
  else if (event.kind === 'extension') loan.extend(event.newDueDay, event)
  else {
    const { day, moveDays } = event
    loan.plan = { moveDays, requestedOn: day, state: 'awaiting', since: undefined }
    loan.grant()
  }
}

/** The amount owed on a day of all that is due by then, if nothing is paid before. */
export function dueBy(loan: Loan, day: number): Parts {
  const then = loan.on(day)
  return addedUp(then.shares.filter(({ dueDay }) => dueDay <= day).map(share => then.owedOn(share)))
}

/** The due day of the oldest instalment on which something is owed. */
export const nextDueOf = (loan: Loan): number | undefined => loan.unpaid()[0]?.dueDay

export const payoffOf = (loan: Loan, day: number): number => totalOf(loan.on(day).owed())
