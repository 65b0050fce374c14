/** One request: sent as its sender, noted, and judged. */
import * as v from 'valibot'
import { CODE } from '#contract/codes.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { LendingWorld } from '#server/testing/lending.ts'
import { CALLS, type Call } from './calls.ts'
import { type Halves, linkTokens, newSession, type Person } from './people.ts'
import type { Request } from './requests.ts'
import { type Answer, send, wireRequestOf } from './send.ts'
import type { WireRequest } from './twists.ts'
import { kindOf, owned, ownerOf, type ValueOwners } from './value-owners.ts'
import { callAt, type Envelope, envelopeOf, faultsOf } from './verdict.ts'

export type Stage = {
  readonly world: LendingWorld
  readonly people: Person[]
  readonly owners: ValueOwners
  /** The secrets of links that contacts received. */
  readonly links: readonly string[]
}

export type Trial = {
  readonly wire: WireRequest
  readonly answer: Answer
  readonly envelope: Envelope | undefined
  readonly faults: readonly string[]
}

const CALL_BY_NAME = new Map(CALLS.map(call => [call.name, call]))
/** Shorter values occur in other texts too. */
const PERSONAL_MIN_CHARS = 8
const DAY = /^\d{4}-\d\d-\d\d/
/** The kinds of data that name a person; the others hold words that occur elsewhere. */
const PERSONAL_KINDS = new Set<string>([
  'number',
  'basic',
  'work',
  'identity',
  'contacts',
  'bank-account',
  'feedback',
])
const NOT_LOGGED_IN = 'not-logged-in'
/** The headers that twists may take from a request with a session. */
const SESSION_HEADERS = ['token', 'cookie']

/** Opens the stage of a run: everybody sends every call that needs no input. */
export async function openStage(world: LendingWorld, people: Person[], owners: ValueOwners) {
  const stage: Stage = { world, people, owners, links: await linkTokens(world) }
  const questions = CALLS.filter(
    ({ endpoint }) =>
      endpoint.method === 'GET' && endpoint.auth === 'borrower' && v.is(endpoint.input, {}),
  )
  const read: string[] = []
  for (const by of people.keys()) {
    const texts: string[] = []
    for (const { name } of questions)
      texts.push((await runTrial(stage, plain(name, by))).answer.text)
    read.push(texts.join('\n'))
  }
  const personal: (readonly string[])[] = []
  for (const by of people.keys()) personal.push(await personalTextsOf(stage, by))
  for (const [by, values] of personal.entries())
    for (const value of values) {
      const isShared = people.some(
        (_person, other) =>
          other !== by && (read[other]?.includes(value) || personal[other]?.includes(value)),
      )
      if (!isShared) owners.addPersonal(idOf(stage, by), value)
    }
  return stage
}

/** The texts in the download of somebody's data, except short ones and days. */
async function personalTextsOf(stage: Stage, by: number): Promise<string[]> {
  const { envelope } = await runTrial(stage, plain('ownData.download', by))
  if (envelope?.code !== CODE.success) throw new Error('somebody has no data of their own')
  const { sections } = envelope.data as Output<typeof contract.ownData.download>
  return sections
    .filter(({ kind }) => PERSONAL_KINDS.has(kind))
    .flatMap(({ parts }) => parts.flat().map(({ value }) => value))
    .filter(value => value.length >= PERSONAL_MIN_CHARS && !DAY.test(value))
}

function plain(call: string, by: number): Request {
  return {
    call,
    role: 'borrower',
    by,
    of: by,
    input: {},
    extra: undefined,
    key: undefined,
    twist: undefined,
  }
}

/** Sends a request and judges the answer; another borrower's ids must answer like missing ones. */
export async function runTrial(stage: Stage, request: Request): Promise<Trial> {
  const { role, twist, input } = request
  const isCompared = role === 'stranger' && twist === undefined && hasOthers(input)
  const missing = isCompared
    ? await runTrialOnce(stage, { ...request, input: toMissing(input) })
    : undefined
  const trial = await runTrialOnce(stage, request)
  const faults = missing ? [...missing.faults, ...trial.faults] : [...trial.faults]
  if (missing && isDistinguishable(missing, trial))
    faults.push(`A missing id is answered differently: ${missing.answer.text}`)
  return { ...trial, faults }
}

async function runTrialOnce(stage: Stage, request: Request): Promise<Trial> {
  const first = await sendBySender(stage, request)
  const isLost =
    isIntact(stage, request, first.wire) &&
    callAt(first.wire)?.auth === 'borrower' &&
    first.envelope?.code === CODE.notLoggedIn &&
    first.answer.status === 200
  if (!isLost) return first
  await comeBack(stage, request.by)
  return sendBySender(stage, request)
}

async function sendBySender(stage: Stage, request: Request): Promise<Trial> {
  const { world, owners } = stage
  const { endpoint } = callOf(request)
  const input = resolved(stage, request.input, request)
  const { headers, half } = sessionOf(stage, request)
  const wire = await proven(stage, wireRequestOf(endpoint, request, input, headers), half)
  const answer = await send(world.server.app, world.server.origin, wire)
  const reader = isIntact(stage, request, wire) ? idOf(stage, request.by) : undefined
  const text = wireText(wire)
  const envelope = envelopeOf(answer)
  const faults = faultsOf(wire, answer, reader !== undefined)
  const foreign = owners.foreignIn(reader, text, answer.text)
  if (foreign.length > 0) faults.push(`The answer discloses: ${foreign.join(', ')}`)
  if (envelope?.code === CODE.success) {
    faults.push(...acceptedFaults(endpoint, request, input))
    if (wire.headers.web_uuid === browserOf(request))
      owners.addRequest(idOf(stage, request.by), text)
    if (reader !== undefined) owners.addAnswer(reader, envelope.data)
  }
  return { wire, answer, envelope, faults }
}

