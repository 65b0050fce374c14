import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Borrower, newPhone, readyBorrower } from '#e2e/rig/borrower.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'
import type { Database } from '#server/platform/db/open.ts'
import { browserOn } from '#server/testing/browser.ts'

const ASKERS = 8
const APPLICANTS = 6
/** So many answers show that the load is there before the server is told to stop. */
const ANSWERS_BEFORE = 100
const LOOK_AGAIN_MS = 20

let server: Server
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.stop())

const messages = (db: Database) =>
  db.raw('SELECT count(*) AS count FROM sandbox.sms').then(([row]) => Number(row?.count))

/** The contacts of everybody have been told, within the hours in which they may be: no message is still to come but those asked for. */
function contactsTold(): Promise<true> {
  const waiting = `SELECT id FROM jobs.job WHERE name = 'tell-contact' AND state IN ('created', 'retry', 'active')`
  const isEmpty = () =>
    server.reading(async db => ((await db.raw(waiting)).length === 0 ? true : undefined))
  return until('the contacts told', isEmpty, 60_000)
}

/** Asks for codes, each for a number of its own, until no connection is taken any more. */
async function ask(
  heard: { answers: number; faults: string[] },
  isStopping: () => boolean,
): Promise<void> {
  for (;;) {
    const result = await browserOn(server.origin)
      .calls(contract.login)
      .sendCode({ phone: `91${newPhone()}` })
    if (result.ok) {
      heard.answers += 1
    } else {
      if (!isStopping() || result.reason !== 'network')
        heard.faults.push(`${result.reason}: ${result.msg}`)
      return
    }
  }
}

test('told to stop under load, a server answers all that it took, ends its work, and loses nothing', async () => {
  const people = await Promise.all(
    Array.from({ length: APPLICANTS }, () => readyBorrower(server.origin)),
  )
  await contactsTold()
  const before = await server.reading(messages)
  const heard = { answers: 0, faults: [] as string[] }
  let isStopping = false
  const asking = Array.from({ length: ASKERS }, () => ask(heard, () => isStopping))
  await until(
    'the load',
    async () => heard.answers + heard.faults.length > ANSWERS_BEFORE || undefined,
    60_000,
  )
  const orders = await Promise.all(people.map(person => person.apply('saral-seven', 2_000)))
  isStopping = true
  expect(await server.end()).toBe(0)
  await Promise.all(asking)
  expect(heard.faults).toEqual([])
  const after = await server.reading(async db => ({
    messages: await messages(db),
    underWay: await db.raw(`SELECT name FROM jobs.job WHERE state = 'active'`),
  }))
  expect(after).toEqual({ messages: before + heard.answers, underWay: [] })
  await server.restart()
  await Promise.all(orders.map((id, index) => (people[index] as Borrower).orderIs(id, '2')))
})

test('proxies are told before connections are refused, and everybody is served meanwhile', async () => {
  const patient = await server.beside({ STOP_DELAY_SECONDS: '300' })
  const statusOf = async (path: string) => (await fetch(patient.origin + path)).status
  expect(await statusOf('/ready')).toBe(200)
  patient.requestStop()
  while ((await statusOf('/ready')) === 200) await pause(LOOK_AGAIN_MS)
  expect([await statusOf('/ready'), await statusOf('/health')]).toEqual([503, 200])
  const sent = await browserOn(patient.origin)
    .calls(contract.login)
    .sendCode({ phone: `91${newPhone()}` })
  expect(sent.ok).toBe(true)
  await patient.kill9()
})
