import { deepEqual, equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { BASE_PATH } from '#contract/path.ts'
import { type Check, OPENAPI, type Stage, withBrowser } from './checks.ts'
import type { Answer, H2Browser } from './h2-browser.ts'
import { QUEUED } from './run-proxy.ts'

/** Checks of a proxy with room for one request at each server, and for few in line. */
export const OVERLOADED: readonly Check[] = [
  ['a call that waits too long, or finds no room, is refused as by the server', waitIsRefused],
  ['money goes before the reads that wait', moneyGoesFirst],
]

const READ = `${BASE_PATH}/client/v1/download-eligibility`
const WEBHOOK = '/webhook/payment'
const SERVERS = 2

async function waitIsRefused(stage: Stage): Promise<void> {
  await withBothBusy(stage, async browser => {
    const waiting = waitingReads(browser)
    const began = performance.now()
    const atOnce = await browser.ask(`${READ}?nowhere`)
    const tookMs = performance.now() - began
    const page = await browser.ask('/?page')
    const late = await Promise.all(waiting)
    for (const answer of [atOnce, ...late]) isRefused(answer)
    ok(tookMs < 1_000, `a read without room was refused after ${Math.round(tookMs)} ms`)
    equal(page.status, 200, 'a page waited for the calls')
  })
}

async function moneyGoesFirst(stage: Stage): Promise<void> {
  const before = stage.relays.map(relay => relay.words().length)
  await withBothBusy(stage, async (browser, release) => {
    const reads = waitingReads(browser)
    const headers = { 'content-type': 'application/json' }
    const money = browser.ask(`${WEBHOOK}?money`, {
      method: 'POST',
      headers,
      body: Buffer.from('{}'),
    })
    // The proxy gets this read after the money and refuses it at once, so the money waits by now.
    isRefused(await browser.ask(`${READ}?nowhere`))
    release()
    ok((await money).status < 500, 'the money did not reach a server')
    await Promise.all(reads)
  })
  const came = stage.relays.map((relay, at) =>
    relay
      .words()
      .slice(before[at])
      .filter(word => word !== ''),
  )
  const withMoney = came.find(words => words.includes('money'))
  deepEqual(withMoney?.slice(0, 2), ['hold', 'money'], `the servers got ${JSON.stringify(came)}`)
}

/** Lets an answer of each server wait half-way, so that neither has room for another call. */
async function withBothBusy(
  stage: Stage,
  act: (browser: H2Browser, release: () => void) => Promise<void>,
): Promise<void> {
  const release = () => {
    for (const relay of stage.relays) relay.release()
  }
  await withBrowser(stage, async browser => {
    const begun = new EventTarget()
    const holding: Promise<Answer>[] = []
    for (let server = 0; server < SERVERS; server += 1) {
      const first = once(begun, 'bytes')
      const onFirstBytes = () => begun.dispatchEvent(new Event('bytes'))
      holding.push(browser.ask(`${OPENAPI}?hold`, { onFirstBytes }))
      await first
    }
    try {
      await act(browser, release)
    } finally {
      release()
      await Promise.all(holding)
    }
  })
}

function waitingReads(browser: H2Browser): Promise<Answer>[] {
  return Array.from({ length: SERVERS * QUEUED }, () => browser.ask(`${READ}?waits`))
}

function isRefused({ status, headers, body }: Answer): void {
  equal(status, 503)
  equal(headers['retry-after'], '2')
  equal(headers['content-type'], 'application/json; charset=utf-8')
  const { code, msg, data } = JSON.parse(body.toString())
  deepEqual([code, data], [-1, { reason: 'server-busy' }])
  ok(msg)
}
