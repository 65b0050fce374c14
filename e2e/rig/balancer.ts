import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** One address before several servers, as a proxy stands before them: each connection goes to the next that takes it. */
export type Balancer = { readonly origin: string; readonly close: () => Promise<void> }

export async function openBalancer(origins: readonly string[]): Promise<Balancer> {
  const ports = origins.map(origin => Number(new URL(origin).port))
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer(async client => {
    open.add(client)
    // A connection that is cut on one side is cut on the other: what was under way on it is for its sender to repeat.
    client.on('error', () => undefined).on('close', () => open.delete(client))
    turn += 1
    const there = await firstThatTakes(
      ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0),
    )
    if (!there || client.destroyed) {
      there?.destroy()
      client.destroy()
      return
    }
    there.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => there.destroy())
    client.pipe(there).pipe(client)
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

async function firstThatTakes(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = createConnection({ port, host: '127.0.0.1' })
    const isTaken = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    if (isTaken) return socket
  }
  return undefined
}
