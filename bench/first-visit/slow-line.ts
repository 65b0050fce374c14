import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { localhostCertificate } from '#server/testing/certificate.ts'

/** A slow line: with delay and a limited pace, and TLS 1.3 and HTTP/2 as a proxy offers them. */
export type SlowLine = {
  /** The address of the product over this line. */
  readonly origin: string
  /** The switch by which Chromium trusts the certificate of this line, and no other. */
  readonly trust: string
  /** The bytes that have gone down the line so far, with the overhead of each packet. */
  readonly bytesDown: () => number
  /** Makes later connections fast, or slow again. */
  readonly beFast: (isFast: boolean) => void
  /** Cuts all connections, as a phone does that sleeps. */
  readonly hangUp: () => void
  readonly close: () => void
}

/** The round trips from the name of the server to an open connection. */
export const TRIPS_TO_OPEN = 1.5
const PACKET_BYTES = 1460
/** The bytes that IP and TCP add to a packet. */
const PACKET_OVERHEAD_BYTES = 60
/**
 * The largest TLS record, as docs/running.md asks of a proxy: a browser reads nothing of a record
 * before its last byte has come, which for 16 KB takes a third of a second on a slow line.
 */
const TLS_RECORD_BYTES = 4 * 1024
/** The packets that a server sends before the first acknowledgement (RFC 6928). */
const FIRST_WINDOW_BYTES = 10 * PACKET_BYTES
const LARGEST_WINDOW_BYTES = 1 << 20
/** The sender waits while more packets than these wait. */
const WAITING_MAX = 256

/**
 * Puts a slow line before a server of plain HTTP. Half a round trip stands for the name, whose
 * server is nearer, and a whole one for TCP; TLS and HTTP/2 are real. The window of packets begins
 * small and doubles each round trip.
 */
export async function openSlowLine(
  target: string,
  { kbitPerSecond, rttMs }: { kbitPerSecond: number; rttMs: number },
): Promise<SlowLine> {
  const certificate = localhostCertificate()
  const front = createSecureServer({ ...certificate, allowHTTP1: true }, forwardTo(target))
  front.on('secureConnection', (socket: TLSSocket) => socket.setMaxSendFragment(TLS_RECORD_BYTES))
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  let isFast = false
  const up = { freeAtMs: 0, bytes: 0 }
  const down = { freeAtMs: 0, bytes: 0 }
  const ends = new Set<Socket>()
  const relay = createServer({ pauseOnConnect: true }, phone => {
    const server = connect((front.address() as AddressInfo).port, '127.0.0.1')
    const tripMs = isFast ? 1 : rttMs
    const bytesPerMs = isFast ? Number.POSITIVE_INFINITY : kbitPerSecond / 8
    const openAtMs = performance.now() + TRIPS_TO_OPEN * tripMs
    for (const [end, other] of [
      [phone, server],
      [server, phone],
    ] as const) {
      ends.add(end.setNoDelay(true))
      end.on('error', () => other.destroy())
      end.on('close', () => ends.delete(end))
    }
    const way = { bytesPerMs, halfTripMs: tripMs / 2, openAtMs }
    carry(phone, server, { ...way, link: up, firstWindowBytes: LARGEST_WINDOW_BYTES })
    carry(server, phone, { ...way, link: down, firstWindowBytes: FIRST_WINDOW_BYTES })
    phone.resume()
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const hangUp = () => {
    for (const end of ends) end.destroy()
  }
  return {
    origin: `https://localhost:${(relay.address() as AddressInfo).port}`,
    trust: `--ignore-certificate-errors-spki-list=${keyHash(certificate.cert)}`,
    bytesDown: () => down.bytes,
    beFast: fast => {
      isFast = fast
    },
    hangUp,
    close: () => {
      relay.close()
      hangUp()
      front.close()
    },
  }
}

/** Passes each request on, and its answer back. */
function forwardTo(target: string) {
  const { hostname, port } = new URL(target)
  const agent = new Agent({ keepAlive: true })
  return (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')),
    )
    headers.host = String(incoming.headers[':authority'] ?? incoming.headers.host)
    const { method, url: path } = incoming
    const passed = request({ hostname, port, agent, method, path, headers }, answer => {
      const {
        connection,
        'keep-alive': keepAlive,
        'transfer-encoding': coding,
        ...rest
      } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, rest)
      answer.pipe(outgoing)
    })
    passed.on('error', () => {
      outgoing.writeHead(502)
      outgoing.end()
    })
    incoming.pipe(passed)
  }
}

type Way = {
  readonly link: { freeAtMs: number; bytes: number }
  readonly bytesPerMs: number
  readonly halfTripMs: number
  /** When the phone may send its first bytes. */
  readonly openAtMs: number
  readonly firstWindowBytes: number
}

/** Carries bytes one way: each packet waits for the link, then for its half of the round trip. */
function carry(from: Socket, to: Socket, way: Way): void {
  const { link, bytesPerMs, halfTripMs, openAtMs } = way
  const waiting: Buffer[] = []
  const underWay: Buffer[] = []
  let windowBytes = way.firstWindowBytes
  let underWayBytes = 0
  let lastAtMs = openAtMs + halfTripMs
  let hasEnded = false

  function send(): void {
    while (underWayBytes < windowBytes) {
      const packet = waiting.shift()
      if (!packet) return
      const bytes = packet.length + PACKET_OVERHEAD_BYTES
      link.freeAtMs = Math.max(link.freeAtMs, performance.now(), openAtMs) + bytes / bytesPerMs
      link.bytes += bytes
      underWayBytes += packet.length
      lastAtMs = Math.max(lastAtMs, link.freeAtMs + halfTripMs)
      underWay.push(packet)
      at(lastAtMs, deliverNext)
      at(lastAtMs + halfTripMs, () => acknowledge(packet.length))
    }
  }

  /** Timers of about the same moment may run in any order; packets must not. */
  function deliverNext(): void {
    const packet = underWay.shift()
    if (packet && to.writable) to.write(packet)
    if (hasEnded && underWay.length + waiting.length === 0) to.end()
  }

  function acknowledge(bytes: number): void {
    underWayBytes -= bytes
    windowBytes = Math.min(windowBytes + bytes, LARGEST_WINDOW_BYTES)
    send()
    if (waiting.length < WAITING_MAX) from.resume()
  }

  from.on('data', (bytes: Buffer) => {
    for (let start = 0; start < bytes.length; start += PACKET_BYTES)
      waiting.push(bytes.subarray(start, start + PACKET_BYTES))
    send()
    if (waiting.length > WAITING_MAX) from.pause()
  })
  from.on('end', () => {
    hasEnded = true
    at(lastAtMs, deliverNext)
  })
}

function at(ms: number, act: () => void): void {
  setTimeout(act, Math.max(0, ms - performance.now()))
}

/** The hash of a certificate's public key, as Chromium's switch takes it. */
function keyHash(pem: string): string {
  const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
