/** Borrowers in every state of a loan, on a server whose clock and jobs the fuzzer moves. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Result } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { createSession } from '#server/accounts/create-session.ts'
import { secretHash } from '#server/accounts/db/session.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { mandateSimulator } from '#server/providers/mandate/simulator.ts'
import { CONTACTS, picture } from '#server/providers/simulated/person.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { type DeviceKey, newDeviceKey } from '#server/testing/device-key.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  type LendingWorld,
  lendingWorld,
  pay,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { borrowerIdOf } from '#server/testing/verification.ts'

/** A borrower, and the session by which the server knows them. */
export type Person = {
  readonly borrower: Borrower
  /** Signed in from a native app, whose device's key signs the requests. */
  readonly isNative: boolean
  session: Halves
}

/** The halves of a session: its token, and headers or a key. */
export type Halves = {
  readonly token: string
  readonly half: Readonly<Record<string, string>>
  readonly key?: DeviceKey
}

const NAMES = [
  'Abhinandan',
  'Bhagirathi',
  'Chandrakanta',
  'Dharmaraja',
  'Eeshwaramma',
  'Fakhruddin',
  'Gajalakshmi',
  'Harshavardhan',
  'Indrajeet',
] as const
const DAYS_UNTIL_OVERDUE = 9
/** Until then a loan can be returned, and gets no plan. */
export const DAYS_AFTER_COOLING_OFF = 4
const SECRET_BYTES = 32

const key = () => ({ idempotencyKey: randomUUID() })
const unclear = async () => ({ state: 'unclear', reason: 'not-legible' }) as const

/** The world of one run: no card is read, because reading takes seconds. */
export function fuzzedWorld(replaced: Partial<VerificationServices> = {}): Promise<LendingWorld> {
  return lendingWorld({
    lending: usual => ({
      mandate: {
        ...mandateSimulator({
          ...usual,
          publicOrigin: () => 'http://saral.test',
          secret: 'of the simulator',
        }),
        name: 'test',
      },
    }),
    verification: {
      documents: {
        readAadhaarFront: () => ({ state: 'started', reading: unclear() }),
        readPanCard: () => ({ state: 'started', reading: unclear() }),
        close: async () => undefined,
      },
      ...replaced,
    },
  })
}

/** The past of the borrowers before the run, one of each kind; the first two have the same. */
export async function preparedPeople(world: LendingWorld): Promise<Person[]> {
  const late = await world.borrower()
  await runningLoan(world, late)
  const settled = await world.borrower()
  const repaid = await runningLoan(world, settled, { productId: 'saral-seven' })
  await pay(world, settled, repaid, 'all')
  await world.runJobs()
  world.server.clock.advance({ days: DAYS_UNTIL_OVERDUE })
  await runCloseOfBusiness(world.services)
  const running: [Borrower, orderId: string][] = []
  for (let count = 0; count < 5; count += 1) {
    const borrower = await world.borrower()
    running.push([borrower, await runningLoan(world, borrower)])
  }
  world.server.clock.advance({ days: DAYS_AFTER_COOLING_OFF })
  const [one, two, extends_, struggles, inApp] = running
  if (!one || !two || !extends_ || !struggles || !inApp) throw new Error('nobody has a loan')
  for (const [borrower, orderId] of [one, two, inApp]) await usesEverything(borrower, orderId)
  await asksForExtension(...extends_)
  await asksForPlan(...struggles)
  must(await settled.browser.calls(contract.order).apply(wish(settled), key()))
  await world.runJobs()
  const borrowers = [one[0], two[0], late, settled, extends_[0], struggles[0], inApp[0]]
  borrowers.push(await newcomer(world), await questioned(world))
  const people = await Promise.all(
    borrowers.map((each, at) => personOf(world, each, at, each === inApp[0])),
  )
  await world.runJobs()
  return people
}

async function usesEverything({ browser }: Borrower, orderId: string): Promise<void> {
  must(await browser.calls(contract.repay).repay({ orderId, scope: 'due' }, key()))
  must(await browser.calls(contract.autopay).setUp({ orderId, isAgreed: true }))
  must(await browser.calls(contract.loanDocument).statement({ orderId }))
  must(await browser.calls(contract.calendar).create({}))
}

async function asksForExtension({ browser }: Borrower, orderId: string): Promise<void> {
  const calls = browser.calls(contract.extension)
  const { extensionId, orderRepayId } = must(await calls.calculate({ id: orderId }))
  const keyFactsHash = await addendumRead(browser, { orderId, extensionId })
  must(await calls.apply({ extensionId, orderId, orderRepayId, keyFactsHash }, key()))
}

