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

/*
 * Accrues interest and penal charge day by day (product §5), and moves due days for an extension or
 * a hardship plan (§6).
 */

/** One instalment of a running loan, as agreed. */
export type DueInstalment = {
  readonly number: number
  readonly dueDay: Day
  readonly principal: Paise
  readonly amount: Paise
}

export type Payment = { readonly day: Day; readonly amount: Paise }

/** A loan as agreed, with the hardship plan that was requested. */
export type AgreedLoan = {
  readonly rate: PpmPerYear
  readonly penalRate: PpmPerYear
  /** The cap on penal charges for one instalment. */
  readonly penalCap: Paise
  /** The day the money arrived, from which interest runs. */
  readonly startDay: Day
  readonly instalments: readonly DueInstalment[]
  /** The hardship plan that was requested. No extension follows it, unless it was refused. */
  readonly deferral?: Deferral | undefined
}

export type RunningLoan = AgreedLoan & {
  /** In the order in which they were made (decision 6). */
  readonly payments: readonly Payment[]
  /** Paid extensions of the due date, in order. */
  readonly extensions?: readonly PaidExtension[]
  /** Penal charges that the lender gave up, in order. */
  readonly waivers?: readonly PenalWaiver[]
}

/** An amount of penal charges that the lender gave up on a day (decision 67). */
export type PenalWaiver = {
  readonly day: Day
  /** The number of the loan's payments that came before it. */
  readonly afterPayments: number
  readonly amount: Paise
}

/**
 * A request for later due days of all unpaid instalments, without a fee (decision 45). An
 * unanswered one counts as granted at the end of the first due day on which something is unpaid.
 */
export type Deferral = {
  readonly moveDays: number
  readonly requestedDay: Day
  readonly answer: 'awaited' | 'refused' | DeferralGrant
}

export type DeferralGrant = {
  readonly day: Day
  /** The number of the loan's payments that came before it. */
  readonly afterPayments: number
}

/**
 * A paid extension: interest and penal charge are settled up to the day of the request, and the due
 * days move (product §6).
 */
export type PaidExtension = {
  /** The number of the loan's payments that were made before the fee was complete. */
  readonly afterPayments: number
  readonly requestedDay: Day
  readonly paidDay: Day
  /** The amount that the fee settled, apart from the service fee. */
  readonly penal: Paise
  readonly interest: Paise
}

/**
 * An instalment of a running loan during its replay. Accrual is exact, as the numerator over
 * RATE_DENOMINATOR, and rounded only when it is read.
 */
export type Account = {
  readonly agreed: DueInstalment
  /** As agreed, until an extension or a hardship plan moves it. */
  dueDay: Day
  /** Interest up to the due day, as agreed; moving the due day adds to it. */
  agreedInterest: Paise
  principalLeft: Paise
  interestToDue: bigint
  interestAfterDue: bigint
  penal: bigint
  /** Penal charge that the lender gave up. The cap counts it, so that it does not accrue again. */
  waived: Paise
  paid: Parts
  /** The cap on interest up to the due day: see `capInterest`. */
  interestCap: Paise
}

/** The account of an instalment before anything happened to it. */
export function openAccount(agreed: DueInstalment): Account {
  return {
    agreed,
    dueDay: agreed.dueDay,
    agreedInterest: paise(agreed.amount - agreed.principal),
    principalLeft: agreed.principal,
    interestToDue: 0n,
    interestAfterDue: 0n,
    penal: 0n,
    waived: ZERO_PAISE,
    paid: NO_PARTS,
    interestCap: ZERO_PAISE,
  }
}

/**
 * Accrues interest and penal charge to the end of `to`; the first day is always charged (product
 * §5). Returns the day it reached.
 */
export function accrue(loan: AgreedLoan, accounts: readonly Account[], from: Day, to: Day): Day {
  const minDay = addDays(loan.startDay, 1)
  const until = to < minDay ? minDay : to
  let today = from
  while (today < until) {
    const next = nextDueDay(accounts, today, until)
    accrueDays(loan, accounts, today, daysBetween(today, next))
    capInterest(accounts)
    today = next
  }
  return today
}

/** The next due day, at most `until`. Every day before it accrues the same. */
function nextDueDay(accounts: readonly Account[], today: Day, until: Day): Day {
  return accounts.reduce(
    (next, { dueDay }) => (dueDay > today && dueDay < next ? dueDay : next),
    until,
  )
}

