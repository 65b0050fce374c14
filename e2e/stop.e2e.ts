import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Borrower, newPhone, readyBorrower } from '#e2e/rig/borrower.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'
import type { Database } from '#server/platform/db/open.ts'
import { browserOn } from '#server/testing/browser.ts'

const ASKERS = 8
const APPLICANTS = 6
/** The answers to wait for, so that the server is under load when it stops. */
const ANSWERS_BEFORE = 100
const LOOK_AGAIN_MS = 20

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const messages = (db: Database) =>
  db.raw('SELECT count(*) AS count FROM sandbox.sms').then(([row]) => Number(row?.count))

/**
 * Waits until no message to an emergency contact is waiting, so that only the codes of this test add
 * messages.
 */
function contactsNotified(): Promise<true> {
  const waiting = `SELECT id FROM jobs.job WHERE name = 'notify-contact' AND state IN ('created', 'retry', 'active')`
  const isEmpty = () =>
    server.reading(async db => ((await db.raw(waiting)).length === 0 ? true : undefined))
  return until('the messages to contacts', isEmpty, 60_000)
}

/** Requests codes, each for another number, until the server accepts no connection. */
async function requestCodes(
  results: { answers: number; faults: string[] },
  isStopping: () => boolean,
): Promise<void> {
  for (;;) {
    const result = await browserOn(server.origin)
      .calls(contract.login)
      .sendCode({ phone: `91${newPhone()}` })
    if (result.ok) {
      results.answers += 1
    } else {
      if (!isStopping() || result.reason !== 'network')
        results.faults.push(`${result.reason}: ${result.msg}`)
      return
    }
  }
}

test('stops under load after it has answered every accepted request, and loses none', async () => {
  const people = await Promise.all(
    Array.from({ length: APPLICANTS }, () => readyBorrower(server.origin)),
  )
  await contactsNotified()
  const before = await server.reading(messages)
  const results = { answers: 0, faults: [] as string[] }
  let isStopping = false
  const requesting = Array.from({ length: ASKERS }, () => requestCodes(results, () => isStopping))
  await until(
    'the load',
    async () => results.answers + results.faults.length > ANSWERS_BEFORE || undefined,
    60_000,
  )
  const orders = await Promise.all(people.map(person => person.apply('saral-seven', 2_000)))
  isStopping = true
  expect(await server.end()).toBe(0)
  await Promise.all(requesting)
  expect(results.faults).toEqual([])
  const after = await server.reading(async db => ({
    messages: await messages(db),
    underWay: await db.raw(`SELECT name FROM jobs.job WHERE state = 'active'`),
  }))
  expect(after).toEqual({ messages: before + results.answers, underWay: [] })
  await server.restart()
  await Promise.all(orders.map((id, index) => (people[index] as Borrower).orderIs(id, 'pass')))
})

test('is not ready during STOP_DELAY_SECONDS, but still answers', async () => {
  const stopping = await server.beside({ STOP_DELAY_SECONDS: '300' })
  const statusOf = async (path: string) => (await fetch(stopping.origin + path)).status
  expect(await statusOf('/ready')).toBe(200)
  stopping.requestStop()
  while ((await statusOf('/ready')) === 200) await pause(LOOK_AGAIN_MS)
  expect([await statusOf('/ready'), await statusOf('/health')]).toEqual([503, 200])
  const code = await browserOn(stopping.origin)
    .calls(contract.login)
    .sendCode({ phone: `91${newPhone()}` })
  expect(code.ok).toBe(true)
  await stopping.kill9()
})
