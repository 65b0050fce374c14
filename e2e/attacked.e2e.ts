import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answerTo } from '#e2e/rig/answer.ts'
import { newPhone, readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openOwnProduct, type Scene } from '#e2e/rig/journey.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { workingFor } from '#server/testing/work.ts'

openOwnProduct({ LIMIT_SCALE: '1', TRUSTED_PROXIES: 'loopback' })

const PATIENCE_MINUTES = 10
/** An owner who is let in at once still reads and types the code. */
const TYPING_MINUTES = 1
/** More networks than the codes that strangers get for one number before they have to wait. */
const NETWORKS = 12
/** More numbers than the wrong codes of four digits that a network may try. */
const NUMBERS_MOST = 12

/** Attacks once more; true if a limit refused. */
type Attack = () => Promise<boolean>

const login = (browser: Browser) => browser.calls(contract.login)

/** Asks for a code of this number and tries three; returns the reason of the last refusal. */
async function guessAt(browser: Browser, phone: string): Promise<string> {
  const number = `91${phone}`
  const sent = await workingFor(work => login(browser).sendCode({ phone: number }, work))
  if (!sent.ok) return sent.reason
  let last = ''
  for (const code of ['0000', '1111', '2222']) {
    const answer = await workingFor(work => login(browser).login({ phone: number, code }, work))
    last = answer.ok ? 'guessed' : answer.reason
  }
  return last
}

/** Asks for codes of one number from many networks in turn. */
function attackOnNumber(origin: string, phone: string): Attack {
  const browsers = Array.from({ length: NETWORKS }, (_, network) => {
    const browser = browserOn(origin)
    browser.headers['x-forwarded-for'] = `203.0.${network}.1`
    return browser
  })
  return async () => {
    const reasons: string[] = []
    for (const browser of browsers) reasons.push(await guessAt(browser, phone))
    return reasons.includes('code-limit-reached')
  }
}

/** Guesses codes of other numbers from the owner's own address. */
function attackOnNetwork(origin: string): Attack {
  return async () => {
    const reason = await guessAt(browserOn(origin), newPhone())
    // Its guesses have four digits, and the codes have more from now on.
    return reason === 'code-length'
  }
}

async function attackUntilRefused(attack: Attack, timesMost: number): Promise<void> {
  for (let times = 1; times <= timesMost; times += 1) if (await attack()) return
  throw new Error(`none of ${timesMost} attacks was refused`)
}

/** Lets the attacker and the owner take turns; the minutes until the owner is in. */
async function minutesToEnter(scene: Scene, phone: string, attack: Attack): Promise<number> {
  const { page, type, tap, arrive, sandbox } = scene
  let minutes = 0
  // Each time the attacker comes first.
  const aMinute = async () => {
    await sandbox.advance('PT1M')
    await attack()
    await page.clock.fastForward('01:00')
    minutes += 1
  }
  await page.goto('/login')
  await type('Mobile number', phone)
  await page.getByRole('checkbox').check()
  while (minutes <= PATIENCE_MINUTES) {
    const asked = await answerTo(tap(/^(Get|resend)$/), page, '/sendCode')
    if (asked.reason !== undefined) {
      // The owner waits as long as the page says.
      const until = minutes + (asked.waitSeconds ?? 0) / 60
      while (minutes < until) await aMinute()
      continue
    }
    // The attacker goes on while the owner reads and types the code.
    await aMinute()
    await type('Code', await sandbox.code(phone))
    const entered = await answerTo(tap('LOGIN'), page, '/user/v1/login')
    if (entered.reason === undefined) {
      await arrive('/')
      return minutes
    }
  }
  return Number.POSITIVE_INFINITY
}

/** The owner signs in under the attack: on the phone of the sign-up, and on a new one. */
async function enterTwice(
  scene: Scene,
  attackOn: (phone: string) => Attack,
  timesMost: number,
): Promise<void> {
  const { page, tap, arrive, sandbox, server, forgive } = scene
  forgive(/status of 429/)
  const person = await readyBorrower(server.origin)
  // The sign-up was on another day.
  await sandbox.advance('P2D')
  await person.enter(page.context())
  await page.clock.install()
  await page.goto('/personal')
  await tap('Quit')
  await arrive('/login')

  const attack = attackOn(person.phone)
  await attackUntilRefused(attack, timesMost)
  expect(await minutesToEnter(scene, person.phone, attack)).toBe(TYPING_MINUTES)

  await page.context().clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await attackUntilRefused(attack, timesMost)
  expect(await minutesToEnter(scene, person.phone, attack)).toBeLessThanOrEqual(PATIENCE_MINUTES)
}

journey(
  'while many networks ask for codes of a number, its owner signs in on a known and a new phone',
  scene => enterTwice(scene, phone => attackOnNumber(scene.server.origin, phone), 1),
  [androidPhone],
)

journey(
  'while somebody guesses codes from the owner’s own network, the owner signs in on both phones',
  scene => enterTwice(scene, () => attackOnNetwork(scene.server.origin), NUMBERS_MOST),
  [androidPhone],
)