/**
 * Accrues the days after `today`, none beyond the next due day. An overdue instalment bears its own
 * interest and penal charge; the rest of the principal bears the interest of the next one.
 */
function accrueDays(
  { rate, penalRate }: AgreedLoan,
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

/**
 * The base of the penal charge: the instalment's unpaid principal and interest up to its due day,
 * never earlier penal charge.
 */
function unpaidInstalment(account: Account): Paise {
  return paise(
    account.principalLeft + leftOverPaise(interestToDueOf(account), account.paid.interest),
  )
}

function interestToDueOf({ interestToDue, interestCap }: Account): Paise {
  return minPaise(roundHalfUpToPaisa(interestToDue, RATE_DENOMINATOR), interestCap)
}

/**
 * Rounded together with the interest up to the due day, so that an extra day never costs a paisa of
 * rounding.
 */
function interestAfterDueOf({ interestToDue, interestAfterDue }: Account): Paise {
  const together = roundHalfUpToPaisa(interestToDue + interestAfterDue, RATE_DENOMINATOR)
  return paise(together - roundHalfUpToPaisa(interestToDue, RATE_DENOMINATOR))
}

/**
 * An instalment paid early leaves some days of interest to the next one, and each is rounded
 * separately. The cap keeps these roundings from adding up to more interest than was agreed.
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

/**
 * The amount owed on an instalment now: penal charge and interest to date, and all of the
 * principal.
 */
export function owedOn({ penalCap }: AgreedLoan, account: Account): Parts {
  const charged = minPaise(roundHalfUpToPaisa(account.penal, RATE_DENOMINATOR), penalCap)
  const interest = paise(interestToDueOf(account) + interestAfterDueOf(account))
  return {
    penal: leftOverPaise(charged, paise(account.paid.penal + account.waived)),
    interest: leftOverPaise(interest, account.paid.interest),
    principal: account.principalLeft,
  }
}

/**
 * Applies a paid extension: settles the parts of its fee, waives penal charge for the days between
 * request and payment, moves the oldest unpaid instalment to seven days after the request, and
 * moves the later ones by as much. Principal is unchanged.
 */
export function extend(
  loan: AgreedLoan,
  accounts: readonly Account[],
  extension: PaidExtension,
): void {
  settleCharges(loan, accounts, extension)
  const oldest = oldestUnpaid(accounts)
  if (!oldest) return
  const moveDays = daysBetween(oldest.dueDay, addDays(extension.requestedDay, EXTENSION_DAYS))
  moveDueDays(loan, accounts, moveDays, extension.paidDay)
}

/** The oldest instalment on which principal is unpaid. */
export function oldestUnpaid(accounts: readonly Account[]): Account | undefined {
  return accounts.find(({ principalLeft }) => principalLeft > 0)
}

/**
 * Moves the due day of each unpaid instalment, as of a day. The interest of the days between
 * belongs to the oldest one; penal charge that was not paid is waived. Principal is unchanged.
 */
export function moveDueDays(
  loan: AgreedLoan,
  accounts: readonly Account[],
  moveDays: number,
  asOf: Day,
): void {
  const unpaid = accounts.filter(({ principalLeft }) => principalLeft > 0)
  let from = asOf
  for (const [index, account] of unpaid.entries()) {
    account.dueDay = addDays(account.dueDay, moveDays)
    account.interestToDue += account.interestAfterDue
    account.interestAfterDue = 0n
    account.penal = BigInt(account.paid.penal + account.waived) * RATE_DENOMINATOR
    const outstanding = sumPaise(unpaid.slice(index).map(({ principalLeft }) => principalLeft))
    const toCome =
      BigInt(outstanding) * BigInt(loan.rate) * BigInt(daysBetween(from, account.dueDay))
    account.agreedInterest = roundHalfUpToPaisa(account.interestToDue + toCome, RATE_DENOMINATOR)
    from = account.dueDay
  }
  capInterest(accounts)
}

function settleCharges(
  loan: AgreedLoan,
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

/**
 * Gives up penal charges, those of the oldest instalment first, up to what is owed of them.
 * Interest and principal stay as they are.
 */
export function waivePenal(
  loan: AgreedLoan,
  accounts: readonly Account[],
  { amount }: PenalWaiver,
): void {
  let remaining = amount
  for (const account of accounts) {
    const waived = minPaise(remaining, owedOn(loan, account).penal)
    account.waived = paise(account.waived + waived)
    remaining = paise(remaining - waived)
  }
}
