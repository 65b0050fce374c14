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
import { basisPoints, paise } from '#domain/money.ts'
import {
  dueBy,
  type LoanByOracle,
  type LoanEvent,
  loanByOracle,
  nextDueOf,
  payoffOf,
  totalOf,
} from '#domain/testing/by-oracle.ts'
import { on, runningLoan, START_DAY } from '#domain/testing/loans.ts'
import { runs } from '#domain/testing/runs.ts'
import { reminderSms } from '#server/lending/reminding/reminder-sms.ts'
import { owedAmounts } from '#server/lending/routes/home.ts'
import { positionView } from '#server/lending/routes/order-detail.ts'
import { smsText } from '#server/notices/words/sms-texts.ts'
import { readConfig } from '#server/platform/config.ts'
import { dayText } from '#words/format.ts'

/*
 * Compares every amount that a screen or a message names together with a day, over random lives of
 * loans, with the domain's amount for that day. PROPERTY_RUNS is the number of lives; 10,000
 * take some minutes.
 */
const LIVES = runs(400)

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
type Step = { readonly wait: number; readonly does: string; readonly share: number }
type Steps = {
  readonly rate: number
  readonly instalments: number
  readonly steps: readonly Step[]
  readonly wait: number
}
type Life = Pick<Steps, 'rate' | 'instalments'> & {
  readonly events: readonly LoanEvent[]
  /** The loan by the oracle, today. */
  readonly byOracle: LoanByOracle
  readonly today: number
}

/** Lives through the steps; a step that is not possible on its day is left out. */
function lived({ rate, instalments, steps, wait }: Steps): Life {
  let events: LoanEvent[] = []
  let today = 0
  for (const each of steps) {
    today = Math.max(today + each.wait, events.at(-1)?.day ?? 0)
    const event = eventOf(loanByOracle({ instalments, rate }, events).on(today), each)
    if (event) events = [...events, event]
  }
  today = Math.max(today + wait, events.at(-1)?.day ?? 0)
  const byOracle = loanByOracle({ instalments, rate }, events).on(today)
  return { rate, instalments, events, byOracle, today }
}

function eventOf(loan: LoanByOracle, { does, share }: Step): LoanEvent | undefined {
  const oldest = loan.unpaid()[0]
  if (!oldest) return undefined
  const day = loan.today
  if (does === 'extends') return extensionOn(loan, share % 2)
  const moveDays = 7 * (1 + (share % 4))
  if (does === 'defers')
    return loan.planDays().includes(moveDays) ? { kind: 'plan', day, moveDays } : undefined
  const amounts: Record<string, number> = {
    'pays-some': Math.floor((totalOf(loan.owed()) * share) / 100),
    'pays-due': totalOf(dueBy(loan, Math.max(day, oldest.dueDay))),
    'pays-oldest': totalOf(loan.owedOn(oldest)),
    'pays-overdue': totalOf(dueBy(loan, day)),
  }
  const amount = amounts[does] ?? 0
  return amount > 0 ? { kind: 'payment', day, amount } : undefined
}

/** An extension requested today and paid so many days later, if one is offered. */
function extensionOn(loan: LoanByOracle, paidLater: number) {
  const offer = loan.offer()
  if (typeof offer === 'string') return undefined
  const { penal, interest } = offer
  const day = loan.today + paidLater
  return { kind: 'extension', day, newDueDay: loan.today + 7, penal, interest } as const
}

/** The same life as the product stores it. */
function loanOf({ instalments, rate, events }: Life): RunningLoan {
  const loan = runningLoan(instalments, rate)
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
        requestedDay: on(event.newDueDay - 7),
        paidDay: on(event.day),
        penal,
        interest,
      },
    ]
  })
  const deferral = events.flatMap((event, at) => {
    if (event.kind !== 'plan') return []
    const day = on(event.day)
    const afterPayments = events.slice(0, at).filter(({ kind }) => kind === 'payment').length
    return [{ moveDays: event.moveDays, requestedDay: day, answer: { day, afterPayments } }]
  })[0]
  return { ...loan, payments, extensions, deferral }
}

test('every amount that is named with a day is that day’s amount', () => {
  const counts = {
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
      if (expectReminder(life, loan, pick)) counts.reminded += 1
      if (expectExtension(life, loan)) counts.extendable += 1
      const { overdueDays, nextDueDay } = positionOn(loan, on(life.today))
      if (overdueDays > 0) counts.overdue += 1
      else if (nextDueDay !== undefined) counts.before += 1
      if (loan.extensions?.length) counts.extended += 1
      if (loan.deferral) counts.deferred += 1
      if (loan.payments.length > 0 && nextDueDay !== undefined) counts.partPaid += 1
    }),
    { numRuns: LIVES },
  )
  for (const count of Object.values(counts))
    expect(count, JSON.stringify(counts)).toBeGreaterThan(LIVES / 20)
}, 1_800_000)

