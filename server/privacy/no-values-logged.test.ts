/** No log, no job and no error report contains anything personal. */
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { BASE_PATH, fillPath } from '#contract/path.ts'
import type { Browser } from '#server/testing/browser.ts'
import { heldIn, INPUTS, PERSON, personalTexts } from '#server/testing/personal-values.ts'
import { type WholeServer, wholeServer } from '#server/testing/whole.ts'

let server: WholeServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

type Input = Readonly<Record<string, unknown>>
type Call = { readonly name: string; readonly endpoint: Endpoint; readonly input: Input }

const calls: Call[] = Object.entries(contract).flatMap(([area, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${area}.${name}`,
    endpoint,
    input: (INPUTS as Record<string, Record<string, Input>>)[area]?.[name] ?? {},
  })),
)

/** Every text in every place: input that no schema accepts may still get further than expected. */
function misplaced(input: Input): Input {
  const texts = personalTexts()
  return Object.fromEntries(
    Object.keys({ ...input, unknown: '' }).map((name, at) => [
      name,
      at % 3 === 2 ? [PERSON] : (texts[at % texts.length] ?? ''),
    ]),
  )
}

/** A request of a browser, with every header that may name somebody. */
async function send(
  browser: Browser,
  { endpoint, input }: Pick<Call, 'endpoint' | 'input'>,
): Promise<string> {
  const { path, rest } = fillPath(endpoint.path, { id: 'x', stateId: 'x', ...input })
  const fields = Object.fromEntries(Object.entries(rest).filter(([field]) => field in input))
  const query =
    endpoint.sends === 'query' ? `?${new URLSearchParams(fields as Record<string, string>)}` : ''
  const headers = {
    ...browser.headers,
    token: browser.token ?? PERSON.phone,
    'idempotency-key': randomUUID(),
    deviceId: PERSON.deviceId,
    idfa: PERSON.email,
    'link-token': 'x'.repeat(43),
    fbp: PERSON.email,
    ...(endpoint.sends === 'json' && { 'content-type': 'application/json' }),
  }
  const response = await browser.fetch(BASE_PATH + path + query, {
    method: endpoint.method,
    headers,
    body: bodyOf(endpoint, fields),
  })
  return `${response.status} ${await response.text()}`
}

function bodyOf({ sends }: Endpoint, fields: Input): string | FormData | null {
  if (sends === 'query') return null
  if (sends === 'json') return JSON.stringify(fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) form.append(name, value, `${PERSON.phone}.png`)
    else form.append(name, String(value))
  return form
}

/** Returns the answers, and the secrets of the session. */
async function sendEverything(to: WholeServer): Promise<{ answers: string[]; secrets: string[] }> {
  const answers: string[] = []
  const stranger = to.browser()
  const session = await to.signIn(PERSON.phone)
  for (const browser of [stranger, session])
    for (const call of calls) {
      // Logging out is called like all other calls, and the rest goes on.
      if (call.name === 'login.logout' && browser === session) continue
      answers.push(`${call.name} ${await send(browser, call)}`)
      answers.push(`${call.name} ${await send(browser, { ...call, input: misplaced(call.input) })}`)
    }
  return { answers, secrets: [session.token ?? '', ...session.cookies.values()] }
}

/** Waits until every job had its first try. */
async function jobsTried({ services }: WholeServer): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = await services.db.raw(
      "SELECT count(*)::int AS count FROM jobs.job WHERE state = 'active' OR (state = 'created' AND retry_count = 0 AND start_after <= now())",
    )
    expect(row?.count).toBe(0)
  }, 60_000)
}

async function jobTexts({ services }: WholeServer): Promise<string> {
  const rows = await services.db.raw('SELECT row_to_json(job)::text AS text FROM jobs.job')
  return rows.map(({ text }) => String(text)).join('\n')
}

async function expectNothingLogged(
  by: WholeServer,
  secrets: readonly string[] = [],
): Promise<void> {
  await jobsTried(by)
  const values = [...personalTexts(), ...secrets]
  for (const line of by.logged)
    expect(heldIn(JSON.stringify(line), values), JSON.stringify(line)).toEqual([])
  expect(heldIn(await jobTexts(by), values)).toEqual([])
}

test('every call of the contract has an input with values', () => {
  const named = Object.entries(INPUTS).flatMap(([area, byName]) =>
    Object.keys(byName).map(name => `${area}.${name}`),
  )
  expect(named.sort()).toEqual(calls.map(({ name }) => name).sort())
})

test('the search finds a value in every encoding', () => {
  const [name = ''] = PERSON.contactNames
  for (const text of [
    `x${name}y`,
    encodeURIComponent(name),
    JSON.stringify({ name }),
    Buffer.from(name).toString('hex').toUpperCase(),
    ...['', 'a', 'ab'].map(before => Buffer.from(`${before}${name} and more`).toString('base64')),
    ...['', 'a', 'ab'].map(before => Buffer.from(`${before}${name}`).toString('base64url')),
  ])
    expect(heldIn(text, [name])).toEqual([name])
  expect(heldIn(`a${PERSON.code}b 48${PERSON.code}`, [PERSON.code])).toEqual([])
  expect(heldIn(`code ${PERSON.code}.`, [PERSON.code])).toEqual([PERSON.code])
})

test('no call logs anything personal, whatever its input', async () => {
  server = await wholeServer({ logLevel: 'trace' })
  const { answers, secrets } = await sendEverything(server)
  expect(answers.filter(answer => / 5\d\d /.test(answer.slice(0, 60)))).toEqual([])
  await expectNothingLogged(server, secrets)
})

test('nothing personal is logged when every provider fails and quotes the request', async () => {
  server = await wholeServer({
    logLevel: 'trace',
    ports: world => ({ ...quoting(world), sms: world.sms }),
  })
  const { secrets } = await sendEverything(server)
  await expectNothingLogged(server, secrets)
  expect(
    server.logged.filter(({ msg }) => msg === 'a request failed unexpectedly').length,
  ).toBeGreaterThan(0)
})

test('nothing personal is logged when a message cannot be sent', async () => {
  server = await wholeServer({
    logLevel: 'trace',
    ports: world => ({ ...world, sms: quoting({ sms: world.sms }).sms }),
  })
  for (const call of calls) await send(server.browser(), call)
  await expectNothingLogged(server)
})

/** Ports that always fail, each with the whole request in the error's message. */
function quoting<Ports extends object>(ports: Ports): Ports {
  const failing = (port: object) =>
    new Proxy(port, {
      get: (target, property) => {
        if (typeof Reflect.get(target, property) !== 'function')
          return Reflect.get(target, property)
        return async (...input: unknown[]) => {
          throw new TypeError(
            `The vendor answered 500 to ${JSON.stringify(input)} of ${JSON.stringify(PERSON)}`,
          )
        }
      },
    })
  return Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, failing(port as object)]),
  ) as Ports
}
