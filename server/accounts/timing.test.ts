import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { testServer } from '#server/testing/app.ts'

/** Pairs of a known and an unknown number; `npm run rig -- campaign` measures more of them. */
const isWhole = process.env.CAMPAIGN === 'whole'
const PAIRS = isWhole ? 1_000 : 40
/** The first pairs warm up the server. */
const UNCOUNTED = 10
const KNOWN_FROM = 919_400_001_000
const UNKNOWN_FROM = 919_410_001_000
const PATIENCE_MS = 3_600_000

type Times = { code: number[]; guess: number[] }

/** The value below which this share of the times lies, in milliseconds. */
function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

const shown = (times: readonly number[]) =>
  [0.1, 0.25, 0.5, 0.75, 0.9].map(share => quantile(times, share).toFixed(2)).join(' ')

async function timed<T>(into: number[], act: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const answer = await act()
  into.push(performance.now() - began)
  return answer
}

test(
  'a code and a wrong guess take as long for a customer’s number as for another',
  async () => {
    const server = await testServer()
    const times: Record<'known' | 'unknown', Times> = {
      known: { code: [], guess: [] },
      unknown: { code: [], guess: [] },
    }
    async function ask(kind: 'known' | 'unknown', phone: string): Promise<void> {
      const calls = server.browser().calls(contract.login)
      const sending = await timed(times[kind].code, () => calls.sendCode({ phone }))
      expect(sending).toMatchObject({ ok: true })
      const code = (await server.codeSentTo(phone)) === '0000' ? '0001' : '0000'
      const answer = await timed(times[kind].guess, () => calls.login({ phone, code }))
      expect(answer).toMatchObject({ reason: 'code-wrong' })
    }
    try {
      for (let at = 0; at < PAIRS + UNCOUNTED; at += 1) {
        const customer = String(KNOWN_FROM + at)
        await server.signIn(customer)
        server.clock.advance({ seconds: 61 })
        const pair = [
          ['known', customer],
          ['unknown', String(UNKNOWN_FROM + at)],
        ] as const
        // Each kind goes first equally often.
        for (const [kind, phone] of at % 2 ? pair : pair.toReversed()) await ask(kind, phone)
        server.clock.advance({ seconds: 3_600 })
      }
    } finally {
      await server.close()
    }
    for (const what of ['code', 'guess'] as const) {
      const ofCustomers = times.known[what].slice(UNCOUNTED)
      const unknown = times.unknown[what].slice(UNCOUNTED)
      if (isWhole)
        console.log(
          `${what}, ms at 10 25 50 75 90 %: known ${shown(ofCustomers)}, unknown ${shown(unknown)}`,
        )
      const spread = quantile(unknown, 0.75) - quantile(unknown, 0.25)
      const difference = Math.abs(quantile(ofCustomers, 0.5) - quantile(unknown, 0.5))
      expect(difference, `the medians of ${what}`).toBeLessThan(spread)
    }
  },
  PATIENCE_MS,
)