/** The faults of an accepted request: a key that no schema names, or a value that no schema allows. */
export function acceptedFaults(
  endpoint: Endpoint,
  { twist, extra }: Pick<Request, 'twist' | 'extra'>,
  input: unknown,
): string[] {
  if (twist !== undefined) return []
  if (extra !== undefined) return [`The field ${JSON.stringify(extra)} was accepted.`]
  const isJson = endpoint.sends === 'json'
  if (!isJson || v.is(endpoint.input, JSON.parse(JSON.stringify(input) ?? '{}'))) return []
  return ['Input that breaks the schema was accepted.']
}

function idOf({ people }: Stage, at: number): string {
  return people[at]?.borrower.id ?? ''
}

function callOf({ call }: Request): Call {
  const match = CALL_BY_NAME.get(call)
  if (!match) throw new Error(`the contract has no call ${call}`)
  return match
}

/** Each person's own browser: what it reports about its use is part of that person's data. */
const browserOf = ({ by }: Request) => `a-browser-of-person-${by}`

/** The request with a proof, if its half of a session is a key. */
async function proven(
  { world }: Stage,
  wire: WireRequest,
  half: Halves | undefined,
): Promise<WireRequest> {
  if (!half?.key) return wire
  const [path = ''] = wire.url.split('?')
  const dpop = await half.key.prove({
    method: wire.method,
    address: world.server.origin + path,
    secret: wire.headers.token,
    at: world.services.clock.wall(),
  })
  return { ...wire, headers: { ...wire.headers, dpop } }
}

type Shown = { readonly headers: Record<string, string>; readonly half?: Halves }

/**
 * The browser, the halves of the session that the role shows, and the link of somebody's contact.
 * `half` is the session whose other half it shows.
 */
function sessionOf({ people, links }: Stage, request: Request): Shown {
  const { by, of, role } = request
  const link = links[(by + of) % links.length]
  const common: Record<string, string> = {
    web_uuid: browserOf(request),
    ...(link !== undefined && { 'link-token': link }),
  }
  const session = people[by]?.session
  const others = people[of]?.session
  if (role === 'nobody' || !session || !others) return { headers: common }
  const { token } = session
  if (role !== 'mixed') return { headers: { ...common, token, ...session.half }, half: session }
  // One half alone, or the halves of two sessions.
  if ((by + of) % 3 === 0) return { headers: { ...common, token } }
  if ((by + of) % 3 === 1) return { headers: { ...common, ...session.half }, half: session }
  return { headers: { ...common, token, ...others.half }, half: others }
}

/** True if the request, as sent, still shows both halves of its sender's session. */
function isIntact({ people }: Stage, { by, role }: Request, { headers }: WireRequest): boolean {
  const session = people[by]?.session
  if (role === 'nobody' || role === 'mixed' || !session) return false
  const whole: Record<string, string> = { token: session.token, ...session.half }
  return SESSION_HEADERS.every(name => whole[name] === undefined || headers[name] === whole[name])
}

/** All texts of a request. */
export function wireText({ url, headers, payload }: WireRequest): string {
  return `${url}\n${Object.values(headers).join('\n')}\n${payload?.toString() ?? ''}`
}

/** The input with ids in place of references. */
function resolved(stage: Stage, value: unknown, request: Request): unknown {
  return mapped(value, text =>
    stage.owners.resolve(text, idOf(stage, request.by), idOf(stage, request.of)),
  )
}

/** Ids alone: another text that differs may be refused because of its content. */
const isOthersId = (text: string, key: string) =>
  ownerOf(text) === 'other' && ['id', 'orderNo'].includes(kindOf(key) ?? '')

function toMissing(value: unknown): unknown {
  return mapped(value, (text, key) => (isOthersId(text, key) ? owned(text, 'missing') : text))
}

function hasOthers(value: unknown): boolean {
  let isFound = false
  mapped(value, (text, key) => {
    isFound ||= isOthersId(text, key)
    return text
  })
  return isFound
}

/** The value with other texts, each by its text and the key under which it stands. */
export function mapped(
  value: unknown,
  text: (text: string, key: string) => string,
  key = '',
): unknown {
  if (typeof value === 'string') return text(value, key)
  if (Array.isArray(value)) return value.map(one => mapped(one, text, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapped(one, text, name)]),
  )
}

/**
 * A call that succeeds with a missing id ignores it, and may have changed the state for the second
 * request.
 */
function isDistinguishable(missing: Trial, others: Trial): boolean {
  if (missing.envelope?.code === CODE.success) return false
  return (
    missing.answer.status !== others.answer.status || missing.answer.text !== others.answer.text
  )
}

/** Signs a borrower in again; a new one takes the place of one who has closed the account. */
async function comeBack(stage: Stage, by: number): Promise<void> {
  const { world, people } = stage
  const person = people[by]
  if (!person) return
  person.session = await newSession(world, person.borrower.id, person.isNative).catch(() => ({
    token: '',
    half: {},
  }))
  const { answer } = await sendBySender(stage, plain('account.me', by))
  if (answer.text.includes(NOT_LOGGED_IN)) {
    const borrower = await world.borrower()
    const session = await newSession(world, borrower.id, person.isNative)
    people[by] = { ...person, borrower, session }
  }
}
