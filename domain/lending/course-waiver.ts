import type { Day } from '#domain/day.ts'
import { waivePenal } from '#domain/lending/accrual.ts'
import type { Running } from '#domain/lending/course-state.ts'
import type { WaivedPenal } from '#domain/lending/loan-facts.ts'
import { leftOverPaise, minPaise, type Paise, paise, sumPaise } from '#domain/money.ts'

/*
 * Waivers in the course of a loan. Two persons gave up an amount of penal charges, and the borrower was
 * told. Where a payment had been made before that paid them already, they are given up just before it,
 * so that its money pays something else or goes back (decision 67).
 */

/** Part of a waiver that is given up before a payment. */
export type GivenBefore = {
  readonly waiver: WaivedPenal
  readonly paymentId: string
  readonly amount: Paise
}

/** Gives up what is left of a waiver, and notes the last payment before it that paid what is not owed. */
export function waive(running: Running, waiver: WaivedPenal): void {
  const { given, uses } = running
  const before = given.filter(each => each.waiver === waiver)
  const left = leftOverPaise(waiver.amount, sumPaise(before.map(({ amount }) => amount)))
  const missing = paise(left - giveUp(running, waiver.day, left))
  const payer = [...uses].findLast(([, { parts }]) => parts.penal > 0)
  if (missing === 0 || !payer || running.foundPaid) return
  const [paymentId, { parts }] = payer
  running.foundPaid = { waiver, paymentId, amount: minPaise(missing, parts.penal) }
}

/** Gives up what later waivers give up before a payment. */
export function waiveBefore(running: Running, paymentId: string, day: Day): void {
  const amounts = running.given.filter(each => each.paymentId === paymentId)
  giveUp(running, day, sumPaise(amounts.map(({ amount }) => amount)))
}

/** Returns how much of it was owed. */
function giveUp({ agreed, standing, payments, waivers }: Running, day: Day, amount: Paise): Paise {
  if (amount === 0) return amount
  const waiver = { day, amount, afterPayments: payments.length }
  waivers.push(waiver)
  const owed = sumPaise(standing.accounts.map(({ waived }) => waived))
  waivePenal(agreed, standing.accounts, waiver)
  return leftOverPaise(sumPaise(standing.accounts.map(({ waived }) => waived)), owed)
}
