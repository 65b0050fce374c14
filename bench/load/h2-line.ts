import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * A connection of HTTP/2 without TLS for many requests at once. It implements only the part of
 * HTTP/2 that a flood of reads needs, since it takes processor time from the proxy: Node's own
 * client takes some twenty times as much for a request.
 */
export type H2Line = {
  /** The number of requests without an answer. */
  readonly waiting: () => number
  /** Sends a request without a body (`blockOf`); `onEnd` gets whether its status is 200. */
  readonly ask: (block: Buffer, onEnd: (isSuccess: boolean) => void) => void
  readonly close: () => void
}

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const FRAME_HEADER_BYTES = 9
const TYPE = { headers: 1, reset: 3, settings: 4, ping: 6, away: 7, window: 8 } as const
const END_STREAM = 1
const END_HEADERS = 4
const ACK = 1
/** HPACK's one byte for `:status: 200`; any other status begins with another one. */
const STATUS_200 = 0x88
const WINDOW_MAX = 0x7fff_ffff
const USUAL_WINDOW = 65_535
const INITIAL_WINDOW_SETTING = 4

/** Connects to a proxy that speaks HTTP/2 without TLS to a client that begins with it. */
export async function openH2Line(origin: string): Promise<H2Line> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  await once(socket, 'connect')
  const setting = Buffer.alloc(6)
  setting.writeUInt16BE(INITIAL_WINDOW_SETTING)
  setting.writeUInt32BE(WINDOW_MAX, 2)
  const window = Buffer.alloc(4)
  window.writeUInt32BE(WINDOW_MAX - USUAL_WINDOW)
  socket.write(
    Buffer.concat([PREFACE, frame(TYPE.settings, 0, 0, setting), frame(TYPE.window, 0, 0, window)]),
  )
  const open = new Map<number, { onEnd: (isSuccess: boolean) => void; isSuccess: boolean }>()
  const end = (stream: number, isSuccess: boolean) => {
    const request = open.get(stream)
    open.delete(stream)
    request?.onEnd(isSuccess)
  }
  const endAll = () => {
    for (const stream of open.keys()) end(stream, false)
  }
  socket.on('error', endAll).on('close', endAll)
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    let at = 0
    while (all.length - at >= FRAME_HEADER_BYTES) {
      const payload = at + FRAME_HEADER_BYTES
      const next = payload + all.readUIntBE(at, 3)
      if (all.length < next) break
      const type = all[at + 3]
      const flags = all[at + 4] ?? 0
      const stream = all.readUInt32BE(at + 5)
      const request = open.get(stream)
      if (type === TYPE.headers && request) request.isSuccess = all[payload] === STATUS_200
      if (type === TYPE.reset) end(stream, false)
      else if (type === TYPE.settings && !(flags & ACK)) socket.write(frame(TYPE.settings, ACK, 0))
      else if (type === TYPE.ping && !(flags & ACK))
        socket.write(frame(TYPE.ping, ACK, 0, all.subarray(payload, next)))
      else if (type === TYPE.away) endAll()
      else if (request && type !== TYPE.window && flags & END_STREAM) end(stream, request.isSuccess)
      at = next
    }
    rest = Buffer.from(all.subarray(at))
  })
  let nextStream = 1
  return {
    waiting: () => open.size,
    ask: (block, onEnd) => {
      open.set(nextStream, { onEnd, isSuccess: false })
      socket.write(frame(TYPE.headers, END_STREAM | END_HEADERS, nextStream, block))
      nextStream += 2
    },
    close: () => socket.destroy(),
  }
}

function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(FRAME_HEADER_BYTES)
  header.writeUIntBE(payload.length, 0, 3)
  header[3] = type
  header[4] = flags
  header.writeUInt32BE(stream, 5)
  return Buffer.concat([header, payload])
}

/** HPACK's bytes for `:method: GET` with `:scheme: http`, and for the names of the other two. */
const GET_BY_HTTP = Buffer.from([0x82, 0x86])
const AUTHORITY = 0x01
const PATH = 0x04

/** Turns the text of a GET (`requestText`) into the block of headers that HTTP/2 sends. */
export function blockOf(request: Buffer): Buffer {
  const [first = '', ...lines] = request.toString('latin1').split('\r\n')
  const headers = lines.flatMap((line): Buffer[] => {
    const [name = '', value = ''] = line.split(': ')
    if (name === '' || name === 'content-length') return []
    if (name === 'host') return [Buffer.from([AUTHORITY]), literal(value)]
    return [Buffer.from([0]), literal(name), literal(value)]
  })
  const path = [Buffer.from([PATH]), literal(first.split(' ')[1] ?? '/')]
  return Buffer.concat([GET_BY_HTTP, ...path, ...headers])
}

/** A text without Huffman's code, after its length, whose first byte holds seven bits. */
function literal(text: string): Buffer {
  const length: number[] = []
  let rest = text.length - 127
  if (rest < 0) length.push(text.length)
  else {
    length.push(127)
    for (; rest >= 128; rest = rest >> 7) length.push((rest & 127) | 128)
    length.push(rest)
  }
  return Buffer.concat([Buffer.from(length), Buffer.from(text, 'latin1')])
}