/** Asks for the longest plan, which waits for a person. */
export async function asksForPlan({ browser }: Borrower, orderId: string): Promise<void> {
  const calls = browser.calls(contract.hardship)
  const { plans } = must(await calls.plans({ orderId }))
  const moveDays = plans.at(-1)?.moveDays ?? 0
  const { hash: keyFactsHash } = must(await calls.keyFacts({ orderId, moveDays }))
  must(await calls.request({ orderId, moveDays, keyFactsHash }, key()))
}

/** Somebody whose application waits for a person: the names differ a little. */
export async function referred(
  world: LendingWorld,
): Promise<{ readonly borrower: Borrower; readonly orderId: string }> {
  const borrower = await world.borrower({ panDigits: '0002' })
  const { orderId } = must(
    await borrower.browser.calls(contract.order).apply(wish(borrower), key()),
  )
  await world.runJobs()
  return { borrower, orderId }
}

/** Somebody whose application an officer has a question about. */
async function questioned(world: LendingWorld): Promise<Borrower> {
  const { borrower, orderId } = await referred(world)
  const officer = await staffBrowser(world.server, 'credit-officer')
  const calls = officer.calls(staffContract.application)
  must(await calls.open({ orderId, why: 'decision' }))
  must(await calls.ask({ orderId, kind: 'income', words: null }))
  return borrower
}

/** Somebody who has verified nothing yet. */
async function newcomer(world: LendingWorld): Promise<Borrower> {
  const phone = '919830000001'
  const browser = await world.server.signIn(phone)
  must(await browser.calls(contract.kyc).upload({ type: 'pan', file: picture(64, 64) }))
  return { browser, phone, id: await borrowerIdOf(world.server, phone), cardId: '' }
}

/** Gives each borrower contacts and feedback of their own, and the session of their kind. */
async function personOf(
  world: LendingWorld,
  borrower: Borrower,
  at: number,
  isNative: boolean,
): Promise<Person> {
  const { browser } = borrower
  const name = NAMES[at % NAMES.length]
  must(
    await browser.calls(contract.verify).saveContacts({
      ...CONTACTS,
      oneName: `Meena ${name}`,
      twoName: `Ravi ${name}`,
      thirdName: `Kamala ${name}`,
    }),
  )
  const multipartFiles = picture(64, 64)
  const content = `A word from the family ${name}.`
  must(
    await browser.calls(contract.feedback).save({ content, problemType: 'other', multipartFiles }),
  )
  return { borrower, isNative, session: await newSession(world, borrower.id, isNative) }
}

/** The secrets of the links that contacts received. */
export async function linkTokens({ services }: LendingWorld): Promise<string[]> {
  const messages = await sandboxMessages(services, null)
  return messages.flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? [])
}

/**
 * A session without a code: those of the run end often, and codes are sent rarely. Throws for a
 * borrower whose account was erased.
 */
export async function newSession(
  { services }: LendingWorld,
  borrowerId: string,
  isNative: boolean,
): Promise<Halves> {
  const sql = 'SELECT 1 FROM borrower WHERE borrower_id = $1 AND erased_at IS NULL'
  if ((await services.db.raw(sql, [borrowerId])).length === 0)
    throw new Error('an erased borrower gets no session')
  const secret = () => randomBytes(SECRET_BYTES).toString('base64url')
  const cookie = secret()
  const key = isNative ? await newDeviceKey() : undefined
  const halfHash = key
    ? services.cipher.keyedHash('session-key', await key.thumbprint())
    : Buffer.from(secretHash('cookie', cookie), 'hex')
  const { token } = await services.db.transaction(tx =>
    createSession({ services, tx, at: services.clock.now() }, borrowerId, {
      secret: secret(),
      halfHash,
      isAppUser: isNative,
      // The fuzzer tries every call, also those that need a recent proof.
      isProof: true,
      boundTo: isNative ? 'key' : 'cookie',
      deviceHashes: { shown: [], fresh: services.cipher.keyedHash('device-cookie', borrowerId) },
      noteDevice: () => undefined,
    }),
  )
  // The fuzzer tries every call, so the device is a known one.
  await services.db.raw(
    `UPDATE device SET known_at = now(), known_by = 'code' WHERE borrower_id = $1 AND known_at IS NULL`,
    [borrowerId],
  )
  return key
    ? { token, half: {}, key }
    : { token, half: { cookie: `${cookieName('session', false)}=${cookie}` } }
}

/** The answer of a call that has to succeed. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.reason}: ${JSON.stringify(result.errorColumn)}`)
  return result.data
}
