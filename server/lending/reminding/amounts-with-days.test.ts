import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTACT_HOURS } from '#domain/contact-hours.ts'
import { type Day, daysBetween, startOfIndiaDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { returnOffer } from '#domain/lending/cooling-off.ts'
import { extensionOffer } from '#domain/lending/extension.ts'
import { dueByInstalment } from '#domain/lending/falls-due.ts'
import { addendumFactsOf } from '#domain/lending/key-facts-addendum.ts'
import { payoffOn } from '#domain/lending/payoff.ts'
import { REMINDER_STEPS, reminderAt, USUAL_WISH } from '#domain/lending/reminders.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import { on, runningLoan, START_DAY } from '#domain/testing/loans.ts'
import {
  type NaiveEvent,
  type NaiveTerms,
  naiveDebts,
  naiveFallsDue,
  naiveNextDue,
  naivePayoff,
  naiveSchedule,
  naiveToCome,
  total,
} from '#domain/testing/naive-loan.ts'
import { reminderSms } from '#server/lending/reminding/reminder-sms.ts'
import { owedAmounts } from '#server/lending/routes/home.ts'
import { positionView } from '#server/lending/routes/order-detail.ts'
import { smsText } from '#server/notices/words/sms-texts.ts'
import { readConfig } from '#server/platform/config.ts'
import { dayText } from '#words/format.ts'

/*
 * Compares every amount that a screen or a message names together with a day, over random lives of
 * loans, with the domain's amount for that day. LIVES is the number of lives; 10,000 take some
 * minutes.
 */
const LIVES = Number(process.env.LIVES ?? 400)

const PRINCIPAL = 5_000_00
const PENAL_CAP = 250_00
const EXTENDABLE = { extensionFee: basisPoints(1000), maxTenorDays: 180, coolingOffDays: 1 }
const config = readConfig({})

/** The next event of a life, after some days. */
const step = fc.record({
  wait: fc.integer({ min: 0, max: 11 }),
  does: fc.constantFrom(
    'pays-some',
    'pays-due',
    'pays-oldest',
    'pays-overdue',
    'extends',
    'defers',
  ),
  share: fc.integer({ min: 1, max: 99 }),
})
const aLife = fc.record({
  rate: fc.oneof(fc.constant(1000), fc.integer({ min: 0, max: 3000 })),
  instalments: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 13 })),
  steps: fc.array(step, { maxLength: 5 }),
  wait: fc.integer({ min: 0, max: 12 }),
  pick: fc.nat({ max: 1_000 }),
})
type Life = {
  readonly terms: NaiveTerms
  readonly events: readonly NaiveEvent[]
  readonly today: number
}

/** Lives through the steps; a step that is not possible on its day is left out. */
function lived({
  rate,
  instalments,
  steps,
  wait,
}: {
  rate: number
  instalments: number
  steps: Step[]
  wait: number
}): Life {
  const terms = { principal: PRINCIPAL, rate, penalRate: 1000, penalCap: PENAL_CAP, instalments }
  let events: NaiveEvent[] = []
  let today = 0
  for (const each of steps) {
    today = Math.max(today + each.wait, events.at(-1)?.day ?? 0)
    const event = eventOf(terms, events, today, each)
    if (event) events = [...events, event]
  }
  return { terms, events, today: Math.max(today + wait, events.at(-1)?.day ?? 0) }
}
type Step = { readonly wait: number; readonly does: string; readonly share: number }

function eventOf(
  terms: NaiveTerms,
  events: NaiveEvent[],
  day: number,
  { does, share }: Step,
): NaiveEvent | undefined {
  const payoff = naivePayoff(terms, events, day)
  const nextDue = naiveNextDue(terms, events, day)
  if (nextDue === undefined) return undefined
  if (does === 'extends') return extensionOn(terms, events, day, share % 2)
  if (does === 'defers') return deferralOn(terms, events, day, share)
  const oldest = naiveDebts(terms, events, day).find(({ owed }) => total(owed) > 0)
  const amounts: Record<string, number> = {
    'pays-some': Math.floor((total(payoff) * share) / 100),
    'pays-due': total(naiveFallsDue(terms, events, Math.max(day, nextDue))),
    'pays-oldest': oldest ? total(oldest.owed) : 0,
    'pays-overdue': total(naiveFallsDue(terms, events, day)),
  }
  const amount = amounts[does] ?? 0
  return amount > 0 ? { kind: 'payment', day, amount } : undefined
}

