import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { mayWriteToContact } from '#domain/contact-hours.ts'
import { answered, newPhone, readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { type Sandbox, until } from '#e2e/rig/sandbox.ts'
import { CONTACTS } from '#server/providers/simulated/person.ts'

openTheProduct()

/** Moves the clock to hours in which contacts may be written to. */
async function waitForTheMorning(sandbox: Sandbox): Promise<void> {
  while (!mayWriteToContact(await sandbox.now())) await sandbox.advance('PT1H')
}

journey(
  'tells an emergency contact who named them, and erases their data when they decline',
  async scene => {
    const { page, server, sandbox, see, tap, look, device } = scene
    const mobile = newPhone()
    const borrower = await readyBorrower(server.origin)
    await waitForTheMorning(sandbox)
    answered(
      await borrower.browser
        .calls(contract.verify)
        .saveContacts({ ...CONTACTS, twoMobile: mobile }),
    )
    const link = await until('the message to the contact', async () => {
      await sandbox.advance('PT1M')
      return /http\S+$/.exec((await sandbox.sms(mobile))[0]?.text ?? '')?.[0]
    })

    await page.goto(link)
    await see(/named you as an emergency contact/)
    expect(page.url()).toBe(`${server.origin}/verify/contact2`)
    await look('named')
    if (device.name.startsWith('Android')) {
      await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    }
    await page.reload()
    await tap(/Decline and erase my data|मना करें और मेरी जानकारी मिटाएँ/)
    await look('declining')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Decline|मना करें)$/ })
      .click()
    await see(/You declined|आपने मना कर दिया/)
    await look('declined')

    await borrower.enter(page.context())
    await page.goto('/auth/contacts?pid=saral-weekly')
    await see(/asked not to be an emergency contact|इमरजेंसी संपर्क बनने से मना किया/)
    expect(await page.locator('[name=twoMobile]').inputValue()).toBe('')
    expect(await page.locator('[name=oneMobile]').inputValue()).toBe(CONTACTS.oneMobile)
    await look('another contact is needed')
  },
)

journey(
  'says that a link has expired, without leading to login or ending a session',
  async scene => {
    const { page, server, see, look } = scene
    const borrower = await readyBorrower(server.origin)
    await borrower.enter(page.context())
    await page.goto(`/verify/contact2?token=${'x'.repeat(43)}`)
    await see('This link has expired')
    expect(page.url()).toBe(`${server.origin}/verify/contact2`)
    await look('link expired')
    await page.goto('/')
    await see('Saral Weekly')
  },
)
