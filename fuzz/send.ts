/** Sends a request to the server, injected or over a connection. */
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { BASE_PATH, pathParts } from '#contract/path.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { FRESH_KEY, type Request } from './requests.ts'
import { TWISTS, type WireRequest } from './twists.ts'
import type { FileMark } from './values.ts'

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}
type Fields = Readonly<Record<string, unknown>>

const BOUNDARY = 'boundary-of-the-fuzzer'
const PICTURE = Buffer.from(await picture(64, 64).arrayBuffer())
const FILE_BYTES: Readonly<Record<FileMark['$file'], Buffer>> = {
  picture: PICTURE,
  empty: Buffer.alloc(0),
  text: Buffer.from('<svg onload="alert(1)"/>'),
  cut: PICTURE.subarray(0, PICTURE.length / 2),
  'half-png': PICTURE.subarray(0, 24),
}

/** The request as bytes; `input` has no references left. */
export function wireRequestOf(
  endpoint: Endpoint,
  { key, twist }: Request,
  input: unknown,
  session: Readonly<Record<string, string>>,
): WireRequest {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  const fields = isObject ? (input as Fields) : {}
  const { path, rest } = withParts(endpoint.path, fields)
  const { type, payload } = bodyOf(endpoint, isObject ? rest : input)
  const wire: WireRequest = {
    method: endpoint.method,
    url: BASE_PATH + path + (endpoint.sends === 'query' ? queryOf(rest) : ''),
    headers: {
      host: 'localhost',
      ...session,
      ...(key !== undefined && { 'idempotency-key': key === FRESH_KEY ? randomUUID() : key }),
      ...(type && { 'content-type': type }),
    },
    payload,
  }
  return twist === undefined ? wire : (TWISTS[twist]?.(wire) ?? wire)
}

function withParts(path: string, fields: Fields): { path: string; rest: Fields } {
  const parts = pathParts(path)
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encoded(fields[name] ?? ''))
  return { path: filled, rest: without(fields, parts) }
}

function without(fields: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)))
}

/** Returns a value as text, even one that refuses to be one. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed())
}

/** The query of the fields; a list repeats its key. */
function queryOf(fields: Fields): string {
  const pairs = pairsOf(fields).map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function pairsOf(fields: Fields): (readonly [string, unknown])[] {
  return Object.entries(fields)
    .flatMap(([key, value]) =>
      Array.isArray(value) && value.length > 0
        ? value.map(one => [key, one] as const)
        : [[key, value] as const],
    )
    .filter(([, value]) => value !== undefined && value !== null)
}

function bodyOf(
  { sends }: Endpoint,
  content: unknown,
): { type?: string; payload: Buffer | undefined } {
  if (sends === 'query') return { payload: undefined }
  if (sends === 'json')
    return { type: 'application/json', payload: Buffer.from(JSON.stringify(content) ?? '') }
  const fields = typeof content === 'object' && content !== null ? (content as Fields) : {}
  const parts = pairsOf(fields).map(([key, value]) => partOf(key, value))
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    payload: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}

function partOf(key: string, value: unknown): Buffer {
  const name = key.toWellFormed().replace(/[\r\n"]/g, encodeURIComponent)
  const bytes = isFileMark(value) ? FILE_BYTES[value.$file] : Buffer.from(textOf(value))
  const file = isFileMark(value) ? '; filename="a.png"\r\ncontent-type: image/png' : ''
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
}

function isFileMark(value: unknown): value is FileMark {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '$file')
}

/** One connection for all raw requests would mix up the answers of broken ones. */
const agent = new Agent({ keepAlive: false })

export async function send(
  app: FastifyInstance,
  origin: string,
  wire: WireRequest,
): Promise<Answer> {
  return wire.isRaw ? sendRaw(origin, wire) : inject(app, wire)
}

async function inject(app: FastifyInstance, wire: WireRequest): Promise<Answer> {
  const { url, headers, payload } = wire
  const method = wire.method as NonNullable<InjectOptions['method']>
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, headers: response.headers, text: response.payload }
}

function sendRaw(origin: string, { method, url, headers, payload }: WireRequest): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const length = payload ? { 'content-length': String(payload.length) } : {}
  return new Promise((resolve, reject) => {
    const options = { agent, hostname, port, method, path: url, headers: { ...headers, ...length } }
    const outgoing = httpRequest(options, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}
