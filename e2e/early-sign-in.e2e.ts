import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { blockApp } from '#e2e/rig/block-app.ts'
import { androidPhone, iPhone } from '#e2e/rig/device.ts'
import { hold } from '#e2e/rig/hold.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { screenLockOn } from '#e2e/rig/screen-lock.ts'
import { isEarly, untilTakenOver } from '#e2e/rig/taken-over.ts'
import { somebody } from '#e2e/rig/walk.ts'

openTheProduct()

const SCRIPTS = '**/assets/*.js'
const APP_MISSING = 'Part of this page did not load. You can still sign in.'

journey(
  'signs in before the app arrives, with the same messages',
  async ({ page, see, tap, type, arrive, sandbox, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    await blockApp(page)
    const { phone } = somebody()
    await page.goto('/login')
    await see(APP_MISSING)
    await type('Mobile number', '12345')
    await tap('Get')
    await see('Please agree with Loan Guarantee Argreement.')
    await page.getByRole('checkbox').check()
    await tap('Get')
    await see('Please enter a valid Indian mobile number.')
    await type('Mobile number', `+91 ${phone}`)
    await see(/^Still missing: Code$/)
    const code = await sandbox.codeAfter(phone, () => tap('Get'))
    await see(`Sent by SMS to +91 ${phone.slice(0, 5)} ${phone.slice(5)}.`)
    await see(/^\d\d s$/)
    await type('Code', code === '0000' ? '1111' : '0000')
    await tap('LOGIN')
    await see('This code is wrong. Please check it and try again.')
    await type('Code', code)
    await tap('LOGIN')
    await arrive('/')
    await see('Part of this page did not load.')
  },
  [iPhone],
)

journey(
  'a passkey is offered once the app has arrived, after a sign-in before it',
  async ({ page, see, tap, type, arrive, sandbox, server, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    await screenLockOn(page, server.origin)
    await blockApp(page)
    const { phone } = somebody()
    await page.goto('/login')
    await see(APP_MISSING)
    await type('Mobile number', phone)
    await page.getByRole('checkbox').check()
    await type('Code', await sandbox.codeAfter(phone, () => tap('Get')))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(await isEarly(page)).toBe(true)
    await tap('LOGIN')
    await arrive('/')
    await see('Sign in without SMS next time?')
    await tap('Add a passkey')
    await see('Your passkey is added.')
  },
  [androidPhone],
)

journey(
  'says in the language of the page why a code is refused, and goes on after a reload',
  async ({ page, see, type, arrive, sandbox, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    const { phone } = somebody()
    await blockApp(page, 'hi-IN')
    await page.goto('/login')
    await type('मोबाइल नंबर', phone)
    await page.getByRole('checkbox').check()
    const code = await sandbox.codeAfter(phone, () => page.locator('form button').first().click())
    await type('कोड', code === '0000' ? '1111' : '0000')
    await page.locator('[type=submit]').click()
    await see('यह कोड गलत है।')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.locator('#app-missing button').click()
    await untilTakenOver(page)
    expect(await page.locator('[name=phone]').inputValue()).toBe(phone)
    await page.locator('[name=code]').fill(code)
    await page.locator('[type=submit]').click()
    await arrive('/')
  },
  [androidPhone],
)

journey(
  'sends the code where no script arrives, and says why nobody can sign in',
  async ({ page, see, tap, type, sandbox, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    await page.route(SCRIPTS, route => route.abort())
    const { phone } = somebody()
    await page.goto('/login')
    await type('Mobile number', phone)
    await page.getByRole('checkbox').check()
    await type('Code', await sandbox.codeAfter(phone, () => tap('Get')))
    await tap('LOGIN')
    await see('No connection. Please check your network and try again.')
    await see(APP_MISSING)
  },
  [androidPhone],
)

journey(
  'signs in while the scripts take their time',
  async ({ page, tap, type, arrive, sandbox }) => {
    const { phone } = somebody()
    const scripts = await hold(page, SCRIPTS)
    await page.goto('/login', { waitUntil: 'commit' })
    await type('Mobile number', phone)
    await page.getByRole('checkbox').check()
    const code = await sandbox.codeAfter(phone, () => tap('Get'))
    expect(await isEarly(page)).toBe(true)
    await type('Code', code)
    await tap('LOGIN')
    await scripts.release()
    await arrive('/')
  },
  [androidPhone],
)

journey(
  'hands an open request over to the app, which shows its answer and goes on counting',
  async ({ page, see, tap, type, arrive, sandbox }) => {
    const { phone } = somebody()
    const scripts = await hold(page, SCRIPTS)
    const answers = await hold(page, '**/sms/v1/sendCode*')
    await page.goto('/login', { waitUntil: 'commit' })
    await type('Mobile number', phone)
    await page.getByRole('checkbox').check()
    await tap('Get')
    expect(await isEarly(page)).toBe(true)
    await scripts.release()
    await untilTakenOver(page)
    expect(answers.count()).toBe(1)
    const code = await sandbox.codeAfter(phone, answers.release)
    await see(`Sent by SMS to +91 ${phone.slice(0, 5)} ${phone.slice(5)}.`)
    await see(/^\d\d s$/)
    expect(answers.count()).toBe(1)
    await type('Code', code)
    await tap('LOGIN')
    await arrive('/')
  },
  [androidPhone],
)

for (const place of ['before the app', 'in the app'] as const)
  for (const moment of ['before', 'after'] as const)
    journey(
      `keeps a code typed before the answer to Get, and signs in ${moment} it, ${place}`,
      async ({ page, see, tap, type, arrive, sandbox, forgive }) => {
        forgive(/Failed to load resource|ERR_FAILED/)
        if (place === 'before the app') await blockApp(page)
        const { phone } = somebody()
        await page.goto('/login')
        if (place === 'in the app') await untilTakenOver(page)
        await type('Mobile number', phone)
        await page.getByRole('checkbox').check()
        const answer = await holdAnswer(page, '**/sms/v1/sendCode*')
        await type('Code', await sandbox.codeAfter(phone, () => tap('Get')))
        if (moment === 'before') await tap('LOGIN')
        answer()
        if (moment === 'after') {
          await see(/^Sent by SMS to/)
          await tap('LOGIN')
        }
        await arrive('/')
      },
      [androidPhone],
    )

journey(
  'loses no letter, no focus and no second, whenever the app takes over',
  async ({ page, see }) => {
    const keys = [...'9876543210']
    // Each letter with two of five delays.
    for (let moment = 0; moment < 20; moment += 1) {
      const scripts = await hold(page, SCRIPTS)
      await page.goto('/login', { waitUntil: 'commit' })
      const number = page.getByLabel('Mobile number')
      await number.waitFor()
      await number.focus()
      const at = moment % keys.length
      for (const [index, key] of keys.entries()) {
        if (index === at)
          setTimeout(() => void scripts.release(), (Math.floor(moment / 4) % 5) * 20)
        await page.keyboard.type(key)
      }
      await page.getByRole('checkbox').check()
      await page.getByLabel('Code').focus()
      await page.keyboard.type('12')
      await untilTakenOver(page)
      await page.keyboard.type('3')
      const state = await page.evaluate(() => ({
        phone: document.querySelector<HTMLInputElement>('[name=phone]')?.value,
        code: document.querySelector<HTMLInputElement>('[name=code]')?.value,
        isAgreed: document.querySelector<HTMLInputElement>('[name=agree]')?.checked,
        focus: document.activeElement?.getAttribute('name'),
      }))
      expect({ moment, ...state }).toEqual({
        moment,
        phone: '9876543210',
        code: '123',
        isAgreed: true,
        focus: 'code',
      })
      await page.unrouteAll({ behavior: 'wait' })
      await page.evaluate(() => sessionStorage.clear())
    }
    await see('Still missing: Code')
  },
  [androidPhone],
)

/** Lets requests reach the server, and holds their answers back until the returned function is called. */
async function holdAnswer(page: Page, url: string): Promise<() => void> {
  let release = (): void => undefined
  const isReleased = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(url, async route => {
    const response = await route.fetch()
    await isReleased
    await route.fulfill({ response })
  })
  return release
}
