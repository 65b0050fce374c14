import { afterEach, expect, test, vi } from 'vitest'
import { client } from '#contract/client.ts'
import { home } from '#contract/home.ts'
import { BASE_PATH } from '#contract/path.ts'
import { hasPrefetched, storePrefetched, takePrefetched } from '#web/api/prefetched.ts'

const { signal } = new AbortController()
const url = `${BASE_PATH}${home.index.path}`

afterEach(() => {
  takePrefetched(url, { token: 'asha' }, signal)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

function leave(giveUp: () => void = () => undefined): Promise<Response> {
  const response = Promise.resolve(new Response('{}'))
  storePrefetched({ url, token: 'asha', response, giveUp })
  return response
}

test('an answer is handed over once, to the same request of the same borrower', () => {
  const response = leave()
  expect(takePrefetched(`${BASE_PATH}/order/v1/list`, { token: 'asha' }, signal)).toBeUndefined()
  expect(takePrefetched(url, { token: 'ravi' }, signal)).toBeUndefined()
  expect(takePrefetched(url, {}, signal)).toBeUndefined()
  expect(hasPrefetched()).toBe(true)
  expect(takePrefetched(url, { token: 'asha' }, signal)).toBe(response)
  expect(hasPrefetched()).toBe(false)
  expect(takePrefetched(url, { token: 'asha' }, signal)).toBeUndefined()
})

test('the call that took the answer can abort it', () => {
  const giveUp = vi.fn()
  leave(giveUp)
  const controller = new AbortController()
  takePrefetched(url, { token: 'asha' }, controller.signal)
  controller.abort()
  expect(giveUp).toHaveBeenCalledOnce()
})

async function openPageAt(
  pathname: string,
  stored: Record<string, string>,
  onStart: () => void = () => undefined,
  answer: Promise<Response> = Promise.resolve(new Response('{}')),
): Promise<[string, RequestInit][]> {
  const fetched: [string, RequestInit][] = []
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: () => undefined,
  })
  // The app's scripts wait in a template of the page.
  vi.stubGlobal('document', {
    querySelector: () => ({ content: {} }),
    importNode: () => ({ querySelector: () => ({ addEventListener: () => undefined }) }),
    head: { append: onStart },
  })
  vi.stubGlobal('fetch', async (...request: [string, RequestInit]) => {
    fetched.push(request)
    return answer
  })
  await import('#web/prefetch.ts')
  return fetched
}

test('the home page of a signed-in borrower prefetches with the contract’s path and headers', async () => {
  const [[url, init] = ['', {}]] = await openPageAt('/', { token: 'asha' })
  let outgoing: { url: string; method: string } | undefined
  const send = async (request: { url: string; method: string }) => {
    outgoing = request
    return { status: 200, text: '', retryAfter: null }
  }
  await client({ index: home.index }, { base: BASE_PATH, headers: () => ({}), send }).index({})
  expect(url).toBe(outgoing?.url)
  expect(init.method ?? 'GET').toBe(outgoing?.method)
  expect(init.headers).toMatchObject({ token: 'asha', os: 'android-h5', 'x-language': 'en' })
})

test('a visitor without a session does not prefetch, and the app starts at once', async () => {
  const start = vi.fn()
  expect(await openPageAt('/', {}, start)).toEqual([])
  expect(start).toHaveBeenCalledOnce()
})

test('the app starts once the answer is there, and without one after two seconds', async () => {
  const start = vi.fn()
  let arrive: (response: Response) => void = () => undefined
  const answer = new Promise<Response>(resolve => {
    arrive = resolve
  })
  await openPageAt('/', { token: 'asha' }, start, answer)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(start).not.toHaveBeenCalled()
  arrive(new Response('{}'))
  await vi.advanceTimersByTimeAsync(0)
  expect(start).toHaveBeenCalledOnce()

  vi.resetModules()
  await openPageAt('/', { token: 'asha' }, start, new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(start).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(start).toHaveBeenCalledTimes(2)
})

test('other pages do not prefetch, such as one opened offline from the same shell', async () => {
  expect(await openPageAt('/order', { token: 'asha' })).toEqual([])
})
