import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** A proxy before several servers that gives each connection to the next server that accepts it. */
export type Balancer = { readonly origin: string; readonly close: () => Promise<void> }

export async function openBalancer(origins: readonly string[]): Promise<Balancer> {
  const ports = origins.map(origin => Number(new URL(origin).port))
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer(async client => {
    open.add(client)
    // A connection that breaks on one side is closed on the other, and the client has to repeat.
    client.on('error', () => undefined).on('close', () => open.delete(client))
    turn += 1
    const upstream = await firstThatAccepts(
      ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0),
    )
    if (!upstream || client.destroyed) {
      upstream?.destroy()
      client.destroy()
      return
    }
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

async function firstThatAccepts(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = createConnection({ port, host: '127.0.0.1' })
    const isAccepted = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    if (isAccepted) return socket
  }
  return undefined
}
