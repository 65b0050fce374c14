/** The time of an answer must not reveal that an Aadhaar number is another borrower's (product §10). */
import { afterAll, expect, test } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { peopleOn } from '#server/testing/people.ts'
import { aadhaarEnding, verificationParts } from '#server/testing/verification.ts'

const PAIRS = 40
/** The first rounds warm up the server. */
const UNCOUNTED = 8
/** A borrower gets ten OTPs a day. */
const PAIRS_PER_PROBER = 4
const PATIENCE_MS = 600_000

const parts = verificationParts()
const server = forFile(() => testServer({ routes: parts.routes }))
const people = peopleOn(server)
afterAll(() => parts.remove())

type Kind = 'taken' | 'free'
const times: Record<Kind, { send: number[]; guess: number[] }> = {
  taken: { send: [], guess: [] },
  free: { send: [], guess: [] },
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

async function timed<T>(into: number[], act: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const answer = await act()
  into.push(performance.now() - began)
  return answer
}

test(
  'an OTP and a wrong guess of it get the same answer in the same time, for a taken number and for a free one',
  async () => {
    const owner = await people.somebodyProven()
    let prober = await people.somebody()
    const probe = async (kind: Kind, aadhaar: string) => {
      server.clock.advance({ seconds: 61 })
      const answer = await timed(times[kind].send, () => prober.kyc.sendAadhaarOtp({ aadhaar }))
      const right = await server.codeSentTo(prober.phone)
      const otp = right === '000000' ? '000001' : '000000'
      const guessed = await timed(times[kind].guess, () =>
        prober.kyc.verifyAadhaarOtp({ aadhaar, otp }),
      )
      return { sent: answer, guessed }
    }
    for (let at = 0; at < PAIRS + UNCOUNTED; at += 1) {
      if (at % PAIRS_PER_PROBER === 0) prober = await people.somebody()
      const free = aadhaarEnding(String(2_000 + at), 50_000_000 + at)
      const pair = [
        ['taken', owner.aadhaar],
        ['free', free],
      ] as const
      // Each kind goes first equally often.
      const answers = []
      for (const [kind, aadhaar] of at % 2 ? pair : pair.toReversed())
        answers.push(await probe(kind, aadhaar))
      const [one, other] = answers
      expect(one).toMatchObject({ sent: { ok: true }, guessed: { reason: 'aadhaar-otp-wrong' } })
      expect(other).toEqual(one)
    }
    for (const what of ['send', 'guess'] as const) {
      const taken = times.taken[what].slice(UNCOUNTED)
      const free = times.free[what].slice(UNCOUNTED)
      const spread = quantile(free, 0.75) - quantile(free, 0.25)
      const difference = Math.abs(quantile(taken, 0.5) - quantile(free, 0.5))
      expect(difference, `the medians of ${what}`).toBeLessThan(spread)
    }
  },
  PATIENCE_MS,
)
