import { setTimeout as pause } from 'node:timers/promises'
import { type Line, openLine } from './line.ts'

type Ask = {
  readonly origin: string
  readonly connections: number
  readonly request: (number: number) => Buffer
}

const SUCCESS = Buffer.from('{"code":0,')

/** Asks as fast as the server answers, `count` times in all; the answers a second. */
export async function answersPerSecond(
  { origin, connections, request }: Ask,
  count: number,
): Promise<number> {
  return overLines(origin, connections, async lines => {
    let next = 0
    const began = performance.now()
    await Promise.all(
      lines.map(async line => {
        while (next < count) await askFor(line, request(next++))
      }),
    )
    return (count * 1000) / (performance.now() - began)
  })
}

/**
 * Asks at a fixed pace, whether or not the earlier answers have come; the time until each answer in milliseconds, counted
 * from the moment at which it was due to be asked, so that a slow server cannot hide behind questions that were never put.
 */
export async function latenciesAtPace(
  ask: Ask,
  count: number,
  perSecond: number,
): Promise<number[]> {
  return overLines(ask.origin, ask.connections, async lines => {
    const latencies: number[] = []
    let next = 0
    const began = performance.now()
    await Promise.all(
      lines.map(async line => {
        while (next < count) {
          const number = next++
          const dueMs = began + (number * 1000) / perSecond
          const early = dueMs - performance.now()
          if (early > 0) await pause(early)
          // A timer may be late by itself: that is no fault of the server.
          const asked = early > 0 ? performance.now() : dueMs
          await askFor(line, ask.request(number))
          latencies.push(performance.now() - asked)
        }
      }),
    )
    return latencies
  })
}

async function overLines<T>(
  origin: string,
  connections: number,
  work: (lines: Line[]) => Promise<T>,
): Promise<T> {
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(origin)))
  try {
    return await work(lines)
  } finally {
    for (const line of lines) line.close()
  }
}

async function askFor(line: Line, request: Buffer): Promise<void> {
  const body = await line.ask(request)
  if (!body.subarray(0, SUCCESS.length).equals(SUCCESS))
    throw new Error(`A request was refused: ${body}`)
}
