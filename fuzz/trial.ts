/** One request: sent as its sender, learned from, and judged. */
import * as v from 'valibot'
import { CODE } from '#contract/codes.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { LendingWorld } from '#server/testing/lending.ts'
import { CALLS, type Call } from './calls.ts'
import { type Known, kindOf, owned, ownerOf } from './known.ts'
import { type Halves, linkTokens, newSession, type Person } from './people.ts'
import type { Request } from './requests.ts'
import { type Answer, send, sentOf } from './send.ts'
import type { Sent } from './twists.ts'
import { callAt, type Envelope, envelopeOf, faultsOf } from './verdict.ts'

export type Stage = {
  readonly world: LendingWorld
  readonly people: Person[]
  readonly known: Known
  /** The secrets of links that contacts received. */
  readonly links: readonly string[]
}

export type Trial = {
  readonly sent: Sent
  readonly answer: Answer
  readonly envelope: Envelope | undefined
  readonly faults: readonly string[]
}

const CALL_BY_NAME = new Map(CALLS.map(call => [call.name, call]))
/** Shorter ones occur in other texts too. */
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
/** What twists may take from a request that carries a session. */
const SESSION_HEADERS = ['token', 'cookie']

/** Opens the stage of a run: everybody asks every question that needs no input. */
export async function openStage(world: LendingWorld, people: Person[], known: Known) {
  const stage: Stage = { world, people, known, links: await linkTokens(world) }
  const questions = CALLS.filter(
    ({ endpoint }) =>
      endpoint.method === 'GET' && endpoint.auth === 'borrower' && v.is(endpoint.input, {}),
  )
  const read: string[] = []
  for (const by of people.keys()) {
    const texts: string[] = []
    for (const { name } of questions) texts.push((await tried(stage, plain(name, by))).answer.text)
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
      if (!isShared) known.addPersonal(idOf(stage, by), value)
    }
  return stage
}

