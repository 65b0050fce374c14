import { expect, test } from 'vitest'
import { addDays, type Day } from '#domain/day.ts'
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
import { equalInstalmentRoundedHalfUp } from '#domain/lending/schedule.ts'
import { type LoanTerms, penalCapPaise, quote } from '#domain/lending/terms.ts'
import { basisPoints, paise, ppmPerYear } from '#domain/money.ts'
import { runs } from '#domain/testing/runs.ts'
import { type Chance, chanceOf } from './chance.ts'
import { addendumOf, planAddendumOf } from './oracle/addendum.ts'
import { capOf, debitToAnnounce } from './oracle/autopay.ts'
import { disclosedOf } from './oracle/disclosed.ts'
import type { Addendum, Position, Terms } from './oracle/facts.ts'
import {
  type LimitRequest,
  ownLimitsOn as ownLimitsByOracle,
  ownRefusal,
} from './oracle/own-limits.ts'
import { positionOf } from './oracle/position.ts'
import { RuledLife } from './ruled-life.ts'
import { noonOf, START, sorted } from './ruled-loan.ts'

const LIVES = runs(500)
const ACTS = 12

test(`${LIVES} random loans have the same figures by the rules and by the oracle`, {
  timeout: LIVES * 1_000,
}, () => {
  let arrivedLate = 0
  for (let seed = 1; seed <= LIVES; seed += 1) {
    const chance = chanceOf(seed)
    const terms = termsBy(chance)
    expect(disclosedByRules(terms), `disclosed, seed ${seed}`).toEqual(disclosedOf(terms))
    const life = new RuledLife(loanTermsOf(terms), chance)
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
    const moved = life.happenings.flatMap(one =>
      one.kind === 'payment' ? [one.paidAt ?? one.at] : [],
    )
    if (moved.some((at, index) => moved.slice(0, index).some(before => before > at)))
      arrivedLate += 1
  }
  expect(arrivedLate).toBeGreaterThan(LIVES / 5)
})

test(`${LIVES} borrowers have the same own limits by the rules and by the oracle`, () => {
  for (let seed = 1; seed <= LIVES; seed += 1) {
    const chance = chanceOf(seed)
    const requests: LimitRequest[] = []
    let limits: OwnLimits = NO_OWN_LIMITS
    let today = START
    for (let act = 1; act <= ACTS; act += 1) {
      const { request, after } = randomRequest(limits, today, chance)
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
function randomRequest(
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
    uses: position.receipts.map(({ id, day, parts, setAside, excess }) => [
      id,
      day,
      parts.penal,
      parts.interest,
      parts.principal,
      setAside,
      excess,
    ]),
    extensions: extensions.map(({ number, state, service, penal, interest }) => [
      `${number}`,
      state,
      service + penal + interest,
    ]),
    refunds: refundsById(position),
    wasReturned: position.wasReturned,
  }
}

/** The refunded amount of each payment. */
function refundsById({ refunds }: Position): [id: string, amount: number][] {
  const ids = [...new Set(refunds.map(({ id }) => id))].toSorted()
  return ids.map(id => [
    id,
    refunds.filter(refund => refund.id === id).reduce((sum, { amount }) => sum + amount, 0),
  ])
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
