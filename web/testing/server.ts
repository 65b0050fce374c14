/** Answers the requests of the page under test from the stubs, in place of the network. */
import { decode, encode } from '#contract/codec.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isRefusal, type Refusal, refusal } from '#contract/envelope.ts'
import { contract } from '#contract/index.ts'
import { BASE_PATH, pathParts } from '#contract/path.ts'
import { lost, stubs } from '#web/testing/stub.ts'
import answers from '#words/en/answer.json'
import refusals from '#words/en/refusal.json'
import { fill, type Messages } from '#words/messages.ts'
import { type ReasonKind, type StatedReason, sentenceOf } from '#words/reasons.ts'

const isAt = (endpoint: Endpoint, method: string, path: string) =>
  endpoint.method === method && patternOf(endpoint).test(path)

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${BASE_PATH}${path.replace(/\{\w+\}/g, '([^/]+)')}$`)
}

/** The name of a borrower's call in the contract; of another, its method and path. */
function nameOf(method: string, path: string): string {
  const names = Object.entries(contract).flatMap(([area, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
      isAt(endpoint, method, path) ? `${area}.${name}` : [],
    ),
  )
  return names[0] ?? `${method} ${path}`
}

const faults = new Set<string>()

/** Returns and forgets the calls that no stub answered, or whose stub does not fit. */
export function takeFaults(): string[] {
  const result = [...faults]
  faults.clear()
  return result
}

/** Answers a request of the page, as the server's edge would. */
export async function answerOf(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const stubbed = stubs().find(({ endpoint }) => isAt(endpoint, request.method, url.pathname))
  if (!stubbed) {
    faults.add(`${nameOf(request.method, url.pathname)}: no stub`)
    throw new TypeError('no stub')
  }
  const { endpoint } = stubbed
  const input = decode(endpoint.input, await wireInput(endpoint, request, url))
  if (!input.ok) return json(envelopeOf(input.refusal))
  stubbed.inputs.push(input.inside as never)
  stubbed.headers = request.headers
  const answer = await stubbed.answer(input.inside)
  if (answer === lost) throw new TypeError('Failed to fetch')
  if (isRefusal(answer)) return json(envelopeOf(answer))
  const data = encode(endpoint.output, answer)
  // Types check neither the form of an id nor the length of a text.
  if (!decode(endpoint.output, data).ok) faults.add(`${endpoint.path}: the stub does not fit`)
  return json({ code: 0, msg: 'ok', data })
}

async function wireInput(endpoint: Endpoint, request: Request, url: URL): Promise<object> {
  const values = patternOf(endpoint).exec(url.pathname)?.slice(1).map(decodeURIComponent) ?? []
  const parts = Object.fromEntries(pathParts(endpoint.path).map((name, at) => [name, values[at]]))
  if (endpoint.sends === 'query') return { ...Object.fromEntries(url.searchParams), ...parts }
  if (endpoint.sends === 'json') return { ...JSON.parse(await request.text()), ...parts }
  return { ...Object.fromEntries(await request.formData()), ...parts }
}

const english: Messages = { ...refusals, ...answers } as unknown as Messages

function envelopeOf(refused: Refusal) {
  return refusal(refused, (kind: ReasonKind, stated: StatedReason) =>
    String(
      sentenceOf(kind, stated, (id, values) => {
        const message = english[id]
        return message && fill(message, values, 'en')
      }),
    ),
  )
}

const json = (envelope: object) =>
  new Response(JSON.stringify(envelope), { headers: { 'content-type': 'application/json' } })
