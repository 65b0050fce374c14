import { setTimeout as pause } from 'node:timers/promises'
import { type Line, openLine } from './line.ts'

type Load = {
  readonly origin: string
  readonly connections: number
  readonly request: (number: number) => Buffer
}

const SUCCESS = Buffer.from('{"code":0,')

/** Sends `count` requests as fast as the server answers them; returns the answers per second. */
export async function answersPerSecond(
  { origin, connections, request }: Load,
  count: number,
): Promise<number> {
  return withLines(origin, connections, async lines => {
    let next = 0
    const began = performance.now()
    await Promise.all(
      lines.map(async line => {
        while (next < count) await send(line, request(next++))
      }),
    )
    return (count * 1000) / (performance.now() - began)
  })
}

/**
 * Sends requests at a fixed pace, and returns the time until each answer in milliseconds. The time
 * begins when the request was due, so that delayed requests count as slow answers.
 */
export async function latenciesAtPace(
  load: Load,
  count: number,
  perSecond: number,
): Promise<number[]> {
  return withLines(load.origin, load.connections, async lines => {
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
          // A late timer is no fault of the server.
          const sentMs = early > 0 ? performance.now() : dueMs
          await send(line, load.request(number))
          latencies.push(performance.now() - sentMs)
        }
      }),
    )
    return latencies
  })
}

async function withLines<T>(
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

async function send(line: Line, request: Buffer): Promise<void> {
  const body = await line.ask(request)
  if (!body.subarray(0, SUCCESS.length).equals(SUCCESS))
    throw new Error(`The server refused a request: ${body}`)
}
