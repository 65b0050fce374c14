import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { digilockerRoutes } from '#server/identity/routes.ts'
import { randomIds } from '#server/platform/ids.ts'
import { cashfreeDigilocker } from '#server/providers/digilocker/cashfree.ts'
import type { DigilockerPort } from '#server/providers/digilocker/port.ts'
import { digilockerSimulator } from '#server/providers/digilocker/simulator.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import { cashfreeVerificationServer } from '#server/testing/vendors/cashfree-verification.ts'
import type { Mishap } from '#server/testing/vendors/vendor-server.ts'
import { type VerificationParts, verificationParts } from '#server/testing/verification.ts'

const ORIGIN = 'https://saral.test'

/** A provider, real or simulated, and the borrower's possible actions on its page. */
type Side = {
  readonly port: DigilockerPort
  readonly end: (id: string, how: 'share' | 'decline') => Promise<unknown>
  readonly mishaps: Mishap[]
  readonly close: () => Promise<void>
}

const sides: Record<string, (server: TestServer) => Promise<Side>> = {
  async simulator({ services }) {
    const port = digilockerSimulator({ ...services, ids: randomIds(), publicOrigin: () => ORIGIN })
    return {
      port,
      end: (id, how) => port.press(id, how),
      mishaps: [],
      close: async () => undefined,
    }
  },
  async cashfree() {
    const { settings, lockers, mishaps, close } = await cashfreeVerificationServer()
    const end: Side['end'] = async (id, how) =>
      lockers.set(id, how === 'share' ? 'AUTHENTICATED' : 'CONSENT_DENIED')
    return { port: cashfreeDigilocker(settings), end, mishaps, close }
  },
}

describe.each(Object.keys(sides))('DigiLocker by %s', name => {
  let parts: VerificationParts
  let server: TestServer
  let side: Side
  beforeAll(async () => {
    parts = verificationParts()
    // The port uses the server's database, and the routes use the port.
    const port: DigilockerPort = {
      open: request => side.port.open(request),
      result: id => side.port.result(id),
    }
    server = await testServer({
      routes: services => {
        const verification = parts.routes(services)
        return [
          ...verification,
          ...digilockerRoutes({
            ...parts.services(),
            digilocker: port,
            publicOrigin: () => ORIGIN,
          }),
        ]
      },
    })
    side = await (sides[name] as (server: TestServer) => Promise<Side>)(server)
  })
  afterAll(async () => {
    await side.close()
    await server.close()
    parts.remove()
  })

  let people = 0
  async function somebody() {
    people += 1
    const browser = await server.signIn(`91985000${String(people).padStart(4, '0')}`)
    return { locker: browser.calls(contract.digilocker), kyc: browser.calls(contract.kyc) }
  }
  async function newestRequest(): Promise<string> {
    const [row] = await server.services.db.raw(
      'SELECT request_id FROM digilocker_request ORDER BY opened_at DESC, request_id DESC LIMIT 1',
    )
    return String(row?.request_id)
  }

  test('opens the page, trusts only the provider’s own answer, and the PAN completes the step', async () => {
    const { locker, kyc } = await somebody()
    expect(await locker.offer({})).toMatchObject({ data: { isOffered: 1 } })
    expect(await locker.result({})).toMatchObject({ data: { state: 'none' } })
    expect(await locker.open({ pid: 'saral-weekly' })).toMatchObject({
      data: { url: expect.stringMatching(/^https:/) },
    })
    expect(await locker.result({})).toMatchObject({ data: { state: 'waiting' } })
    expect(await kyc.type({})).toMatchObject({ data: { isAadhaarVerified: 0 } })
    await side.end(await newestRequest(), 'share')
    expect(await locker.result({})).toMatchObject({ data: { state: 'shared' } })
    expect(await locker.result({})).toMatchObject({ data: { state: 'shared' } })
    expect(await kyc.type({})).toMatchObject({
      data: { isAadhaarVerified: 1, aadhaar: expect.stringMatching(/^XXXX XXXX \d{4}$/) },
    })
    expect(await kyc.saveIdentity({ type: 2, panNo: `ABCPK${5000 + people}F` })).toMatchObject({
      ok: true,
    })
    expect(await locker.open({})).toMatchObject({ reason: 'identity-already-verified' })
  })

  test('a borrower who declines, or returns too late, has shared nothing and may open it again', async () => {
    const { locker, kyc } = await somebody()
    await locker.open({})
    await side.end(await newestRequest(), 'decline')
    expect(await locker.result({})).toMatchObject({ data: { state: 'declined' } })
    expect(await locker.result({})).toMatchObject({ data: { state: 'declined' } })
    expect(await kyc.type({})).toMatchObject({ data: { isAadhaarVerified: 0 } })
    server.clock.advance({ seconds: 1 })
    expect(await locker.open({})).toMatchObject({ ok: true })
    expect(await locker.result({})).toMatchObject({ data: { state: 'waiting' } })
  })

  // The simulated locker holds another invented person each time, and always answers.
  if (name === 'simulator') return

  test('one person belongs to one borrower', async () => {
    const { locker } = await somebody()
    await locker.open({})
    await side.end(await newestRequest(), 'share')
    expect(await locker.result({})).toMatchObject({ reason: 'identity-taken' })
  })

  test('an unreachable provider decides nothing', async () => {
    const { locker } = await somebody()
    side.mishaps.push('down')
    expect(await locker.open({})).toMatchObject({ reason: 'check-not-available' })
    await locker.open({})
    side.mishaps.push('malformed')
    expect(await locker.result({})).toMatchObject({ reason: 'check-not-available' })
    expect(await locker.result({})).toMatchObject({ data: { state: 'waiting' } })
  })
})

test('the page is missing where DigiLocker is not offered', async () => {
  const parts = verificationParts()
  const server = await testServer({
    routes: services => {
      const verification = parts.routes(services)
      return [
        ...verification,
        ...digilockerRoutes({
          ...parts.services(),
          digilocker: undefined,
          publicOrigin: () => ORIGIN,
        }),
      ]
    },
  })
  const locker = (await server.signIn('919850009999')).calls(contract.digilocker)
  expect(await locker.offer({})).toMatchObject({ data: { isOffered: 0 } })
  expect(await locker.open({})).toMatchObject({ reason: 'check-not-available' })
  await server.close()
  parts.remove()
})