/** An extension requested on a day and paid on it or on the next, if the rules allow one. */
function extensionOn(
  terms: NaiveTerms,
  events: NaiveEvent[],
  requestedDay: number,
  paidLater: number,
): NaiveEvent | undefined {
  const unpaid = naiveDebts(terms, events, requestedDay).filter(({ owed }) => total(owed) > 0)
  const oldest = unpaid[0]
  const last = unpaid.at(-1)
  if (!oldest || !last) return undefined
  const moved = requestedDay + 7 - oldest.due
  const isAllowed =
    !events.some(({ kind }) => kind === 'deferral') &&
    requestedDay > EXTENDABLE.coolingOffDays &&
    moved > 0 &&
    last.due + moved <= EXTENDABLE.maxTenorDays
  const { penal, interest } = naivePayoff(terms, events, requestedDay)
  return isAllowed
    ? { kind: 'extension', day: requestedDay + paidLater, requestedDay, penal, interest }
    : undefined
}

/** A hardship plan granted on a day, if the rules allow one. */
function deferralOn(
  terms: NaiveTerms,
  events: NaiveEvent[],
  day: number,
  share: number,
): NaiveEvent | undefined {
  const moveDays = 7 * (1 + (share % 4))
  const unpaid = naiveDebts(terms, events, day).filter(({ owed }) => total(owed) > 0)
  const isAllowed =
    !events.some(({ kind }) => kind === 'deferral') &&
    day > EXTENDABLE.coolingOffDays &&
    (unpaid[0]?.due ?? -1) >= day &&
    (unpaid.at(-1)?.due ?? 0) + moveDays <= EXTENDABLE.maxTenorDays
  return isAllowed ? { kind: 'deferral', day, moveDays } : undefined
}

/** The same life as the product stores it. */
function loanOf({ terms, events }: Pick<Life, 'terms' | 'events'>): RunningLoan {
  const loan = runningLoan(terms.instalments, terms.rate)
  const payments = events.flatMap(event =>
    event.kind === 'payment' ? [{ day: on(event.day), amount: paise(event.amount) }] : [],
  )
  const extensions = events.flatMap((event, at) => {
    if (event.kind !== 'extension') return []
    const afterPayments = events.slice(0, at).filter(({ kind }) => kind === 'payment').length
    const { penal, interest } = { penal: paise(event.penal), interest: paise(event.interest) }
    return [
      {
        afterPayments,
        requestedDay: on(event.requestedDay),
        paidDay: on(event.day),
        penal,
        interest,
      },
    ]
  })
  const deferral = events.flatMap((event, at) => {
    if (event.kind !== 'deferral') return []
    const day = on(event.day)
    const afterPayments = events.slice(0, at).filter(({ kind }) => kind === 'payment').length
    return [{ moveDays: event.moveDays, requestedDay: day, answer: { day, afterPayments } }]
  })[0]
  return { ...loan, penalRate: ppmPerDay(terms.penalRate), payments, extensions, deferral }
}

test('every amount that is named with a day is that day’s amount', () => {
  const seen = {
    overdue: 0,
    before: 0,
    extended: 0,
    extendable: 0,
    deferred: 0,
    reminded: 0,
    partPaid: 0,
  }
  fc.assert(
    fc.property(aLife, ({ pick, ...about }) => {
      const life = lived(about)
      const loan = loanOf(life)
      expectScreens(life, loan)
      expectQuotes(life, loan, pick)
      if (expectReminder(life, loan, pick)) seen.reminded += 1
      if (expectExtension(life, loan)) seen.extendable += 1
      const { overdueDays, nextDueDay } = positionOn(loan, on(life.today))
      if (overdueDays > 0) seen.overdue += 1
      else if (nextDueDay !== undefined) seen.before += 1
      if (loan.extensions?.length) seen.extended += 1
      if (loan.deferral) seen.deferred += 1
      if (loan.payments.length > 0 && nextDueDay !== undefined) seen.partPaid += 1
    }),
    { numRuns: LIVES },
  )
  for (const count of Object.values(seen))
    expect(count, JSON.stringify(seen)).toBeGreaterThan(LIVES / 20)
}, 1_800_000)

