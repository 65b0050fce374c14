/**
 * For tests of stored data: a borrower who gave everything that can be given, and the rows that
 * every table has of them.
 */

import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { picture } from '#server/providers/simulated/person.ts'
import type { LendingWorld } from './lending.ts'
import { type Borrower, pay, runningLoan } from './lending.ts'

/**
 * Says yes to every question, writes feedback with a picture, subscribes to notifications and makes
 * a calendar address.
 */
export async function givesEverything(borrower: Borrower): Promise<void> {
  const device = borrower.browser.calls(contract.device)
  const tracking = borrower.browser.calls(contract.tracking)
  for (const purpose of ['location', 'tracking', 'marketing'] as const)
    await device.answerConsent({ purpose, isGiven: true })
  await device.uploadInfo({ latitude: 18.520_43, longitude: 73.856_74, address: '' })
  const event = {
    eventId: 'page-enter',
    triggerTime: new Date('2026-11-21T04:30:00Z'),
    requestId: randomUUID(),
    numberTimes: 1,
  }
  await tracking.events({ events: [event] })
  await borrower.browser.calls(contract.feedback).save({
    content: 'The button is hard to find',
    problemType: 'app',
    problemDesc: '',
    multipartFiles: picture(),
  })
  await borrower.browser.calls(contract.push).subscribe({
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    auth: Buffer.alloc(16, 7).toString('base64url'),
    userPublicKey: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 9)]).toString('base64url'),
  })
  await borrower.browser.calls(contract.calendar).create({})
}

/** Takes a loan from application to its last payment; returns its id. */
export async function repaidLoan(world: LendingWorld, borrower: Borrower): Promise<string> {
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  await pay(world, borrower, orderId, 'all')
  await world.runJobs()
  return orderId
}

/** The number of a borrower's rows in each table, without empty tables. */
export async function rowsOf(
  { services }: LendingWorld,
  borrowerId: string,
): Promise<Record<string, number>> {
  const tables = await services.db.raw(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'borrower_id' ORDER BY table_name`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await services.db.raw(
      `SELECT count(*)::int AS count FROM ${String(name)} WHERE borrower_id = $1`,
      [borrowerId],
    )
    if (Number(row?.count) > 0) counts[String(name)] = Number(row?.count)
  }
  return counts
}
