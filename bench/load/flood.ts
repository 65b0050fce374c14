import { setTimeout as pause } from 'node:timers/promises'
import { blockOf, openH2Line } from './h2-line.ts'
import { openLine } from './line.ts'

/** Sends one request, and calls `onEnd` with its success; false if no line is free. */
type Ask = (at: number, onEnd: (isSuccess: boolean) => void) => boolean
export type Lines = { readonly ask: Ask; readonly close: () => void }

export type Flood = {
  readonly lines: Lines
  readonly perSecond: number
  readonly seconds: number
  /** A later answer does not count. */
  readonly promisedMs: number
}

export type Answers = {
  /** The duration of each answer in time, in milliseconds. */
  readonly good: readonly number[]
  readonly refused: number
  readonly late: number
  /** From the first request to the last answer. */
  readonly seconds: number
}

const STREAMS_OF_A_LINE = 100
const TICK_MS = 2

/** Opens this number of HTTP/1.1 connections, which send one request at a time each. */
export async function openLines(
  origin: string,
  count: number,
  request: (at: number) => Buffer,
): Promise<Lines> {
  const all = await Promise.all(Array.from({ length: count }, () => openLine(origin)))
  const free = [...all]
  return {
    ask: (at, onEnd) => {
      const line = free.pop()
      if (!line) return false
      const end = (isSuccess: boolean) => {
        free.push(line)
        onEnd(isSuccess)
      }
      line.ask(request(at)).then(
        () => end(true),
        () => end(false),
      )
      return true
    },
    close: () => {
      for (const line of all) line.close()
    },
  }
}

/** Opens as many connections of HTTP/2 as hold `most` reads at once. */
export async function openH2Lines(
  origin: string,
  most: number,
  requests: readonly Buffer[],
): Promise<Lines> {
  const blocks = requests.map(blockOf)
  const count = Math.ceil(most / STREAMS_OF_A_LINE)
  const all = await Promise.all(Array.from({ length: count }, () => openH2Line(origin)))
  return {
    ask: (at, onEnd) => {
      const first = at % count
      const line = [...all.slice(first, first + 2), ...all].find(
        ({ waiting }) => waiting() < STREAMS_OF_A_LINE,
      )
      line?.ask(blocks[at % blocks.length] ?? Buffer.alloc(0), onEnd)
      return line !== undefined
    },
    close: () => {
      for (const line of all) line.close()
    },
  }
}

/** Sends requests when they are due, whether or not earlier ones were answered. */
export async function flood({ lines, perSecond, seconds, promisedMs }: Flood): Promise<Answers> {
  const good: number[] = []
  let refused = 0
  let late = 0
  const count = Math.round(perSecond * seconds)
  let next = 0
  const began = performance.now()
  /** The time begins when it is sent: the server is not to blame if the bench falls behind. */
  const send = () => {
    const sentMs = performance.now()
    return lines.ask(next, isSuccess => {
      const tookMs = performance.now() - sentMs
      if (!isSuccess) refused += 1
      else if (tookMs <= promisedMs) good.push(tookMs)
      else late += 1
    })
  }
  while (good.length + refused + late < count) {
    const due = Math.min(count, ((performance.now() - began) * perSecond) / 1000)
    while (next < due && send()) next += 1
    await pause(TICK_MS)
  }
  return { good, refused, late, seconds: (performance.now() - began) / 1000 }
}
