import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Stands in a server's place: records what a proxy sends, and answers as a check says. */
export type Recorder = {
  readonly address: string
  /** The headers of each request except those to `/ready`. */
  readonly requests: IncomingHttpHeaders[]
  /** The answer to `/ready`. */
  isReady: boolean
  readonly close: () => void
}

/** The recorder answers this path after `ms` milliseconds. */
export const slowPath = (ms: number) => `/slow/${ms}`

export async function openRecorder(): Promise<Recorder> {
  const server = createServer(async ({ url = '', headers }, answer) => {
    if (url === '/ready') return answer.writeHead(recorder.isReady ? 200 : 503).end()
    recorder.requests.push(headers)
    await pause(Number(/^\/slow\/(\d+)$/.exec(url)?.[1] ?? 0))
    answer.writeHead(200, { 'content-type': 'text/plain' }).end('recorded')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const recorder: Recorder = {
    address: `127.0.0.1:${port}`,
    requests: [],
    isReady: true,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return recorder
}
