import type { Day } from '#domain/day.ts'
import { owedOn, waivePenal } from '#domain/lending/accrual.ts'
import type { Running, Waived, WaiverPlaces } from '#domain/lending/course-state.ts'
import type { LoanFacts, WaivedPenal } from '#domain/lending/loan-facts.ts'
import { leftOverPaise, type Paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'

/*
 * Waivers in the course of a loan. Two persons gave up an amount of penal charges, and the borrower was
 * notified. Where a payment that was made before had paid them already, the waiver is placed before it, so
 * that its money pays something else or goes back (decision 67).
 */

/** Gives up what is owed of penal charges, up to the amount of a waiver. */
export function waive(running: Running, waiver: WaivedPenal, day: Day): void {
  const { agreed, standing, payments, waivers, waived, uses } = running
  const booked = { day, amount: waiver.amount, afterPayments: payments.length }
  const before = waivedIn(running)
  waivePenal(agreed, standing.accounts, booked)
  waivers.push(booked)
  const payers = [...uses].filter(([, { parts }]) => parts.penal > 0).map(([id]) => id)
  const gaveUp = leftOverPaise(waivedIn(running), before)
  waived.set(waiver, { gaveUp, payers: payers.toReversed() })
}

const waivedIn = ({ standing }: Running): Paise =>
  sumPaise(standing.accounts.map(({ waived }) => waived))

/** Places the waivers that are placed before a payment. */
export function waiveBefore(running: Running, paymentId: string, day: Day): void {
  for (const [waiver, id] of running.places) if (id === paymentId) waive(running, waiver, day)
}

/**
 * Runs a loan with each waiver at the latest place at which most of it was owed, if it lowers the penal
 * charges that the borrower bears: a plan that was granted since may have ended those of before.
 */
export function withWaiversPlaced(
  { waivers }: Pick<LoanFacts, 'waivers'>,
  run: (places: WaiverPlaces) => Running,
): Running {
  let running = run(new Map())
  for (const waiver of waivers) {
    const { gaveUp, payers } = running.waived.get(waiver) ?? NOTHING
    let max = gaveUp
    for (const payer of max < waiver.amount ? payers : []) {
      const other = run(new Map([...running.places, [waiver, payer]]))
      const { gaveUp: more } = other.waived.get(waiver) ?? NOTHING
      if (more <= max || penalOf(other) >= penalOf(running)) continue
      max = more
      running = other
    }
  }
  return running
}

/** The penal charges that were paid, or are owed where the course ends. */
function penalOf({ agreed, standing }: Running): Paise {
  return sumPaise(
    standing.accounts.flatMap(account => [account.paid.penal, owedOn(agreed, account).penal]),
  )
}

const NOTHING: Waived = { gaveUp: ZERO_PAISE, payers: [] }
