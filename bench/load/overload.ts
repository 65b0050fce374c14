import { setTimeout as pause } from 'node:timers/promises'
import { type Measure, median, percentile, shown } from '#bench/table.ts'
import { type BeforeServer, startBeforeServer } from './before-server.ts'
import { type FilledServer, startFilled } from './filled.ts'
import { type Answers, flood, openH2Lines, openLines } from './flood.ts'
import { answersPerSecond } from './hammer.ts'
import { openLine } from './line.ts'
import { applyRequest, homeRequest } from './people.ts'
import { withAskerApart } from './processors.ts'

const ORDERS = 10_000
const READERS = 64
const READS = 6_000
const WARM_UPS = 2
const ROUNDS = 3
/** The load in multiples of the load that the server bears. */
const TIMES = 3
/** The shares of that load at which the best result of each way is measured. */
const BORNE = [0.7, 0.85, 1]
const SECONDS = 6
const READ_LINES = 6_000
const CHECK_MS = 100
/** The longest promised wait of a read in line, and as much again for its answer. */
const READ_PROMISED_MS = 4_000
/** Applications while reads overload: few, so that they are no overload themselves. */
const APPLICATIONS_PER_SECOND = 20
const APPLY_LINES = 200
/** As with reads: five seconds for money in line, and as much again. */
const APPLY_PROMISED_MS = 10_000
const APPLICANTS = APPLICATIONS_PER_SECOND * SECONDS * ROUNDS * 2

type Way = { readonly name: string; readonly origin: string; readonly isH2: boolean }
type FloodResults = {
  /** By round: the answers in a second without overload, at each of `BORNE` and as fast as that way can. */
  readonly borne: number[][]
  readonly reads: Answers[]
  readonly mixed: Answers[]
  readonly money: Answers[]
}

/**
 * Measures how many requests are answered in time at three times the load that a server bears: by
 * the server alone and, where HAProxy is on this machine, behind it with its file of docs/proxies.
 */
export async function measureOverload(): Promise<Measure[]> {
  const filled = await startFilled(ORDERS, READERS + APPLICANTS, 'orders')
  let proxy: BeforeServer | undefined
  try {
    const { origin } = filled.server
    proxy = await startBeforeServer(origin)
    const ways = [{ name: 'server alone', origin, isH2: false }]
    if (proxy) ways.push({ name: `HAProxy ${proxy.version}`, origin: proxy.origin, isH2: true })
    return await withAskerApart(() => measureWays(filled, ways), [proxy?.pid])
  } finally {
    await proxy?.end()
    await filled.server.stop()
  }
}

async function measureWays(filled: FilledServer, ways: readonly Way[]): Promise<Measure[]> {
  const pace = ({ origin }: Pick<Way, 'origin'>) =>
    answersPerSecond({ origin, connections: READERS, request: readOf }, READS)
  const paces: number[] = []
  for (let round = 0; round < WARM_UPS; round += 1) await pace(filled.server)
  const flooded = new Map<Way, FloodResults>(
    ways.map(way => [way, { borne: [], reads: [], mixed: [], money: [] }]),
  )
  filled.take(READERS)
  // The ways take turns, so that other load on the machine affects all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    paces.push(await pace(filled.server))
    const best = Math.max(...paces)
    const perSecond = best * TIMES
    for (const [way, { borne, reads, mixed, money }] of flooded) {
      await untilItAnswers(way)
      const calm = [await pace(way)]
      for (const share of BORNE) calm.push(goodput(await floodReads(way, best * share)))
      borne.push(calm)
      reads.push(await floodReads(way, perSecond))
      const first = filled.take(APPLICATIONS_PER_SECOND * SECONDS)
      const [read, applied] = await Promise.all([
        floodReads(way, perSecond),
        floodMoney(way, first),
      ])
      mixed.push(read)
      money.push(applied)
    }
  }
  const value = Math.max(...paces)
  return [
    { what: 'homes that the server bears', unit: '/s', value, note: shownAll(paces) },
    ...[...flooded].flatMap(([way, answers]) => measuresOf(way, answers)),
  ]
}