/** What the download of somebody's data says of them, but for texts that are short or days. */
async function personalTextsOf(stage: Stage, by: number): Promise<string[]> {
  const { envelope } = await tried(stage, plain('ownData.download', by))
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
export async function tried(stage: Stage, request: Request): Promise<Trial> {
  const { role, twist, input } = request
  const isCompared = role === 'stranger' && twist === undefined && hasOthers(input)
  const missing = isCompared
    ? await triedOnce(stage, { ...request, input: toMissing(input) })
    : undefined
  const trial = await triedOnce(stage, request)
  const faults = missing ? [...missing.faults, ...trial.faults] : [...trial.faults]
  if (missing && isToldApart(missing, trial))
    faults.push(`An id of nobody is answered otherwise: ${missing.answer.text}`)
  return { ...trial, faults }
}

async function triedOnce(stage: Stage, request: Request): Promise<Trial> {
  const first = await sentBySender(stage, request)
  const isLost =
    isIntact(stage, request, first.sent) &&
    callAt(first.sent)?.auth === 'borrower' &&
    first.envelope?.code === CODE.notLoggedIn &&
    first.answer.status === 200
  if (!isLost) return first
  await comeBack(stage, request.by)
  return sentBySender(stage, request)
}

async function sentBySender(stage: Stage, request: Request): Promise<Trial> {
  const { world, known } = stage
  const { endpoint } = callOf(request)
  const input = resolved(stage, request.input, request)
  const { headers, half } = sessionOf(stage, request)
  const sent = await proven(stage, sentOf(endpoint, request, input, headers), half)
  const answer = await send(world.server.app, world.server.origin, sent)
  const reader = isIntact(stage, request, sent) ? idOf(stage, request.by) : undefined
  const said = saidIn(sent)
  const envelope = envelopeOf(answer)
  const faults = faultsOf(sent, answer, reader !== undefined)
  const strange = known.strange(reader, said, answer.text)
  if (strange.length > 0) faults.push(`The answer tells what is another's: ${strange.join(', ')}`)
  if (envelope?.code === CODE.success) {
    faults.push(...acceptedFaults(endpoint, request, input))
    if (sent.headers.web_uuid === browserOf(request)) known.told(idOf(stage, request.by), said)
    if (reader !== undefined) known.learn(reader, envelope.data)
  }
  return { sent, answer, envelope, faults }
}

/** What a success must not have accepted: a key that no schema names, or what no schema allows. */
export function acceptedFaults(
  endpoint: Endpoint,
  { twist, extra }: Pick<Request, 'twist' | 'extra'>,
  input: unknown,
): string[] {
  if (twist !== undefined) return []
  if (extra !== undefined) return [`The field ${JSON.stringify(extra)} was taken.`]
  const isJson = endpoint.sends === 'json'
  if (!isJson || v.is(endpoint.input, JSON.parse(JSON.stringify(input) ?? '{}'))) return []
  return ['Input that breaks the schema was taken.']
}

function idOf({ people }: Stage, at: number): string {
  return people[at]?.borrower.id ?? ''
}

function callOf({ call }: Request): Call {
  const found = CALL_BY_NAME.get(call)
  if (!found) throw new Error(`the contract has no call ${call}`)
  return found
}

/** Each person's own browser: what it reports about its use is part of that person's data. */
const browserOf = ({ by }: Request) => `a-browser-of-person-${by}`

/** The request with a proof, if its half of a session is a key. */
async function proven({ world }: Stage, sent: Sent, half: Halves | undefined): Promise<Sent> {
  if (!half?.key) return sent
  const [path = ''] = sent.url.split('?')
  const dpop = await half.key.prove({
    method: sent.method,
    address: world.server.origin + path,
    secret: sent.headers.token,
    at: world.services.clock.wall(),
  })
  return { ...sent, headers: { ...sent.headers, dpop } }
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
  const own = people[by]?.session
  const others = people[of]?.session
  if (role === 'nobody' || !own || !others) return { headers: common }
  const { token } = own
  if (role !== 'mixed') return { headers: { ...common, token, ...own.half }, half: own }
  // One half alone, or the halves of two sessions.
  if ((by + of) % 3 === 0) return { headers: { ...common, token } }
  if ((by + of) % 3 === 1) return { headers: { ...common, ...own.half }, half: own }
  return { headers: { ...common, token, ...others.half }, half: others }
}

/** True if the request, as sent, still shows both halves of its sender's session. */
function isIntact({ people }: Stage, { by, role }: Request, { headers }: Sent): boolean {
  const session = people[by]?.session
  if (role === 'nobody' || role === 'mixed' || !session) return false
  const whole: Record<string, string> = { token: session.token, ...session.half }
  return SESSION_HEADERS.every(name => whole[name] === undefined || headers[name] === whole[name])
}

/** Everything that the request itself says. */
export function saidIn({ url, headers, payload }: Sent): string {
  return `${url}\n${Object.values(headers).join('\n')}\n${payload?.toString() ?? ''}`
}

/** The input with ids in place of references. */
function resolved(stage: Stage, value: unknown, request: Request): unknown {
  return mapped(value, text =>
    stage.known.resolve(text, idOf(stage, request.by), idOf(stage, request.of)),
  )
}

/** Ids alone: other texts that differ may be refused for their own sake. */
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
 * What succeeds with an id of nobody takes it for no id, and may have changed what the second request
 * finds.
 */
function isToldApart(missing: Trial, others: Trial): boolean {
  if (missing.envelope?.code === CODE.success) return false
  return (
    missing.answer.status !== others.answer.status || missing.answer.text !== others.answer.text
  )
}

/** Signs a borrower in again; who has closed the account is replaced by somebody new. */
async function comeBack(stage: Stage, by: number): Promise<void> {
  const { world, people } = stage
  const person = people[by]
  if (!person) return
  person.session = await newSession(world, person.borrower.id, person.isNative).catch(() => ({
    token: '',
    half: {},
  }))
  const { answer } = await sentBySender(stage, plain('account.me', by))
  if (answer.text.includes(NOT_LOGGED_IN)) {
    const borrower = await world.borrower()
    const session = await newSession(world, borrower.id, person.isNative)
    people[by] = { ...person, borrower, session }
  }
}
