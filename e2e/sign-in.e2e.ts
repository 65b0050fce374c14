import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { androidPhone } from '#e2e/rig/device.ts'
import { hold } from '#e2e/rig/hold.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { settled } from '#e2e/rig/settled.ts'
import { untilTakenOver } from '#e2e/rig/taken-over.ts'
import { somebody } from '#e2e/rig/walk.ts'

openTheProduct()

const PLEASE_AGREE = 'Please agree with Loan Guarantee Argreement.'

const toasts = (page: Page) => page.locator('[role=status][popover]')

const gone = (page: Page) => toasts(page).waitFor({ state: 'hidden' })

const agreement = (page: Page) => page.getByRole('checkbox')

journey('shows one focus ring on the field in use', async ({ page }) => {
  await page.goto('/login')
  await everyStyleSheet(page)
  for (const label of ['Mobile number', 'Code']) {
    await page.getByLabel(label).focus()
    expect(await rings(page), label).toHaveLength(1)
  }
})

journey(
  'hides a toast when its cause, the action or the page is gone, and never covers LOGIN',
  async ({ page, see, tap, type, arrive, sandbox, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    const { phone } = somebody()
    await keepToasts(page)
    await page.goto('/login')
    await type('Mobile number', phone)
    await untilTakenOver(page)
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
  'changes the language at sign-in, also before the app has started',
  async ({ page, see, type }) => {
    const list = page.getByRole('combobox')
    const scripts = await hold(page, '**/*.js')
    await page.goto('/login', { waitUntil: 'commit' })
    await list.selectOption('हिन्दी')
    await scripts.release()
    await page.locator('html[lang=hi]').waitFor()
    await see('मोबाइल नंबर')
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
  'keeps the entry typed before the app has started',
  async ({ page, tap, type, sandbox }) => {
    const { phone } = somebody()
    const scripts = await hold(page, '**/*.js')
    await page.goto('/login', { waitUntil: 'commit' })
    await type('Mobile number', phone)
    await agreement(page).check()
    await scripts.release()
    await untilTakenOver(page)
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
