/** Numbers that belong to one borrower: their owners, and what no answer reveals (product §10). */
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { day } from '#domain/day.ts'
import { inventedPerson } from '#server/providers/simulated/invented-person.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { peopleOn } from '#server/testing/people.ts'
import { aadhaarEnding, verificationParts } from '#server/testing/verification.ts'
import { identityOf } from './borrower-identity.ts'

const TODAY = day('2026-11-21')

const parts = verificationParts()
const server = forFile(() => testServer({ routes: parts.routes }))
const people = peopleOn(server)
afterAll(() => parts.remove())
beforeEach(() => vi.restoreAllMocks())

type Who = Awaited<ReturnType<typeof people.somebody>>
const namesAgreeOf = async ({ borrowerId }: Who) =>
  (await identityOf(server.services, borrowerId, TODAY))?.namesAgree
const nameOf = async ({ borrowerId }: Who) =>
  (await identityOf(server.services, borrowerId, TODAY))?.name ?? ''

/** The tax register knows the PAN under this name. */
function panIsOf(name: string): void {
  vi.spyOn(parts.services().pan, 'verify').mockResolvedValue({
    state: 'valid',
    registeredName: name,
  })
}

/** A borrower with a proved Aadhaar number and no PAN yet. */
async function withAadhaar(): Promise<Who> {
  const who = await people.somebody()
  await people.sendAndVerify(who)
  return who
}

test.each([
  ['written differently', (name: string) => `${name.split(' ')[0]} Bandyopadhyay`],
  ['of another person', () => 'Xerxes Lobo'],
  ['not given', () => ''],
])(
  'keeps a PAN for its owner whose name is %s beside the name of another who states it',
  async (_what, registered) => {
    const squatter = await withAadhaar()
    const owner = await withAadhaar()
    const panNo = owner.panNo
    panIsOf(registered(await nameOf(squatter)))
    expect(await squatter.kyc.saveIdentity({ type: 2, panNo })).toEqual({ ok: true, data: null })
    panIsOf(await nameOf(owner))
    expect(await owner.kyc.saveIdentity({ type: 2, panNo })).toEqual({ ok: true, data: null })
    expect(await namesAgreeOf(owner)).toBe('same')
    expect(await namesAgreeOf(squatter)).not.toBe('same')
  },
)

test('answers the same for a customer’s PAN and for a free one', async () => {
  const customer = await people.somebodyProven()
  const answers = []
  for (const registered of ['same', 'close', 'different'])
    for (const panNo of [customer.panNo, `ABCPQ${5000 + answers.length}F`]) {
      const prober = await withAadhaar()
      const name = await nameOf(prober)
      panIsOf(registered === 'same' ? name : registered === 'close' ? `${name} Rao` : 'Xerxes Lobo')
      answers.push({
        saved: await prober.kyc.saveIdentity({ type: 2, panNo }),
        status: await prober.browser.calls(contract.verify).status({}),
        again: await prober.kyc.saveIdentity({ type: 2, panNo }),
      })
    }
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.saved).toEqual({ ok: true, data: null })
})

test('a person distinguishes two people with one name, birth date and last digits, who proved different numbers', async () => {
  const numbers = [aadhaarEnding('7171', 61_000_000), aadhaarEnding('7171', 62_000_000)] as const
  const both = [await people.somebody(), await people.somebody()] as const
  const details = inventedPerson(numbers[0], TODAY)
  vi.spyOn(parts.services().aadhaar, 'verifyOtp').mockResolvedValue({ state: 'verified', details })
  for (const at of [0, 1] as const)
    expect(await people.sendAndVerify(both[at], numbers[at])).toMatchObject({ ok: true })
  for (const who of both)
    expect(await who.kyc.saveIdentity({ type: 2, panNo: who.panNo })).toMatchObject({ ok: true })
  expect([await namesAgreeOf(both[0]), await namesAgreeOf(both[1])]).toEqual(['same', 'close'])
})
