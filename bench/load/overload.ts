import { setTimeout as pause } from 'node:timers/promises'
import { type Measure, percentile, shown } from '#bench/table.ts'
import { startFilled } from './filled.ts'
import { answersPerSecond } from './hammer.ts'
import { openLine } from './line.ts'
import { homeRequest } from './people.ts'
import { withAskerApart } from './processors.ts'

const ORDERS = 10_000
const READERS = 64
const READS = 6_000
const ROUNDS = 3
/** The times of what the server bears that are asked of it. */
const TIMES = 3
const SECONDS = 6
/** Enough that a free connection is there for each request until it is answered or refused. */
const LINES = 6_000
/** The wait in line that a read is promised at most, and as much again for its answer. */
const PROMISED_MS = 4_000

type Answers = { readonly good: number[]; refused: number; late: number; seconds: number }

/** Measures how many requests are answered in time at three times the load that a server bears. */
export async function measureOverload(): Promise<Measure[]> {
  const filled = await startFilled(ORDERS, READERS)
  try {
    const { origin } = filled.server
    const request = (at: number) => homeRequest(at % READERS)
    const paces: number[] = []
    const { best, answers } = await withAskerApart(async () => {
      for (let round = 0; round <= ROUNDS; round += 1)
        paces.push(await answersPerSecond({ origin, connections: READERS, request }, READS))
      const best = Math.max(...paces.slice(1))
      return { best, answers: await flood(origin, best * TIMES, request) }
    })
    const goodput = answers.good.length / answers.seconds
    return [
      {
        what: 'homes that the server bears',
        unit: '/s',
        value: best,
        note: paces.map(shown).join(' '),
      },
      {
        what: `homes answered in time at ${TIMES} times that`,
        unit: '/s',
        value: goodput,
        note: `${shown(asked(answers))} asked a second; ${answers.refused} refused early, ${answers.late} late`,
      },
      { what: 'goodput to the best', unit: '', value: goodput / best, target: { atLeast: 0.9 } },
      {
        what: 'p99 of those answered',
        unit: 'ms',
        value: percentile(answers.good, 0.99),
        target: { atMost: PROMISED_MS },
      },
    ]
  } finally {
    await filled.server.stop()
  }
}

const asked = ({ good, refused, late, seconds }: Answers) =>
  (good.length + refused + late) / seconds

/** Sends requests when they are due, whether or not earlier ones were answered. */
async function flood(
  origin: string,
  perSecond: number,
  request: (at: number) => Buffer,
): Promise<Answers> {
  const lines = await Promise.all(Array.from({ length: LINES }, () => openLine(origin)))
  const answers: Answers = { good: [], refused: 0, late: 0, seconds: 0 }
  const count = perSecond * SECONDS
  let next = 0
  const began = performance.now()
  await Promise.all(
    lines.map(async line => {
      while (next < count) {
        const at = next++
        const dueMs = began + (at * 1000) / perSecond
        const early = dueMs - performance.now()
        if (early > 0) await pause(early)
        // Sent late where the bench itself, on the same machine, falls behind: that is no fault of the server.
        const sentMs = performance.now()
        await line.ask(request(at)).then(
          () => {
            const tookMs = performance.now() - sentMs
            if (tookMs <= PROMISED_MS) answers.good.push(tookMs)
            else answers.late += 1
          },
          () => {
            answers.refused += 1
          },
        )
      }
    }),
  )
  answers.seconds = (performance.now() - began) / 1000
  for (const line of lines) line.close()
  return answers
}
