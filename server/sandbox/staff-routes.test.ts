import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSimulatedWorld } from '#server/sandbox/world.ts'
import { staffRoutes } from '#server/staff/routes.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import { filesForTest } from '#server/testing/files.ts'

const { files, remove } = filesForTest()
afterAll(remove)

const CONSOLE = 'http://console.test'
const EVERYTHING = ['sms', 'payment', 'payout', 'verification'] as const

/** A demonstration whose console, if there is one, has an address of its own. */
async function demonstration(hasConsole: boolean, url?: string): Promise<TestServer> {
  return testServer({
    config: { console: hasConsole ? { url } : undefined },
    routes: services => (hasConsole ? staffRoutes({ ...services, files }) : []),
    extend: async (app, services) => {
      const clock = {
        ...services.clock,
        advance: async () => services.clock.now(),
        restart: () => undefined,
      }
      const world = await openSimulatedWorld({
        ...services,
        clock,
        push: { publicKey: 'test' },
        webhookUrl: () => '',
        simulated: EVERYTHING,
      })
      const at = { isPublishedOnHttps: false, ownOrigin: url }
      world.serve(app, async () => undefined, {
        console: hasConsole ? at : undefined,
        publicOrigins: ['http://saral.test', ...(url === undefined ? [] : [url])],
      })
    },
  })
}
const page = async ({ app }: TestServer, host: string) =>
  (await app.inject({ url: '/sandbox', headers: { host } })).body
const signIn = ({ app }: TestServer, host: string) =>
  app.inject({
    method: 'POST',
    url: '/sandbox/staff',
    headers: { host },
    payload: { role: 'finance' },
  })

describe('a console with an address of its own', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await demonstration(true, CONSOLE)
  })
  afterAll(() => server.close())

  test('has the buttons there, which sign in there', async () => {
    expect(await page(server, 'console.test')).toContain('Open the console as')
    const answer = await signIn(server, 'console.test')
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
    const me = await server.app.inject({
      url: '/api1/staff/v1/me',
      headers: { host: 'console.test', cookie, web_uuid: 'a-page-of-the-console' },
    })
    expect(me.json()).toMatchObject({ data: { roles: ['finance'], way: 'sandbox' } })
  })

  test('is linked from the product’s own address, which has no sign-in', async () => {
    const elsewhere = await page(server, 'saral.test')
    expect(elsewhere).toContain(`${CONSOLE}/sandbox#staff`)
    expect(elsewhere).not.toContain('Open the console as')
    const answer = await signIn(server, 'saral.test')
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

test('a console without an address of its own is at every address of the product', async () => {
  const server = await demonstration(true)
  expect(await page(server, 'saral.test')).toContain('Open the console as')
  expect((await signIn(server, 'saral.test')).headers['set-cookie']).toBeDefined()
  const here = await fetch(`${server.origin}/sandbox`)
  expect(await here.text()).toContain('Open the console as')
  await server.close()
})

test('the sandbox signs in no staff without a console', async () => {
  const server = await demonstration(false)
  expect(await page(server, 'saral.test')).not.toContain('console')
  expect((await signIn(server, 'saral.test')).statusCode).toBe(404)
  await server.close()
})