/** Home, the head of the order's page, and its schedule. */
function expectScreens(life: Life, loan: RunningLoan): void {
  const { events, byOracle, today } = life
  expect(loan.instalments).toMatchObject(
    byOracle.disclosed.schedule.map(({ dueAfterDays, principal, interest }) => ({
      dueDay: on(dueAfterDays),
      principal,
      amount: principal + interest,
    })),
  )
  const nextDue = nextDueOf(byOracle)
  const day = nextDue === undefined ? undefined : Math.max(today, nextDue)
  const falls = day === undefined ? undefined : dueBy(byOracle, day)
  const toCome = byOracle.toCome()
  const payoff = payoffOf(byOracle, today)
  expect(owedAmounts(loan, on(today), 'en')).toMatchObject({
    amount: falls ? totalOf(falls) : 0,
    interest: falls?.interest ?? 0,
    dueDay: nextDue === undefined ? null : on(nextDue),
    stillToRepay: toCome.reduce((sum, { amount }) => sum + amount, 0),
  })
  const position = positionOn(loan, on(today))
  expect(positionView(loan, position)).toMatchObject({
    today: on(today),
    payoff,
    dueNow: Math.min(payoff, falls ? totalOf(falls) : 0),
    fallsDue:
      falls && day !== undefined ? { day: on(day), parts: falls, amount: totalOf(falls) } : null,
  })
  const rows = dueByInstalment(loan, position)
  for (const { number, dueDay } of position.instalments) {
    const due = daysBetween(START_DAY, dueDay)
    const row = rows.get(number)
    if (row && due > today) expect(toCome).toContainEqual({ day: due, amount: totalOf(row) })
    if (row && due <= today) {
      const earlier = events.filter(event => event.day <= due)
      const then = loanByOracle(life, earlier).on(due)
      const share = then.shares.find(one => one.number === number)
      expect(row).toEqual(share && then.owedOn(share))
    }
  }
}

/** Closing the loan on one of the offered days, and returning it. */
function expectQuotes({ byOracle, today }: Life, loan: RunningLoan, pick: number): void {
  const nextDue = nextDueOf(byOracle)
  if (nextDue === undefined) {
    expect(payoffOn(loan, on(today))).toBe('nothing-owed')
    return
  }
  const day = today + (pick % (Math.max(today, nextDue) - today + 1))
  expect(payoffOn(loan, on(today), on(day))).toMatchObject({
    day: on(day),
    amount: payoffOf(byOracle, day),
  })
  const offer = returnOffer(loan, EXTENDABLE.coolingOffDays, on(today))
  if (today <= EXTENDABLE.coolingOffDays)
    expect(offer).toMatchObject({
      day: on(today),
      amount: payoffOf(byOracle, today),
    })
}

/**
 * The text message of one of the reminder days of the next instalment, if nothing is paid before.
 */
function expectReminder({ byOracle, today }: Life, loan: RunningLoan, pick: number): boolean {
  const nextDue = nextDueOf(byOracle)
  const day = (nextDue ?? 0) + (REMINDER_STEPS[pick % REMINDER_STEPS.length]?.days ?? 0)
  if (nextDue === undefined || day < today) return false
  const at = new Date(startOfIndiaDay(on(day)).getTime() + CONTACT_HOURS.from * 3_600_000)
  const reminder = reminderAt({ state: 'loaned', loan, wish: USUAL_WISH, isDisputed: false }, at)
  if (!reminder) throw new Error(`no reminder on day ${day}`)
  const { sms, gaps } = reminderSms(config, reminder)
  const text = smsText(sms, 'en', gaps('en'))
  const falls = dueBy(byOracle, Math.max(day, nextDue))
  const amounts = [totalOf(falls), ...(day > nextDue && falls.penal > 0 ? [falls.penal] : [])]
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
function expectExtension({ events, byOracle, today, ...about }: Life, loan: RunningLoan): boolean {
  const offer = extensionOffer(loan, EXTENDABLE, on(today))
  const event = extensionOn(byOracle, 0)
  expect(typeof offer === 'string').toBe(event === undefined)
  if (typeof offer === 'string' || !event) return false
  expect(offer).toMatchObject({
    penal: event.penal,
    interest: event.interest,
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
  const extended = loanByOracle(about, [...events, event])
  expect(facts.payoff).toBe(payoffOf(byOracle, today))
  expect(facts.dueThen).toMatchObject({
    day: on(today + 7),
    amount: totalOf(dueBy(extended, today + 7)),
  })
  const toCome = extended.toCome().map(({ day, amount }): { day: Day; amount: number } => ({
    day: on(day),
    amount,
  }))
  expect(facts.toCome.map(({ day, amount }) => ({ day, amount }))).toEqual(toCome)
  return true
}
