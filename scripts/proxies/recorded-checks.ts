import { deepEqual, equal, ok } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { h2Browser, type Question } from './h2-browser.ts'
import { type Recorder, slowPath } from './recorder.ts'
import type { Kind } from './run-proxy.ts'

/** A proxy that runs before two recorders. */
export type RecordedStage = {
  readonly port: number
  readonly ca: string
  readonly recorders: readonly [Recorder, Recorder]
}

/** Our app waits 100 s for an answer, and each file of docs/proxies 110 s. */
const SLOW_MS = 104_000
const PATIENCE_MS = 115_000
/** A file polls every two seconds, and an answer may come four seconds later. */
const POLLED_MS = 8_000
const VISITS = 20

type RecordedCheck = readonly [name: string, run: (stage: RecordedStage) => Promise<void>]

/** The checks before recorders. They run at the same time, and take as long as the slow answer. */
export function recordedChecks({ pollsReady }: Kind): readonly RecordedCheck[] {
  const polled: RecordedCheck[] = [
    ['a server gets no requests while it says that it is not ready', unreadyIsSpared],
  ]
  return [
    ['headers of a client about its address, protocol and host are replaced', sayingsAreReplaced],
    ['an answer may take longer than our app waits', slowAnswerComes],
    ...(pollsReady ? polled : []),
  ]
}

async function sayingsAreReplaced({ port, ca, recorders }: RecordedStage): Promise<void> {
  const userAgent = 'said-by-the-client'
  const headers = {
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'elsewhere.example',
    'user-agent': userAgent,
  }
  await visit(port, ca, '/', { headers })
  const recorded = recorders
    .flatMap(({ requests }) => requests)
    .find(request => request['user-agent'] === userAgent)
  ok(recorded, 'no server got the request')
  equal(recorded['x-forwarded-for'], '127.0.0.1')
  equal(recorded['x-forwarded-proto'], 'https')
  const host = recorded['x-forwarded-host'] || 'none'
  ok([`localhost:${port}`, 'none'].includes(String(host)), `the host is ${host}`)
}

async function unreadyIsSpared({ port, ca, recorders }: RecordedStage): Promise<void> {
  const [first, second] = recorders
  const serving = async () => {
    const before = recorders.map(({ requests }) => requests.length)
    for (let index = 0; index < VISITS; index += 1) await visit(port, ca, '/')
    return recorders.map(({ requests }, index) => requests.length > (before[index] ?? 0))
  }
  deepEqual(await serving(), [true, true], 'both serve at first')
  first.isReady = false
  await pause(POLLED_MS)
  deepEqual(await serving(), [false, true], 'the second alone serves')
  first.isReady = true
  second.isReady = false
  await pause(POLLED_MS)
  deepEqual(await serving(), [true, false], 'the first serves again, alone')
}

async function slowAnswerComes({ port, ca }: RecordedStage): Promise<void> {
  equal(await visit(port, ca, slowPath(SLOW_MS), { patienceMs: PATIENCE_MS }), 200)
}

/** The status of an answer to a browser that has not been here before. */
async function visit(
  port: number,
  ca: string,
  path: string,
  question: Question = {},
): Promise<number> {
  const browser = await h2Browser(port, ca)
  try {
    return (await browser.ask(path, question)).status
  } finally {
    browser.close()
  }
}
