/** A separate address for Prometheus, which borrowers cannot reach. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Measurements } from './prometheus.ts'

export type MeasurementsAddress = { readonly where: string; readonly close: () => Promise<void> }

/** Answers `GET /metrics`, and nothing else. */
export async function serveMeasurements(
  { text, contentType }: Pick<Measurements, 'text' | 'contentType'>,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<MeasurementsAddress> {
  const server = createServer(async (request, response) => {
    const isAsked = request.method === 'GET' && request.url === '/metrics'
    if (!isAsked) return response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
      .end(await text())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { address, port: boundPort, family } = server.address() as AddressInfo
  return {
    where: `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}/metrics`,
    close: async () => {
      const closing = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closing
    },
  }
}
