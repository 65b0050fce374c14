/**
 * An independent calculation of what a loan owes, from product §5 and §6 alone, to check the
 * product against. Nothing here calls the domain. Days are counted from the payout; amounts are
 * paise, and accruals are millionths of a paisa.
 */
export type NaiveTerms = {
  readonly principal: number
  /** Millionths per day. */
  readonly rate: number
  readonly penalRate: number
  readonly penalCap: number
  readonly instalments: number
}

/**
 * A payment, an extension whose fee settled the penal charge and interest up to the day of its
 * request, a hardship plan, or a waiver of penal charges.
 */
export type NaiveEvent =
  | { readonly kind: 'payment'; readonly day: number; readonly amount: number }
  | { readonly kind: 'waiver'; readonly day: number; readonly amount: number }
  | {
      readonly kind: 'extension'
      readonly day: number
      readonly requestedDay: number
      readonly penal: number
      readonly interest: number
    }
  | {
      /** A hardship plan, granted on a day. */
      readonly kind: 'deferral'
      readonly day: number
      readonly moveDays: number
    }

export type NaiveParts = { penal: number; interest: number; principal: number }

type Debt = {
  due: number
  left: number
  agreedInterest: number
  /** Interest up to the due day, interest after it, and penal charge. */
  toDue: number
  late: number
  penal: number
  waived: number
  paid: { penal: number; interest: number }
}

const WEEK = 7
const round = (millionths: number) => Math.floor(millionths / 1_000_000 + 0.5)
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
export const total = ({ penal, interest, principal }: NaiveParts) => penal + interest + principal

/**
 * Equal instalments every week; daily interest on outstanding principal; the last one takes the
 * rounding.
 */
export function naiveSchedule({ principal, rate, instalments }: NaiveTerms) {
  const r = (rate * WEEK) / 1_000_000
  const equal = r === 0 ? principal / instalments : (principal * r) / (1 - (1 + r) ** -instalments)
  let outstanding = principal
  return Array.from({ length: instalments }, (_, index) => {
    const interest = round(outstanding * rate * WEEK)
    const part = index === instalments - 1 ? outstanding : Math.floor(equal + 0.5) - interest
    outstanding -= part
    return { due: (index + 1) * WEEK, principal: part, interest }
  })
}

/** Each instalment at the end of a day: when it falls due and what is owed on it. */
export function naiveDebts(terms: NaiveTerms, events: readonly NaiveEvent[], day: number) {
  const debts = naiveSchedule(terms).map(
    ({ due, principal, interest }): Debt => ({
      due,
      left: principal,
      agreedInterest: interest,
      toDue: 0,
      late: 0,
      penal: 0,
      waived: 0,
      paid: { penal: 0, interest: 0 },
    }),
  )
  let lived = 0
  // The first day is always charged.
  const live = (to: number) => {
    while (lived < Math.max(1, to)) {
      lived += 1
      liveDay(terms, debts, lived)
    }
  }
  for (const event of events) {
    live(event.day)
    if (event.kind === 'payment') pay(terms, debts, event.amount)
    else if (event.kind === 'waiver') waive(terms, debts, event.amount)
    else if (event.kind === 'extension') extend(terms, debts, event)
    else defer(terms, debts, event)
  }
  live(day)
  return debts.map((debt, at) => ({ due: debt.due, owed: owedOf(terms, debts, at) }))
}

/** The amount that falls due on a day if nothing more is paid: everything due by then. */
export function naiveFallsDue(
  terms: NaiveTerms,
  events: readonly NaiveEvent[],
  day: number,
): NaiveParts {
  return addUp(naiveDebts(terms, events, day).filter(({ due }) => due <= day))
}

/** The amount that closes the loan on a day. */
export function naivePayoff(
  terms: NaiveTerms,
  events: readonly NaiveEvent[],
  day: number,
): NaiveParts {
  return addUp(naiveDebts(terms, events, day))
}

/** The due day of the oldest instalment on which something is owed. */
export function naiveNextDue(
  terms: NaiveTerms,
  events: readonly NaiveEvent[],
  day: number,
): number | undefined {
  return naiveDebts(terms, events, day).find(({ owed }) => total(owed) > 0)?.due
}

/** The amounts paid from a day on if everything is paid as soon as it is due, day by day. */
export function naiveToCome(terms: NaiveTerms, events: readonly NaiveEvent[], today: number) {
  const dueDays = naiveDebts(terms, events, today).map(({ due }) => due)
  const paid: { day: number; amount: number }[] = []
  for (const day of [today, ...dueDays.filter(due => due > today)]) {
    const amount = total(
      naiveFallsDue(
        terms,
        [...events, ...paid.map(each => ({ kind: 'payment' as const, ...each }))],
        day,
      ),
    )
    if (amount > 0) paid.push({ day, amount })
  }
  return paid
}

