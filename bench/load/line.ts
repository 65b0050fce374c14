import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection that stays open, and asks one thing after another. It does as little as can be: what it costs is taken from the server. */
export type Line = {
  /** The body of the answer. Throws where the server did not answer with 200. */
  readonly ask: (request: Buffer) => Promise<Buffer>
  readonly close: () => void
}

export async function openLine(origin: string): Promise<Line> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  await once(socket, 'connect')
  let arrived: Buffer | undefined
  let waiting: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | undefined
  const end = (error: Error) => waiting?.reject(error)
  socket.on('error', end)
  socket.on('close', () => end(new Error('the server closed the connection')))
  socket.on('data', (bytes: Buffer) => {
    arrived = arrived ? Buffer.concat([arrived, bytes]) : bytes
    const body = bodyOf(arrived)
    if (body === undefined || !waiting) return
    const { resolve, reject } = waiting
    const isFine = arrived.subarray(0, FINE.length).equals(FINE)
    waiting = undefined
    arrived = undefined
    if (isFine) resolve(body)
    else reject(new Error(`the server answered ${body}`))
  })
  return {
    ask: request =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

const FINE = Buffer.from('HTTP/1.1 200')
const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('\r\ncontent-length: ')

/** The body, once all of it has come. Both servers write the name of its length in small letters. */
function bodyOf(arrived: Buffer): Buffer | undefined {
  const end = arrived.indexOf(END_OF_HEADERS)
  if (end < 0) return undefined
  const digits = arrived.indexOf(LENGTH) + LENGTH.length
  const length = Number(arrived.toString('latin1', digits, arrived.indexOf('\r', digits)))
  const start = end + END_OF_HEADERS.length
  return arrived.length < start + length ? undefined : arrived.subarray(start, start + length)
}

/** A request as it goes over the line. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Buffer {
  const all = { host: 'localhost', 'content-length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
