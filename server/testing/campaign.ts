/**
 * A campaign of guessing against the running server: addresses in many prefixes ask for codes of
 * many numbers over a day and guess them, while owners sign in on known and on new devices.
 */
import { contract } from '#contract/index.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import type { TestServer } from '#server/testing/app.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { workingFor } from '#server/testing/work.ts'

export type Campaign = {
  /** The /24s of the attacker, and the addresses in each. */
  readonly prefixes: number
  readonly addressesEach: number
  /** Every address guesses once in this many minutes, for a day. */
  readonly everyMinutes: number
  /** The attacker does one in so many of the requested proofs of work; 1 for all of them. */
  readonly worksOnEvery: number
  /** Owners of numbers under attack; each signs in this often on both kinds of device. */
  readonly owners: number
  readonly ownersEveryMinutes: number
}

export type Fared = {
  tries: number
  atOnce: number
  /** Within one more minute than in peace. */
  withinAMinute: number
  later: number
  /** The proofs of work that the owners had to do. */
  proofsOfWork: number
}
export type Outcome = {
  requests: number
  codesSent: number
  /** The guesses that were compared, by the length of the code. */
  readonly guessesJudged: Record<number, number>
  accountsEntered: number
  /** The proofs of work that the attacker had to do. */
  proofsOfWork: number
  readonly onKnownDevices: Fared
  readonly onNewDevices: Fared
}

const DAY_MINUTES = 1_440
const TRIES = 3
const AT_ONCE = 20
const PATIENCE_MINUTES = 1
/** One guess in so many is at an owner's number. */
const AT_OWNERS = 25

const nobody = (): Fared => ({
  tries: 0,
  atOnce: 0,
  withinAMinute: 0,
  later: 0,
  proofsOfWork: 0,
})
const login = (browser: Browser) => browser.calls(contract.login)

/** Runs the campaign; the clock of the server moves by a day. */
export async function runCampaign(server: TestServer, about: Campaign): Promise<Outcome> {
  const outcome: Outcome = {
    requests: 0,
    codesSent: 0,
    guessesJudged: {},
    accountsEntered: 0,
    proofsOfWork: 0,
    onKnownDevices: nobody(),
    onNewDevices: nobody(),
  }
  const owners = await ownersOf(server, about.owners)
  let aimed = 0
  const target = () => {
    aimed += 1
    const owner = owners[Math.floor(aimed / AT_OWNERS) % owners.length]
    return aimed % AT_OWNERS === 0 && owner ? owner.phone : `91${9_712_000_000 + aimed}`
  }
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    // The attacker's addresses take turns, so that guesses come all the time.
    const turn = addressesAt(about, minute)
    for (let at = 0; at < turn.length; at += AT_ONCE)
      await Promise.all(
        turn.slice(at, at + AT_ONCE).map(ip => guess(server, ip, target(), outcome, about)),
      )
    if (minute % about.ownersEveryMinutes === 0)
      for (const [at, owner] of owners.entries()) {
        await enter(server, outcome.onKnownDevices, owner.phone, () => owner.device)
        server.clock.advance({ seconds: 1 })
        const ip = `198.51.${(minute / about.ownersEveryMinutes) % 200}.${at + 1}`
        await enter(server, outcome.onNewDevices, owner.phone, () => browserAt(server, ip))
      }
    server.clock.advance({ seconds: 60 })
  }
  return outcome
}

function addressesAt({ prefixes, addressesEach, everyMinutes }: Campaign, minute: number) {
  return Array.from({ length: prefixes * addressesEach }, (_, at) => at)
    .filter(at => at % everyMinutes === minute % everyMinutes)
    .map(
      at =>
        `100.${64 + Math.floor(at / addressesEach / 200)}.${Math.floor(at / addressesEach) % 200}.${(at % addressesEach) + 1}`,
    )
}

function browserAt(server: TestServer, ip: string): Browser {
  const browser = browserOn(server.origin)
  browser.headers['x-forwarded-for'] = ip
  return browser
}

/** Asks for a code and tries three at random, until the server judges no more. */
async function guess(
  server: TestServer,
  ip: string,
  phone: string,
  outcome: Outcome,
  { worksOnEvery }: Campaign,
): Promise<void> {
  const browser = browserAt(server, ip)
  const isWorking = outcome.requests % worksOnEvery === 0
  const onWork = () => {
    outcome.proofsOfWork += 1
    return isWorking
  }
  outcome.requests += 1
  const answer = await workingFor(options => login(browser).sendCode({ phone }, options), onWork)
  if (!answer.ok) return
  outcome.codesSent += 1
  const { codeDigits } = answer.data
  for (let time = 0; time < TRIES; time += 1) {
    const code = server.services.ids.digits(codeDigits)
    const answer = await workingFor(
      options => login(browser).login({ phone, code }, options),
      onWork,
    )
    outcome.requests += 1
    if (answer.ok) outcome.accountsEntered += 1
    const isJudged =
      answer.ok || answer.reason === 'code-wrong' || answer.reason === 'code-tries-exhausted'
    if (isJudged) outcome.guessesJudged[codeDigits] = (outcome.guessesJudged[codeDigits] ?? 0) + 1
    if (answer.ok || !isJudged) return
  }
}

/** One owner's sign-in, tried again each minute; the clock stays where it was for the others. */
async function enter(
  server: TestServer,
  fared: Fared,
  phone: string,
  device: () => Browser,
): Promise<void> {
  fared.tries += 1
  const onWork = () => {
    fared.proofsOfWork += 1
    return true
  }
  const began = server.clock.now()
  const browser = device()
  for (let waited = 0; waited <= PATIENCE_MINUTES; waited += 1) {
    const isIn =
      (await workingFor(options => login(browser).sendCode({ phone }, options), onWork)).ok &&
      (await logInWithNewest(server, browser, phone, onWork))
    if (isIn) {
      if (waited === 0) fared.atOnce += 1
      else fared.withinAMinute += 1
      return
    }
    server.clock.advance({ seconds: 60 })
    if (waited === PATIENCE_MINUTES) fared.later += 1
  }
  server.clock.set(began)
}

async function logInWithNewest(
  server: TestServer,
  browser: Browser,
  phone: string,
  onWork: () => boolean,
): Promise<boolean> {
  const code = await server.codeSentTo(phone)
  return (await workingFor(options => login(browser).login({ phone, code }, options), onWork)).ok
}

type Owner = { readonly phone: string; readonly device: Browser }

/** Borrowers whose identity was verified on the device that they signed up on. */
async function ownersOf(server: TestServer, many: number): Promise<Owner[]> {
  const owners: Owner[] = []
  for (let at = 0; at < many; at += 1) {
    const phone = `91${9_812_345_000 + at * 7 + 1}`
    const device = browserAt(server, `203.0.113.${at + 1}`)
    await server.signIn(phone, device)
    device.token = undefined
    owners.push({ phone, device })
  }
  await asOwner(server.database.target, client =>
    client.query("UPDATE device SET known_at = now(), known_by = 'identity'"),
  )
  server.clock.advance({ seconds: 120 })
  return owners
}