function addUp(debts: readonly { owed: NaiveParts }[]): NaiveParts {
  return {
    penal: sum(debts.map(({ owed }) => owed.penal)),
    interest: sum(debts.map(({ owed }) => owed.interest)),
    principal: sum(debts.map(({ owed }) => owed.principal)),
  }
}

/**
 * Outstanding principal bears interest, which falls due with the next instalment; an overdue
 * instalment bears its own interest and a penal charge.
 */
function liveDay({ rate, penalRate }: NaiveTerms, debts: Debt[], day: number): void {
  for (const [at, debt] of debts.entries()) {
    if (debt.due >= day) continue
    const unpaid = debt.left + Math.max(0, interestToDue(debts, at) - debt.paid.interest)
    debt.penal += unpaid * penalRate
    debt.late += debt.left * rate
  }
  const running = debts.filter(({ due, left }) => due >= day && left > 0)
  if (running[0]) running[0].toDue += sum(running.map(({ left }) => left)) * rate
}

/** Rounded at the last step; up to a due day it never exceeds what was agreed in total. */
function interestToDue(debts: readonly Debt[], at: number): number {
  let room = 0
  let interest = 0
  for (const debt of debts.slice(0, at + 1)) {
    room += debt.agreedInterest - interest
    interest = Math.min(round(debt.toDue), room)
  }
  return interest
}

function owedOf({ penalCap }: NaiveTerms, debts: readonly Debt[], at: number): NaiveParts {
  const debt = debts[at]
  if (!debt) throw new RangeError('instalment does not exist')
  const late = round(debt.toDue + debt.late) - round(debt.toDue)
  return {
    penal: Math.max(0, Math.min(round(debt.penal), penalCap) - debt.waived - debt.paid.penal),
    interest: Math.max(0, interestToDue(debts, at) + late - debt.paid.interest),
    principal: debt.left,
  }
}

/** Oldest instalment first; within it penal charge, interest, principal. */
function pay(terms: NaiveTerms, debts: Debt[], amount: number): void {
  let money = amount
  const take = (owed: number) => {
    const taken = Math.min(money, owed)
    money -= taken
    return taken
  }
  for (const [at, debt] of debts.entries()) {
    const owed = owedOf(terms, debts, at)
    debt.paid.penal += take(owed.penal)
    debt.paid.interest += take(owed.interest)
    debt.left -= take(owed.principal)
  }
}

/** What is given up counts against the cap, as what was paid. */
function waive(terms: NaiveTerms, debts: Debt[], amount: number): void {
  let left = amount
  for (const [at, debt] of debts.entries()) {
    const given = Math.min(left, owedOf(terms, debts, at).penal)
    debt.waived += given
    left -= given
  }
}

/**
 * Settles what the fee names and waives later penal charge; the next instalment falls due a week
 * after the request, and the others move by as much.
 */
function extend(
  terms: NaiveTerms,
  debts: Debt[],
  event: Extract<NaiveEvent, { kind: 'extension' }>,
): void {
  let { penal, interest } = event
  for (const [at, debt] of debts.entries()) {
    const owed = owedOf(terms, debts, at)
    const settled = {
      penal: Math.min(penal, owed.penal),
      interest: Math.min(interest, owed.interest),
    }
    debt.paid.penal += settled.penal
    debt.paid.interest += settled.interest
    penal -= settled.penal
    interest -= settled.interest
  }
  const oldest = debts.find(({ left }) => left > 0)
  move(terms, debts, event.requestedDay + WEEK - (oldest?.due ?? 0), event.day)
}

/** Every unpaid instalment falls due later, and bears interest for its longer time. */
function defer(
  terms: NaiveTerms,
  debts: Debt[],
  { day, moveDays }: Extract<NaiveEvent, { kind: 'deferral' }>,
): void {
  move(terms, debts, moveDays, day)
}

function move(terms: NaiveTerms, debts: Debt[], moved: number, day: number): void {
  const unpaid = debts.filter(({ left }) => left > 0)
  let from = day
  for (const [at, debt] of unpaid.entries()) {
    debt.due += moved
    debt.toDue += debt.late
    debt.late = 0
    debt.penal = (debt.paid.penal + debt.waived) * 1_000_000
    const outstanding = sum(unpaid.slice(at).map(({ left }) => left))
    debt.agreedInterest = round(debt.toDue + outstanding * terms.rate * (debt.due - from))
    from = debt.due
  }
}