/** HAProxy sends nothing to a flooded server until its checks are answered again. */
async function untilItAnswers({ origin }: Way): Promise<void> {
  const line = await openLine(origin)
  while (
    !(await line.ask(readOf(0)).then(
      () => true,
      () => false,
    ))
  )
    await pause(CHECK_MS)
  line.close()
}

const READ_REQUESTS = Array.from({ length: READERS }, (_, at) => homeRequest(at))
const readOf = (at: number) => READ_REQUESTS[at % READERS] ?? homeRequest(0)

/** Behind the proxy many reads share a connection, as with browsers, which a server alone cannot. */
async function floodReads({ origin, isH2 }: Way, perSecond: number): Promise<Answers> {
  const lines = isH2
    ? await openH2Lines(origin, READ_LINES, READ_REQUESTS)
    : await openLines(origin, READ_LINES, readOf)
  try {
    return await flood({ lines, perSecond, seconds: SECONDS, promisedMs: READ_PROMISED_MS })
  } finally {
    lines.close()
  }
}

async function floodMoney({ origin }: Way, first: number): Promise<Answers> {
  const lines = await openLines(origin, APPLY_LINES, at => applyRequest(first + at))
  try {
    return await flood({
      lines,
      perSecond: APPLICATIONS_PER_SECOND,
      seconds: SECONDS,
      promisedMs: APPLY_PROMISED_MS,
    })
  } finally {
    lines.close()
  }
}

/** Compares what a way answers under overload with the best of the same way. */
function measuresOf({ name }: Way, { borne, reads, mixed, money }: FloodResults): Measure[] {
  const goodputs = reads.map(goodput)
  const bests = borne.map(calm => Math.max(...calm))
  const ratios = goodputs.map((value, round) => value / (bests[round] ?? value))
  const p95 = (all: readonly Answers[]) =>
    percentile(
      all.flatMap(({ good }) => good),
      0.95,
    )
  const lost = (all: readonly Answers[]) => sum(all, ({ refused, late }) => refused + late)
  return [
    {
      what: `${name}: the most homes in time`,
      unit: '/s',
      value: median(bests),
      note: `median of ${shownAll(bests)}; as fast as it answers, and at ${shownAll(BORNE)} of what the server bears`,
    },
    {
      what: `${name}: homes in time at ${TIMES} times what the server bears`,
      unit: '/s',
      value: median(goodputs),
      note: `median of ${shownAll(goodputs)}; ${reads.map(summaryOf).join('; ')}`,
    },
    {
      what: `${name}: goodput to the best`,
      unit: '',
      value: median(ratios),
      target: { atLeast: 0.9 },
      note: `median of ${shownAll(ratios)}`,
    },
    {
      what: `${name}: p95 of homes answered`,
      unit: 'ms',
      value: p95(reads),
      target: { atMost: READ_PROMISED_MS },
    },
    {
      what: `${name}: p95 of applications meanwhile`,
      unit: 'ms',
      value: p95(money),
      target: { atMost: APPLY_PROMISED_MS },
      note: `${APPLICATIONS_PER_SECOND} a second; p95 of homes answered then ${shown(p95(mixed))} ms`,
    },
    {
      what: `${name}: applications refused or late`,
      unit: '',
      value: lost(money),
      target: { atMost: 0 },
      note: `of ${sum(money, countOf)}`,
    },
  ]
}

const goodput = ({ good, seconds }: Answers) => good.length / seconds

const countOf = ({ good, refused, late }: Answers) => good.length + refused + late

const summaryOf = (answers: Answers) =>
  `${shown(countOf(answers) / answers.seconds)} asked a second, ${answers.refused} refused, ${answers.late} late`

const shownAll = (all: readonly number[]) => all.map(shown).join(' ')

const sum = (all: readonly Answers[], value: (answers: Answers) => number) =>
  all.reduce((total, answers) => total + value(answers), 0)
