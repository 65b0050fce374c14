/** Judges one answer by the contract alone. */
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { encode } from '#contract/codec.ts'
import { CODE, codeOf, type Reason } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { BASE_PATH } from '#contract/path.ts'
import { forPages, refusals } from '#words/reasons.ts'
import { CALLS, STAFF_CALLS } from './calls.ts'
import type { Answer } from './send.ts'
import type { WireRequest } from './twists.ts'

/** Refusals that the edge may give to any call; `failed-unexpectedly` is none of them. */
const OF_THE_EDGE = new Set<string>([
  'not-logged-in',
  'confirm-code-required',
  'device-proof-refused',
  'not-permitted',
  'proof-required',
  'input-invalid',
  'header-invalid',
  'rate-limited',
  'server-busy',
  'not-found',
  'too-large',
  'idempotency-key-required',
  'idempotency-key-reused',
])
/** The details of a limit that only the handler knows. */
const WAITS = ['waitSeconds', 'waitMinutes']

const envelope = v.strictObject({
  code: v.pipe(v.number(), v.integer()),
  msg: v.pipe(v.string(), v.minLength(1), v.maxLength(2_000)),
  data: v.unknown(),
})
const column = v.strictObject({
  column: v.string(),
  reason: v.string(),
  details: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  msg: v.string(),
})
const refusalData = v.looseObject({
  reason: v.picklist(Object.keys(refusals) as Reason[]),
  errorColumn: v.optional(v.array(column)),
})

export type Envelope = v.InferOutput<typeof envelope>

export function envelopeOf({ text }: Answer): Envelope | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), envelope), text)
  return parsed.success ? parsed.output : undefined
}

/** The call that an address leads to; undefined where there is none. */
export function callAt({ method, url }: WireRequest): Endpoint | undefined {
  const [path = ''] = url.split('?')
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return undefined
  }
  return [...CALLS, ...STAFF_CALLS]
    .map(({ endpoint }) => endpoint)
    .find(endpoint => endpoint.method === method && patternOf(endpoint).test(decoded))
}

const patterns = new Map<Endpoint, RegExp>()

function patternOf(endpoint: Endpoint): RegExp {
  const pattern =
    patterns.get(endpoint) ??
    new RegExp(`^${BASE_PATH}${endpoint.path.replace(/\{\w+\}/g, '[^?]+')}$`, 's')
  patterns.set(endpoint, pattern)
  return pattern
}

/** Returns a sentence for each fault of an answer. */
export function faultsOf(wire: WireRequest, answer: Answer, isSignedIn: boolean): string[] {
  const { status } = answer
  if (status >= 500) return [`The server failed with ${status}.`]
  // The answer to HEAD has no body.
  if (wire.method === 'HEAD' && answer.text === '') return []
  const envelope = envelopeOf(answer)
  if (!envelope) return [`The answer is no envelope (${status}).`]
  const endpoint = callAt(wire)
  return [
    ...headerFaults(answer, endpoint),
    ...(envelope.code === CODE.success
      ? successFaults(endpoint, status, envelope, isSignedIn)
      : refusalFaults(endpoint, envelope)),
  ]
}

function headerFaults({ headers }: Answer, endpoint: Endpoint | undefined): string[] {
  const type = String(headers['content-type'])
  const faults = /^application\/json\b/.test(type) ? [] : [`The answer has the type ${type}.`]
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('The answer may be sniffed.')
  if (!endpoint?.reference && headers['cache-control'] !== 'no-store')
    faults.push('The answer may be cached.')
  return faults
}

function successFaults(
  endpoint: Endpoint | undefined,
  status: number,
  { data }: Envelope,
  isSignedIn: boolean,
): string[] {
  if (!endpoint) return ['An address that no call has was answered with success.']
  if (endpoint.auth !== 'public' && !isSignedIn) return ['The call succeeded without a session.']
  const parsed = v.safeParse(endpoint.output, data)
  if (!parsed.success)
    return [`The answer breaks its schema: ${JSON.stringify(v.flatten(parsed.issues))}`]
  const again: unknown = JSON.parse(JSON.stringify(encode(endpoint.output, parsed.output) ?? null))
  const faults = isDeepStrictEqual(again, data)
    ? []
    : ['The answer has fields that its schema does not name.']
  return status === 200 ? faults : [...faults, `A success has the status ${status}.`]
}

function refusalFaults(endpoint: Endpoint | undefined, { code, data }: Envelope): string[] {
  const parsed = v.safeParse(refusalData, data)
  if (!parsed.success) return ['The refusal has no known reason.']
  const { reason, errorColumn: _columns, ...details } = parsed.output
  const faults = codeOf(reason) === code ? [] : [`The reason ${reason} has the code ${code}.`]
  if (!OF_THE_EDGE.has(reason) && !endpoint?.refusals.includes(reason))
    faults.push(`The contract does not name the refusal ${reason} here.`)
  const forPage = forPages[reason] ?? []
  const named = new Set([...Object.keys(refusals[reason]), ...forPage, ...WAITS])
  const unnamed = Object.keys(details).filter(name => !named.has(name))
  if (unnamed.length > 0) faults.push(`The refusal discloses more than its sentence: ${unnamed}.`)
  return faults
}
