/** The frame of the console in a browser: passkeys, files that load later, and the bar. */
import { expect } from 'vitest'
import { desktop } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { inviteStaff } from '#e2e/rig/invite-staff.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { givePasskey } from '#e2e/rig/passkey.ts'
import { isScrolledSideways } from '#e2e/rig/sideways.ts'

openOwnProduct()

journey(
  'an invited administrator makes a passkey, signs out and in, and gives a new proof for an act',
  async ({ page, see, tap, type, look, server }) => {
    await givePasskey(page, server.origin)
    await page.goto(await inviteStaff(server, 'asha@lender.example'))
    await see('asha@lender.example, make a passkey on this device.')
    await look('console invitation')
    await tap('Make a passkey')
    await see('Inbox')
    await tap('asha@lender.example')
    await see('Administrator')
    await look('console account menu')
    await tap('Sign out')
    await see('Sign in with a passkey')
    await look('console sign-in')
    await tap('Sign in with a passkey')
    await see('asha@lender.example')

    await server.reading(db =>
      db.raw(`UPDATE staff_session SET proved_at = proved_at - interval '6 minutes'`),
    )
    await tap('Staff')
    await type('Mail address', 'ravi@lender.example')
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.locator('form').getByLabel('Reason').fill('He begins on Monday.')
    await page.locator('form').getByRole('button', { name: 'Propose', exact: true }).click()
    await see('He begins on Monday.')
    await see('Another person has to decide this')
  },
  [desktop],
)

journey(
  'a page whose file does not arrive says so below the navigation, and loads once the server answers again',
  async scene => {
    const { page, see, tap, look, forgive } = scene
    forgive(/Failed to load resource|Unable to preload CSS/)
    await enterAs(scene, 'finance')
    await page.route('**/console/assets/**', route => route.abort())
    await page.route('**/health', route => route.abort())
    await tap('Reports')
    await see('This could not be loaded.')
    await look('console page not loaded')
    await tap('Try again')
    await see('There is no connection to the server.')
    await tap('Inbox')
    await see('Nothing waits for a person.')
    await tap('Reports')
    await see('This could not be loaded.')
    await page.unrouteAll()
    await tap('Try again')
    await see('Principal outstanding')
  },
  [desktop],
)

journey(
  'a console that is older than the server reloads, and shows the page',
  async scene => {
    const { page, see, tap, forgive } = scene
    forgive(/Failed to load resource|Unable to preload CSS/)
    await enterAs(scene, 'finance')
    let isOld = true
    page.on('request', request => {
      if (request.isNavigationRequest()) isOld = false
    })
    await page.route('**/console/assets/**', route => (isOld ? route.abort() : route.continue()))
    await tap('Reports')
    await see('Principal outstanding')
    expect(isOld).toBe(false)
  },
  [desktop],
)

/** The pages of the role that has the most. */
const OF_COMPLIANCE = [
  'Inbox',
  'Proposals',
  'Products',
  'Reports',
  'Complaints',
  'Policy',
  'Content',
  'Staff',
  'Audit',
]

journey(
  'the bar is one row at every width, the account in a menu, and in a narrow one the pages too',
  async scene => {
    const { page, see, look } = scene
    await enterAs(scene, 'compliance')
    const strip = page.locator('.strip')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    for (const width of [1440, 1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect((await strip.boundingBox())?.height, `${width} px`).toBe(56)
      expect(await isScrolledSideways(page), `${width} px`).toBe(false)
      if (width >= 1280)
        expect(await pages.getByRole('link').allTextContents()).toEqual(OF_COMPLIANCE)
      else expect(await pages.count(), `${width} px`).toBe(0)
    }
    await page.locator('body').press('Tab')
    await page.keyboard.press('Enter')
    await look('console pages menu')
    expect(await pages.getByRole('link').allTextContents()).toEqual(OF_COMPLIANCE)
    await page.keyboard.press('Escape')
    expect(await pages.count()).toBe(0)
    await page.keyboard.press('Enter')
    for (let tabs = 0; tabs < 5; tabs++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/complaints$/)
    await page.getByRole('heading', { name: 'Complaints' }).waitFor()
    expect(await pages.count()).toBe(0)
    const opener = page.getByRole('button', { name: 'Complaints' })
    expect(await opener.evaluate(element => element === element.ownerDocument.activeElement)).toBe(
      true,
    )
    await opener.press('Enter')
    for (let tabs = 0; tabs <= OF_COMPLIANCE.length; tabs++) await page.keyboard.press('Tab')
    expect(await pages.count(), 'the focus has left it').toBe(0)
    await page.keyboard.press('Enter')
    await see('Your account')
    await look('console account menu')
  },
  [desktop],
)
