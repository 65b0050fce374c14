/** A browser for tests: the typed client of every call, with its own cookies, token and ids, against a real server. */
import { randomUUID } from 'node:crypto'
import { type Client, client, type Incoming, type Outgoing, Unanswered } from '#contract/client.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import { BASE_PATH } from '#contract/path.ts'

export type Browser = {
  /** The typed functions of an area: `browser.calls(contract.login).sendCode({ phone })`. */
  readonly calls: <Es extends Endpoints>(endpoints: Es) => Client<Es>
  /** Any request, with the browser's cookies and headers. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly cookies: Map<string, string>
  /** Headers sent with every call; change them at will. */
  readonly headers: Record<string, string>
  token: string | undefined
  /** Signs a call by the key of a native app's device; undefined in a browser. */
  prove: Prove | undefined
}

type Prove = (method: string, path: string, token: string | undefined) => Promise<string>

/** A browser without any stored state. */
export function browserOn(origin: string): Browser {
  const cookies = new Map<string, string>()
  const headers: Record<string, string> = {
    web_uuid: randomUUID(),
    os: 'ios-h5',
    packageName: 'saral',
    'accept-language': 'en',
  }
  const fetchPath = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const allHeaders = new Headers(init.headers)
    if (cookie !== '') allHeaders.set('cookie', cookie)
    const response = await fetch(origin + path, {
      ...init,
      headers: allHeaders,
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    return response
  }
  const browser: Browser = {
    cookies,
    headers,
    token: undefined,
    prove: undefined,
    fetch: fetchPath,
    calls: endpoints =>
      client(endpoints, {
        base: BASE_PATH,
        headers: () => ({
          ...headers,
          ...(browser.token !== undefined && { token: browser.token }),
        }),
        send: request => send(fetchPath, request, browser.prove),
      }),
  }
  return browser
}

async function send(
  fetchPath: Browser['fetch'],
  { method, url, headers, body, timeoutMs }: Outgoing,
  prove: Prove | undefined,
): Promise<Incoming> {
  const [path = ''] = url.split('?')
  const proof = await prove?.(method, path, headers.token)
  const type: Record<string, string> =
    body?.kind === 'json' ? { 'content-type': 'application/json' } : {}
  const init = {
    method,
    headers: { ...(proof !== undefined && { dpop: proof }), ...headers, ...type },
    body: bodyOf(body),
    signal: AbortSignal.timeout(timeoutMs),
  }
  try {
    const response = await fetchPath(url, init)
    const text = await response.text()
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
  } catch (error) {
    throw new Unanswered(undefined, { cause: error })
  }
}

function bodyOf(body: Outgoing['body']): string | FormData | null {
  if (body === null || body.kind === 'json') return body?.text ?? null
  const form = new FormData()
  for (const [name, value] of body.fields) {
    if (value instanceof Blob) form.append(name, value, 'file')
    else form.append(name, String(value))
  }
  return form
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  const value = pair.slice(at + 1)
  const isGone = value === '' || attributes.some(attribute => /^\s*max-age=0$/i.test(attribute))
  if (isGone) cookies.delete(name)
  else cookies.set(name, value)
}
