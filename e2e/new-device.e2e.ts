import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone, iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { signIn, somebody } from '#e2e/rig/walk.ts'

openTheProduct()

/** The time in which a borrower with a new phone has to see and repay their loan. */
const TWO_MINUTES_MS = 120_000

/** A slow line: 400 kbit/s, and 400 ms there and back. */
const SLOW_LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}

journey(
  'a new phone shows and repays the loan at once, and asks for the second code once for the rest',
  async scene => {
    const { page, see, tap, type, arrive, sandbox, server } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 1_000)
    // A code can be requested a minute after the last one.
    await sandbox.advance('PT1M')

    const startMs = Date.now()
    await page.goto('/login')
    await signIn(scene, somebody({ phone: person.phone }))
    await arrive('/')
    await see('Saral Seven')
    await page.goto(`/orders/${orderId}/detail`)
    await see('Loaned')
    await tap('Repayment')
    await tap(/^Pay ₹/)
    await arrive(/\/sandbox\/pay\//)
    await tap('Pay')
    await arrive('/')
    await person.orderIs(orderId, 'settled')
    expect(Date.now() - startMs).toBeLessThan(TWO_MINUTES_MS)

    await page.goto('/personal/data')
    await see('Confirm that it is you')
    await see('This device is new. Please confirm first that it is you.')
    await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    await page.reload()
    await see('कन्फ़र्म करें कि यह आप हैं')
    await page.evaluate(() => localStorage.setItem('lang', 'en'))
    await page.reload()

    const code = await sandbox.codeAfter(person.phone, () => tap('Confirm'), 6)
    await see(/^This device is new\. Here you can see and repay your loans\./)
    await type('Code from the SMS', code)
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await see('Download your data')

    await page.goto('/personal')
    await tap(/^Your devices/)
    await see('Browser · This device')
    await tap('Sign out there')
    await see('Signed out. That device has to confirm again.')
    expect(await person.browser.calls(contract.account).me({})).toMatchObject({ code: -4 })

    await page.goto('/bank')
    await see('State Bank of India')
    expect(await page.getByText('Confirm that it is you').count()).toBe(0)
    await page.goto('/auth/contacts')
    await arrive('/auth/contacts')
    await page.getByLabel('Name').first().waitFor()
  },
  [iPhone],
)

journey(
  'the known device needs no second code',
  async ({ page, see, server }) => {
    const person = await readyBorrower(server.origin)
    await person.enter(page.context())
    await page.goto('/personal/data')
    await see('Download your data')
    expect(await page.getByText('Confirm that it is you').count()).toBe(0)
  },
  [iPhone],
)

journey(
  'one code signs in on a known basic phone over a slow line, and nothing more is asked',
  async scene => {
    const { page, see, tap, arrive, sandbox, server } = scene
    const person = await readyBorrower(server.origin)
    // The sign-up was on another day.
    await sandbox.advance('P2D')
    await person.enter(page.context())
    await page.addInitScript(() => {
      for (const missing of ['PublicKeyCredential', 'OTPCredential'])
        Reflect.deleteProperty(window, missing)
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
    await page.goto('/personal')
    await tap('Quit')
    await arrive('/login')

    await signIn(scene, somebody({ phone: person.phone }))
    await arrive('/')
    await see('Saral Seven')
    expect(await page.getByText('Sign in without SMS next time?').count()).toBe(0)
    await page.goto('/personal/data')
    await see('Download your data')
    expect(await page.getByText('Confirm that it is you').count()).toBe(0)
  },
  [androidPhone],
)
