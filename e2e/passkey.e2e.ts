import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone, iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { chooseSuggestion, screenLockOn } from '#e2e/rig/screen-lock.ts'
import { signIn, somebody } from '#e2e/rig/walk.ts'

openTheProduct()

/** The limit of time for a borrower with a new phone. */
const TWO_MINUTES_MS = 120_000

journey(
  'a passkey is offered after the first sign-in, signs in, and is removed on the account page',
  async scene => {
    const { page, see, tap, arrive, server } = scene
    await screenLockOn(page, server.origin)
    await page.goto('/login')
    await signIn(scene, somebody())
    await arrive('/')
    await see('Sign in without SMS next time?')
    await tap('Add a passkey')
    await see('Your passkey is added.')

    await page.goto('/personal')
    await page.getByRole('button', { name: 'Quit', exact: true }).click()
    await arrive('/login')
    await see('Sign in with a passkey')
    await tap('Sign in with a passkey')
    await arrive('/')

    await page.goto('/personal')
    await tap(/^Your devices/)
    await see('Passkey · This device')
    await see(/last used/)
    await tap('Remove this passkey')
    await see('You have no passkey.')

    // The phone still has the passkey, which signs nobody in.
    await page.goto('/personal')
    await page.getByRole('button', { name: 'Quit', exact: true }).click()
    await arrive('/login')
    await tap('Sign in with a passkey')
    await see('This passkey is not known here, or was removed. Please use a code.')
  },
  [androidPhone],
)

journey(
  'the field of the number suggests the passkey, which then signs in',
  async ({ page, tap, arrive, see, server }) => {
    await screenLockOn(page, server.origin)
    const person = await readyBorrower(server.origin)
    await person.enter(page.context())
    await page.goto('/personal')
    await tap(/^Your devices/)
    await tap('Add a passkey')
    await see('Passkey · This device')
    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()
    await page.goto('/login')
    await page.locator('input[name=phone][autocomplete$=webauthn]').waitFor()
    await see('Sign in with a passkey')
    await chooseSuggestion(page)
    await arrive('/')
  },
  [androidPhone],
)

journey(
  'an offer that is declined is not made again',
  async scene => {
    const { page, see, tap, arrive, sandbox, server } = scene
    await screenLockOn(page, server.origin)
    const person = somebody()
    await page.goto('/login')
    await signIn(scene, person)
    await see('Sign in without SMS next time?')
    await tap('Not now')
    await page.goto('/personal')
    await page.getByRole('button', { name: 'Quit', exact: true }).click()
    await arrive('/login')
    await sandbox.advance('PT2M')
    const homeAnswer = page.waitForResponse(/\/home\/v1\/index/)
    await signIn(scene, person)
    await homeAnswer
    await arrive('/')
    await page.goto('/personal')
    await see('Your devices')
    expect(await page.getByText('Sign in without SMS next time?').count()).toBe(0)
  },
  [androidPhone],
)

journey(
  'a borrower with a new phone and a synced passkey has everything at once, without SMS',
  async ({ page, see, tap, arrive, server }) => {
    await screenLockOn(page, server.origin)
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 1_000)
    await person.enter(page.context())
    await page.goto('/personal')
    await tap(/^Your devices/)
    await tap('Add a passkey')
    await see('Passkey · This device')

    // The new phone has the passkeys of the old one, and nothing else.
    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()
    const startMs = Date.now()
    await page.goto('/login')
    await tap('Sign in with a passkey')
    await arrive('/')
    await see('Saral Seven')
    await page.goto('/personal/data')
    await see('Download your data')
    expect(Date.now() - startMs).toBeLessThan(TWO_MINUTES_MS)
    await person.orderIs(orderId, 'loaned')
  },
  [iPhone],
)

journey(
  'the passkey confirms the owner in place of the second code on a new phone',
  async scene => {
    const { page, see, tap, arrive, sandbox, server } = scene
    await screenLockOn(page, server.origin)
    const person = await readyBorrower(server.origin)
    await person.enter(page.context())
    await page.goto('/personal')
    await tap(/^Your devices/)
    await tap('Add a passkey')
    await see('Passkey · This device')
    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()

    await sandbox.advance('PT1M')
    await page.goto('/login')
    await signIn(scene, somebody({ phone: person.phone }))
    await arrive('/')
    await page.goto('/personal/data')
    await see('This device is new. Please confirm first that it is you.')
    await tap('Confirm')
    await see('Confirm with your passkey')
    await tap('Confirm with your passkey')
    await see('Download your data')
  },
  [iPhone],
)

journey(
  'another person’s session is replaced only after a question',
  async scene => {
    const { page, see, tap, type, arrive, sandbox, server } = scene
    const asha = await readyBorrower(server.origin)
    await asha.enter(page.context())
    const ravi = somebody()
    const masked = `+91 ${ravi.phone.slice(0, 2)}••• ••${ravi.phone.slice(-3)}`
    await page.goto('/login')
    await type('Mobile number', ravi.phone)
    await page.getByRole('checkbox').check()
    const code = await sandbox.codeAfter(ravi.phone, () => tap('Get'))
    await type('Code', code)
    await tap('LOGIN')
    await see(`Sign in as ${masked} instead?`)
    await expectNoViolations(page)
    await tap('Stay signed in')
    await arrive('/')
    expect(await asha.browser.calls(contract.account).me({})).toMatchObject({ ok: true })

    // The question does not use up the code, which signs in once the visitor agrees.
    await page.goto('/login')
    await type('Code', code)
    await tap('LOGIN')
    await tap('Sign in instead')
    await arrive('/')
    await page.goto('/personal')
    await see(masked)
    expect(await asha.browser.calls(contract.account).me({})).toMatchObject({ code: -4 })
  },
  [androidPhone],
)