/** Home, the head of the order's page, and its schedule. */
function expectScreens({ terms, events, today }: Life, loan: RunningLoan): void {
  expect(loan.instalments).toMatchObject(
    naiveSchedule(terms).map(({ due, principal, interest }) => ({
      dueDay: on(due),
      principal,
      amount: principal + interest,
    })),
  )
  const nextDue = naiveNextDue(terms, events, today)
  const day = nextDue === undefined ? undefined : Math.max(today, nextDue)
  const falls = day === undefined ? undefined : naiveFallsDue(terms, events, day)
  const toCome = naiveToCome(terms, events, today)
  const payoff = total(naivePayoff(terms, events, today))
  expect(owedAmounts(loan, on(today), 'en')).toMatchObject({
    amount: falls ? total(falls) : 0,
    interest: falls?.interest ?? 0,
    dueDay: nextDue === undefined ? null : on(nextDue),
    stillToRepay: toCome.reduce((sum, { amount }) => sum + amount, 0),
  })
  const position = positionOn(loan, on(today))
  expect(positionView(loan, position)).toMatchObject({
    today: on(today),
    payoff,
    dueNow: Math.min(payoff, falls ? total(falls) : 0),
    fallsDue:
      falls && day !== undefined ? { day: on(day), parts: falls, amount: total(falls) } : null,
  })
  const rows = dueByInstalment(loan, position)
  for (const { number, dueDay } of position.instalments) {
    const due = daysBetween(START_DAY, dueDay)
    const row = rows.get(number)
    if (row && due > today) expect(toCome).toContainEqual({ day: due, amount: total(row) })
    if (row && due <= today) {
      const known = events.filter(event => event.day <= due)
      expect(row).toEqual(naiveDebts(terms, known, due)[number - 1]?.owed)
    }
  }
}

/** Closing the loan on one of the offered days, and returning it. */
function expectQuotes({ terms, events, today }: Life, loan: RunningLoan, pick: number): void {
  const nextDue = naiveNextDue(terms, events, today)
  if (nextDue === undefined) {
    expect(payoffOn(loan, on(today))).toBe('nothing-owed')
    return
  }
  const day = today + (pick % (Math.max(today, nextDue) - today + 1))
  expect(payoffOn(loan, on(today), on(day))).toMatchObject({
    day: on(day),
    amount: total(naivePayoff(terms, events, day)),
  })
  const offer = returnOffer(loan, EXTENDABLE.coolingOffDays, on(today))
  if (today <= EXTENDABLE.coolingOffDays)
    expect(offer).toMatchObject({
      day: on(today),
      amount: total(naivePayoff(terms, events, today)),
    })
}

/**
 * The text message of one of the reminder days of the next instalment, if nothing is paid before.
 */
function expectReminder({ terms, events, today }: Life, loan: RunningLoan, pick: number): boolean {
  const nextDue = naiveNextDue(terms, events, today)
  const day = (nextDue ?? 0) + (REMINDER_STEPS[pick % REMINDER_STEPS.length]?.days ?? 0)
  if (nextDue === undefined || day < today) return false
  const at = new Date(startOfIndiaDay(on(day)).getTime() + CONTACT_HOURS.from * 3_600_000)
  const reminder = reminderAt({ state: 'loaned', loan, wish: USUAL_WISH, isDisputed: false }, at)
  if (!reminder) throw new Error(`no reminder on day ${day}`)
  const { sms, gaps } = reminderSms(config, reminder)
  const text = smsText(sms, 'en', gaps('en'))
  const falls = naiveFallsDue(terms, events, Math.max(day, nextDue))
  const amounts = [total(falls), ...(day > nextDue && falls.penal > 0 ? [falls.penal] : [])]
  expect(amountsIn(text), text).toEqual(amounts)
  expect(text).toContain(dayText(on(nextDue), 'en'))
  expect(text).not.toContain('Rs 0.00')
  return true
}

const amountsIn = (text: string) =>
  [...text.matchAll(/Rs ([\d,]+)\.(\d\d)/g)].map(([, rupees, cents]) =>
    Number(`${rupees?.replaceAll(',', '')}${cents}`),
  )

/** The page and the addendum of an extension that is requested and paid today. */
function expectExtension({ terms, events, today }: Life, loan: RunningLoan): boolean {
  const offer = extensionOffer(loan, EXTENDABLE, on(today))
  const naive = extensionOn(terms, [...events], today, 0)
  expect(typeof offer === 'string').toBe(naive === undefined)
  if (typeof offer === 'string' || naive?.kind !== 'extension') return false
  expect(offer).toMatchObject({
    penal: naive.penal,
    interest: naive.interest,
    newDueDay: on(today + 7),
  })
  const facts = addendumFactsOf({
    loan,
    fee: offer,
    today: on(today),
    serviceFees: [],
    received: paise(4_410_00),
    periodDays: 7,
  })
  const extended = [...events, naive]
  expect(facts.payoff).toBe(total(naivePayoff(terms, events, today)))
  expect(facts.dueThen).toMatchObject({
    day: on(today + 7),
    amount: total(naiveFallsDue(terms, extended, today + 7)),
  })
  const toCome = naiveToCome(terms, extended, today).map(
    ({ day, amount }): { day: Day; amount: number } => ({
      day: on(day),
      amount,
    }),
  )
  expect(facts.toCome.map(({ day, amount }) => ({ day, amount }))).toEqual(toCome)
  return true
}
