/**
 * A small pooler in front of the test's PostgreSQL that behaves like PgBouncer: it refuses unknown
 * parameters of the start, invents the numbers of its backends, and pools by session or by
 * transaction. For databases that let its user in without a password.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { EmbeddedConnection } from '#server/platform/db/connection.ts'

export type Pooler = { readonly connection: EmbeddedConnection; readonly close: () => void }

const PROTOCOL = 196_608
const PASSED_ON = new Set(['user', 'database', 'client_encoding', 'application_name'])
const INVENTED = 4_000_000

export async function startPooler(
  target: EmbeddedConnection,
  mode: 'session' | 'transaction',
): Promise<Pooler> {
  const idle: Socket[] = []
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    sockets.add(client)
    client.on('error', () => undefined)
    void serve(client, target, mode, idle, sockets)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    connection: { ...target, host: '127.0.0.1', port },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function serve(
  client: Socket,
  target: EmbeddedConnection,
  mode: 'session' | 'transaction',
  idle: Socket[],
  sockets: Set<Socket>,
): Promise<void> {
  const [start] = (await once(client, 'data')) as [Buffer]
  const unknown = namesOf(start).find(name => !PASSED_ON.has(name))
  if (unknown !== undefined) {
    const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`
    client.end(message('E', Buffer.from(fields)))
    return
  }
  const invented = Buffer.alloc(8)
  invented.writeInt32BE(INVENTED + sockets.size)
  client.write(
    Buffer.concat([
      message('R', Buffer.alloc(4)),
      message('K', invented),
      message('Z', Buffer.from('I')),
    ]),
  )
  let backend: Promise<Socket> | undefined
  let owed = 0
  const release = (socket: Socket) => {
    socket.removeAllListeners('data')
    backend = undefined
    idle.push(socket)
  }
  const take = async () => {
    const socket = idle.pop() ?? (await openBackend(target, sockets))
    const answers = reader((type, bytes) => {
      client.write(bytes)
      if (type !== 'Z') return
      owed -= 1
      const isOver = owed === 0 && bytes.at(-1) === 'I'.charCodeAt(0)
      if (mode === 'transaction' && isOver) release(socket)
    })
    socket.on('data', answers)
    return socket
  }
  const questions = reader((type, bytes) => {
    if (type === 'X') return
    if (type === 'Q' || type === 'S') owed += 1
    backend ??= take()
    void backend.then(socket => socket.write(bytes))
  })
  client.on('data', questions)
  client.on('close', () => void backend?.then(socket => socket.destroy()))
}

/** Opens a connection to PostgreSQL, past its greeting. */
async function openBackend(target: EmbeddedConnection, sockets: Set<Socket>): Promise<Socket> {
  const { host, port, user, database } = target
  const socket = host.startsWith('/')
    ? connect(join(host, `.s.PGSQL.${port}`))
    : connect(port, host)
  sockets.add(socket)
  const ready = Promise.withResolvers<void>()
  socket.on('error', ready.reject)
  socket.on(
    'data',
    reader(type => {
      if (type === 'Z') ready.resolve()
    }),
  )
  const content = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(content.length + head.length)
  head.writeInt32BE(PROTOCOL, 4)
  socket.write(Buffer.concat([head, content]))
  await ready.promise
  socket.removeAllListeners('data')
  return socket
}

function namesOf(start: Buffer): string[] {
  const parts = start.toString('utf8', 8).split('\0')
  return parts.filter((part, at) => at % 2 === 0 && part !== '')
}

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

/** Calls `each` for every whole message of the protocol. */
function reader(each: (type: string, bytes: Buffer) => void): (arrived: Buffer) => void {
  let rest = Buffer.alloc(0)
  return arrived => {
    rest = Buffer.concat([rest, arrived])
    while (rest.length >= 5) {
      const length = rest.readInt32BE(1) + 1
      if (rest.length < length) return
      const bytes = Buffer.from(rest.subarray(0, length))
      rest = Buffer.from(rest.subarray(length))
      each(String.fromCharCode(bytes[0] ?? 0), bytes)
    }
  }
}
