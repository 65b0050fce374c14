import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { blockApp } from '#e2e/rig/block-app.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { isEarly } from '#e2e/rig/taken-over.ts'

openTheProduct()

/** Ways in which people type and paste one number. */
const ONE_NUMBER = [
  '+919876543210',
  '919876543210',
  '0091 98765 43210',
  '+91 (0) 98765 43210',
  '0 98765-43210',
  '९८७६५४३२१०',
  '௯௮௭௬௫௪௩௨௧௦',
]
const NO_NUMBER = [
  ['98765432109', 'Please enter a valid Indian mobile number.'],
  ['+1 987 654 3210', 'Please enter a valid Indian mobile number.'],
  ['98765 43210, 91234 56789', 'These are several numbers. Please enter one.'],
] as const
const CODES = ['१२३४', '12 34', 'G-1234']

/** Takes the requests for codes in place of the server, and notes their numbers. */
async function requestsOf(page: Page): Promise<string[]> {
  const numbers: string[] = []
  await page.route('**/sms/v1/sendCode*', route => {
    numbers.push(new URL(route.request().url()).searchParams.get('phone') ?? '')
    return route.fulfill({
      json: { code: -1, msg: 'Not now.', data: { reason: 'code-limit-reached' } },
    })
  })
  return numbers
}

journey(
  'a code goes to the number typed or pasted before the app starts, and an unreadable text stays',
  async ({ page, see, tap, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    await blockApp(page)
    await page.goto('/login')
    const numbers = await requestsOf(page)
    const phone = page.locator('[name=phone]')
    const code = page.locator('[name=code]')
    await page.getByRole('checkbox').check()

    for (const typed of ONE_NUMBER) {
      await phone.fill('')
      await phone.pressSequentially(typed)
      expect(await phone.inputValue(), typed).toBe('9876543210')
      await phone.fill(`\u202a${typed}\u202c`)
      expect(await phone.inputValue(), typed).toBe('9876543210')
    }
    await tap('Get')
    await expect.poll(() => numbers).toEqual(['919876543210'])
    await phone.fill('')
    await phone.pressSequentially('91 91234 56789')
    await tap('Get')
    await expect.poll(() => numbers).toEqual(['919876543210', '919123456789'])

    for (const [typed, words] of NO_NUMBER) {
      await phone.fill('')
      await phone.pressSequentially(typed)
      // A whole number is shown without its spaces, also when more is typed behind it.
      expect(await phone.inputValue()).toBe(typed.replace('98765 43210', '9876543210'))
      await see(words)
      await tap('Get')
      await phone.fill(typed)
      expect(await phone.inputValue()).toBe(typed)
      expect(await page.locator('[type=submit]').isEnabled()).toBe(false)
    }
    expect(numbers).toHaveLength(2)

    for (const typed of CODES) {
      await code.fill('')
      await code.pressSequentially(typed)
      expect(await code.inputValue(), typed).toBe('1234')
    }
    await code.fill('1234 is your Saral code')
    expect(await code.inputValue()).toBe('1234')
    await code.pressSequentially('5')
    expect(await code.inputValue()).toBe('12345')
    await see('The code has 4 digits.')
    expect(await isEarly(page)).toBe(true)
  },
  [androidPhone],
)
