import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * A connection that stays open and sends one request after another. It does as little as possible,
 * because it takes processor time from the server.
 */
export type Line = {
  /** Sends a request and returns the body of the answer. Throws unless its status is 200. */
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
    const isSuccess = arrived.subarray(0, SUCCESS.length).equals(SUCCESS)
    waiting = undefined
    arrived = undefined
    if (isSuccess) resolve(body)
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

const SUCCESS = Buffer.from('HTTP/1.1 200')
const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('\r\ncontent-length: ')

/** Returns the body once it is complete. Both servers write `content-length` in lower case. */
function bodyOf(arrived: Buffer): Buffer | undefined {
  const end = arrived.indexOf(END_OF_HEADERS)
  if (end < 0) return undefined
  const digits = arrived.indexOf(LENGTH) + LENGTH.length
  const length = Number(arrived.toString('latin1', digits, arrived.indexOf('\r', digits)))
  const start = end + END_OF_HEADERS.length
  return arrived.length < start + length ? undefined : arrived.subarray(start, start + length)
}

/** Writes a request as HTTP/1.1. */
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
