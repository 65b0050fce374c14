import { addDays, type Day, daysBetween } from '#domain/day.ts'
import { EXTENSION_DAYS } from '#domain/limits.ts'
import {
  leftOverPaise,
  minPaise,
  type Paise,
  type PpmPerYear,
  paise,
  RATE_DENOMINATOR,
  roundHalfUpToPaisa,
  sumPaise,
  ZERO_PAISE,
} from '#domain/money.ts'
import { NO_PARTS, type Parts, sumParts } from '#domain/parts.ts'

/* How interest and penal charge run on a loan, day by day (product §5), and how an extension moves its due days (§6). */

/** One instalment of a running loan, as agreed. */
export type DueInstalment = {
  readonly number: number
  readonly dueDay: Day
  readonly principal: Paise
  readonly amount: Paise
}

export type Payment = { readonly day: Day; readonly amount: Paise }

export type RunningLoan = {
  readonly rate: PpmPerYear
  readonly penalRate: PpmPerYear
  /** The most that penal charges on one instalment may come to. */
  readonly penalCap: Paise
  /** The day the money arrived. Interest runs from it. */
  readonly startDay: Day
  readonly instalments: readonly DueInstalment[]
  /** In the order in which they arrived. */
  readonly payments: readonly Payment[]
  /** Paid extensions of the due date, in order. */
  readonly extensions?: readonly PaidExtension[]
}

/** An extension that was paid: interest and penal charge are settled to the day it was requested, the due days move (product §6). */
export type PaidExtension = {
  /** How many of the loan's payments had arrived before it was paid. */
  readonly afterPayments: number
  readonly requestedDay: Day
  readonly paidDay: Day
  /** What its fee settled, beside the service fee. */
  readonly penal: Paise
  readonly interest: Paise
}

/**
 * An instalment of a running loan while its life is replayed. Accrual is kept exact, as the numerator over RATE_DENOMINATOR, and rounded only when it is read.
 */
export type Account = {
  readonly agreed: DueInstalment
  /** As agreed, until an extension moves it. */
  dueDay: Day
  /** Interest to the due day, as agreed; an extension agrees on more. */
  agreedInterest: Paise
  principalLeft: Paise
  interestToDue: bigint
  interestAfterDue: bigint
  penal: bigint
  paid: Parts
  /** The most that interest up to the due day may come to: see `capInterest`. */
  interestCap: Paise
}

/** An instalment before anything happened to it. */
export function openAccount(agreed: DueInstalment): Account {
  return {
    agreed,
    dueDay: agreed.dueDay,
    agreedInterest: paise(agreed.amount - agreed.principal),
    principalLeft: agreed.principal,
    interestToDue: 0n,
    interestAfterDue: 0n,
    penal: 0n,
    paid: NO_PARTS,
    interestCap: ZERO_PAISE,
  }
}

/** Lets interest and penal charge run to the end of `to`; the first day is always charged (product §5). Answers how far it came. */
export function accrue(loan: RunningLoan, accounts: readonly Account[], from: Day, to: Day): Day {
  const least = addDays(loan.startDay, 1)
  const until = to < least ? least : to
  let today = from
  while (today < until) {
    const next = nextDueDay(accounts, today, until)
    accrueDays(loan, accounts, today, daysBetween(today, next))
    capInterest(accounts)
    today = next
  }
  return today
}

/** The next day on which something falls due, at most `until`. Up to it every day accrues the same. */
function nextDueDay(accounts: readonly Account[], today: Day, until: Day): Day {
  return accounts.reduce(
    (next, { dueDay }) => (dueDay > today && dueDay < next ? dueDay : next),
    until,
  )
}

/** The days after `today`, none beyond the next due day: an overdue instalment bears its own interest and penal charge; the rest of the principal, the next one's interest. */
function accrueDays(
  { rate, penalRate }: RunningLoan,
  accounts: readonly Account[],
  today: Day,
  days: number,
): void {
  const overdue = accounts.filter(({ dueDay }) => dueDay <= today)
  for (const account of overdue) {
    account.penal += BigInt(unpaidInstalment(account)) * BigInt(penalRate) * BigInt(days)
    account.interestAfterDue += BigInt(account.principalLeft) * BigInt(rate) * BigInt(days)
  }
  const running = accounts.filter(
    ({ dueDay, principalLeft }) => dueDay > today && principalLeft > 0,
  )
  const outstanding = sumPaise(running.map(({ principalLeft }) => principalLeft))
  if (running[0]) running[0].interestToDue += BigInt(outstanding) * BigInt(rate) * BigInt(days)
}

