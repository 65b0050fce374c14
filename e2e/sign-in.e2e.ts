import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { androidPhone } from '#e2e/rig/device.ts'
import { hold } from '#e2e/rig/hold.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { settled } from '#e2e/rig/settled.ts'
import { takenOver } from '#e2e/rig/taken-over.ts'
import { signIn, somebody } from '#e2e/rig/walk.ts'

openTheProduct()

const PLEASE_AGREE = 'Please agree with Loan Guarantee Argreement.'

const toasts = (page: Page) => page.locator('[role=status][popover]')

const gone = (page: Page) => toasts(page).waitFor({ state: 'hidden' })

const agreement = (page: Page) => page.getByRole('checkbox')

journey('shows one focus ring on the field in use', async ({ page, look }) => {
  await page.goto('/login')
  await everyStyleSheet(page)
  for (const label of ['Mobile number', 'Code']) {
    await page.getByLabel(label).focus()
    await look(`sign in, ${label}`)
    expect(await rings(page), label).toHaveLength(1)
  }
})

journey(
  'says beside the code that its message could not be sent, and claims to have sent none',
  async ({ page, type, tap, see }) => {
    const refusal = { reason: 'code-not-sent', retrySeconds: 15 }
    await page.route('**/sms/v1/sendCode*', route =>
      route.fulfill({ json: { code: -1, msg: 'As the server says it.', data: refusal } }),
    )
    await page.goto('/login')
    await type('Mobile number', somebody().phone)
    await agreement(page).check()
    await tap('Get')
    await see('We could not send the message. Check the number and try again in 15 seconds.')
    expect(await toasts(page).count()).toBe(0)
    await type('Code', '1')
    await page.getByText('We could not send the message.').waitFor({ state: 'detached' })
    expect(await page.getByText('Sent by SMS').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Get', exact: true }).isEnabled()).toBe(true)
  },
  [androidPhone],
)

journey(
  'hides a toast when its cause, the action or the page is gone, and never covers LOGIN',
  async ({ page, see, tap, type, arrive, sandbox, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    const { phone } = somebody()
    await keepToasts(page)
    await page.goto('/login')
    await type('Mobile number', phone)
    await takenOver(page)
    await tap('Get')
    await see(PLEASE_AGREE)
    expect.soft(await coversMainButton(page)).toBe(false)
    await agreement(page).check()
    await gone(page)
    await agreement(page).uncheck()

    await tap('Get')
    await see(PLEASE_AGREE)
    await tap('Loan Guarantee Agreement')
    await arrive('/protocol/term')
    await gone(page)
    await page.goBack()
    await arrive('/login')
    await tap('Get')
    await see(PLEASE_AGREE)
    await page.goBack()
    await gone(page)
    await page.goForward()
    await arrive('/login')

    await agreement(page).check()
    const code = await sandbox.codeAfter(phone, () => tap('Get'))
    await type('Code', code === '0000' ? '1111' : '0000')
    await tap('LOGIN')
    await see('This code is wrong. Please check it and try again.')
    expect.soft(await coversMainButton(page)).toBe(false)
    const login = await hold(page, '**/user/v1/login')
    await type('Code', code)
    await tap('LOGIN')
    await login.requested
    await gone(page)
    await login.release()
    await arrive('/')
  },
  [androidPhone],
)

journey(
  'shows each error at its field until it is mended, and below LOGIN what is missing',
  async ({ page, see, tap, type, sandbox, look, forgive, arrive }) => {
    forgive(/Failed to load resource/)
    const { phone } = somebody()
    await keepToasts(page)
    await page.goto('/login')
    await settled(page)
    const errorOf = async (field: Locator) => {
      const id = (await field.getAttribute('aria-describedby')) ?? 'none'
      const isInvalid = (await field.getAttribute('aria-invalid')) === 'true'
      return isInvalid ? await page.locator(`[id="${id}"]`).textContent() : undefined
    }
    const number = page.getByLabel('Mobile number')
    const code = page.getByLabel('Code')
    const logIn = page.getByRole('button', { name: 'LOGIN' })

    await see('Still missing: Mobile number, Code, your tick')
    expect(await logIn.isDisabled()).toBe(true)
    await type('Mobile number', '12345')
    await tap('Get')
    await expect.poll(() => errorOf(agreement(page))).toBe(PLEASE_AGREE)
    await look('sign in without the agreement')
    await agreement(page).check()
    await expect.poll(() => errorOf(agreement(page))).toBeUndefined()

    await tap('Get')
    await expect.poll(() => errorOf(number)).toBe('Please enter a valid Indian mobile number.')
    await type('Mobile number', phone)
    await expect.poll(() => errorOf(number)).toBeUndefined()
    await see(/^Still missing: Code$/)

    const sent = await sandbox.codeAfter(phone, () => tap('Get'))
    await type('Code', sent === '0000' ? '1111' : '0000')
    await page.getByText('Still missing').waitFor({ state: 'detached' })
    expect(await logIn.isDisabled()).toBe(false)
    await tap('LOGIN')
    const wrong = 'This code is wrong. Please check it and try again.'
    await expect.poll(() => errorOf(code)).toBe(wrong)
    expect(await toasts(page).textContent()).toContain(wrong)
    await look('sign in with a wrong code')
    await type('Code', '1')
    await expect.poll(() => errorOf(code)).toBeUndefined()
    await type('Code', sent)
    await tap('LOGIN')
    await arrive('/')
  },
  [androidPhone],
)

journey(
  'changes the language at sign-in, also before the app has started',
  async ({ page, see, look, type }) => {
    const list = page.getByRole('combobox')
    const scripts = await hold(page, '**/*.js')
    await page.goto('/login', { waitUntil: 'commit' })
    await list.selectOption('हिन्दी')
    await scripts.release()
    await page.locator('html[lang=hi]').waitFor()
    await see('मोबाइल नंबर')
    await look('sign in in Hindi')
    await page.reload()
    await see('मोबाइल नंबर')
    expect(await list.inputValue()).toBe('hi')
    await settled(page)
    await list.selectOption('English')
    await page.locator('html[lang=en]').waitFor()
    await type('Mobile number', '9876543210')
    expect(await list.inputValue()).toBe('en')
  },
)

journey(
  'shows the message of an action once, on the page that follows',
  async scene => {
    const { page, tap, arrive, see } = scene
    await keepToasts(page)
    await page.goto('/login')
    await signIn(scene, somebody())
    await arrive('/')
    await page.goto('/personal')
    await tap(/^Log out everywhere/)
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
    await arrive('/login')
    await see('You are logged out everywhere.')
    await tap('Loan Guarantee Agreement')
    await arrive('/protocol/term')
    await gone(page)
  },
  [androidPhone],
)

journey(
  'works before its style sheets have loaded, and looks the same after',
  async ({ page, see, tap, type }) => {
    const { phone } = somebody()
    const sheets = await hold(page, '**/*.css')
    await page.goto('/login', { waitUntil: 'commit' })
    await type('Mobile number', phone)
    await settledForm(page, phone)
    await tap('Get')
    await see(PLEASE_AGREE)
    expect(sheets.answered()).toBe(0)
    const before = await boxes(page)
    await sheets.requested
    await sheets.release()
    await everyStyleSheet(page)
    expect(await boxes(page)).toEqual(before)
  },
  [androidPhone],
)

journey(
  'keeps what was entered before the app has started',
  async ({ page, tap, type, sandbox }) => {
    const { phone } = somebody()
    const scripts = await hold(page, '**/*.js')
    await page.goto('/login', { waitUntil: 'commit' })
    await type('Mobile number', phone)
    await agreement(page).check()
    await scripts.release()
    await takenOver(page)
    await sandbox.codeAfter(phone, () => tap('Get'))
    expect(await agreement(page).isChecked()).toBe(true)
  },
  [androidPhone],
)

/** Returns the classes of the form elements that show an outline. */
function rings(page: Page): Promise<string[]> {
  return page.locator('form *').evaluateAll(elements =>
    elements
      .filter(element => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return (
          outlineStyle !== 'none' &&
          outlineWidth !== '0px' &&
          element.checkVisibility({ opacityProperty: true })
        )
      })
      .map(element => element.className),
  )
}

/** Waits until the number is in the state of the form, and so in the storage of the tab. */
async function settledForm(page: Page, phone: string): Promise<void> {
  await page.waitForFunction(
    number => Object.values({ ...sessionStorage }).some(text => String(text).includes(number)),
    phone,
  )
}

/** Waits until the last style sheet has loaded: that of the notices, which follows the page. */
async function everyStyleSheet(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForFunction(() => document.body.firstElementChild?.id !== 'root')
}

async function boxes(page: Page): Promise<unknown> {
  return page
    .locator('main, main *')
    .evaluateAll(elements =>
      elements.map(element => [
        element.tagName,
        ...Object.values(element.getBoundingClientRect().toJSON()),
      ]),
    )
}

/** Stops timers of more than five seconds, so that no toast disappears by itself. */
async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const shortOnly = (act: () => void, ms = 0) => (ms > 5000 ? 0 : setTimeout(act, ms))
    Object.assign(window, { setTimeout: shortOnly })
  })
}

/** Returns whether a toast covers the LOGIN button. */
async function coversMainButton(page: Page): Promise<boolean> {
  const [toast, button] = await Promise.all([
    toasts(page).boundingBox(),
    page.getByRole('button', { name: 'LOGIN' }).boundingBox(),
  ])
  if (!toast || !button) throw new Error('There is no toast, or no button.')
  return toast.y < button.y + button.height && button.y < toast.y + toast.height
}