/** What a penal charge is counted on: the instalment's unpaid principal and interest to its due day, never the charge itself. */
function unpaidInstalment(account: Account): Paise {
  return paise(
    account.principalLeft + leftOverPaise(interestToDueOf(account), account.paid.interest),
  )
}

function interestToDueOf({ interestToDue, interestCap }: Account): Paise {
  return minPaise(roundHalfUpToPaisa(interestToDue, RATE_DENOMINATOR), interestCap)
}

/** Rounded together with the interest to the due day, so that a day more never costs a paisa of rounding. */
function interestAfterDueOf({ interestToDue, interestAfterDue }: Account): Paise {
  const together = roundHalfUpToPaisa(interestToDue + interestAfterDue, RATE_DENOMINATOR)
  return paise(together - roundHalfUpToPaisa(interestToDue, RATE_DENOMINATOR))
}

/**
 * Paid early, an instalment leaves days of interest to the next one, and each is rounded by itself. The cap keeps
 * those roundings from ever adding up to more interest than was agreed so far.
 */
function capInterest(accounts: readonly Account[]): void {
  let agreedSoFar = ZERO_PAISE
  let countedSoFar = ZERO_PAISE
  for (const account of accounts) {
    agreedSoFar = paise(agreedSoFar + account.agreedInterest)
    account.interestCap = paise(agreedSoFar - countedSoFar)
    countedSoFar = paise(countedSoFar + interestToDueOf(account))
  }
}

/** What is owed on an instalment now: penal charge and interest to the day, principal whole. */
export function owedOn({ penalCap }: RunningLoan, account: Account): Parts {
  const charged = minPaise(roundHalfUpToPaisa(account.penal, RATE_DENOMINATOR), penalCap)
  const interest = paise(interestToDueOf(account) + interestAfterDueOf(account))
  return {
    penal: leftOverPaise(charged, account.paid.penal),
    interest: leftOverPaise(interest, account.paid.interest),
    principal: account.principalLeft,
  }
}

/**
 * A paid extension: what its fee named is settled, later penal charge of the days in between is waived, the oldest unpaid
 * instalment falls due seven days after the request, and the later ones move along. Principal is unchanged.
 */
export function extend(
  loan: RunningLoan,
  accounts: readonly Account[],
  extension: PaidExtension,
): void {
  settleCharges(loan, accounts, extension)
  const unpaid = accounts.filter(({ principalLeft }) => principalLeft > 0)
  const [oldest] = unpaid
  if (!oldest) return
  const moved = daysBetween(oldest.dueDay, addDays(extension.requestedDay, EXTENSION_DAYS))
  let from = extension.paidDay
  for (const [index, account] of unpaid.entries()) {
    account.dueDay = addDays(account.dueDay, moved)
    account.interestToDue += account.interestAfterDue
    account.interestAfterDue = 0n
    account.penal = BigInt(account.paid.penal) * RATE_DENOMINATOR
    const outstanding = sumPaise(unpaid.slice(index).map(({ principalLeft }) => principalLeft))
    const toCome =
      BigInt(outstanding) * BigInt(loan.rate) * BigInt(daysBetween(from, account.dueDay))
    account.agreedInterest = roundHalfUpToPaisa(account.interestToDue + toCome, RATE_DENOMINATOR)
    from = account.dueDay
  }
  capInterest(accounts)
}

function settleCharges(
  loan: RunningLoan,
  accounts: readonly Account[],
  extension: PaidExtension,
): void {
  let { penal: penalLeft, interest: interestLeft } = extension
  for (const account of accounts) {
    const owed = owedOn(loan, account)
    const penal = minPaise(penalLeft, owed.penal)
    const interest = minPaise(interestLeft, owed.interest)
    account.paid = sumParts([account.paid, { penal, interest, principal: ZERO_PAISE }])
    penalLeft = paise(penalLeft - penal)
    interestLeft = paise(interestLeft - interest)
  }
}
