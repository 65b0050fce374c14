import { expect } from 'vitest'
import { newBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'

openOwnProduct({ DIGILOCKER: 'yes' })

const IDENTITY = '/auth/identity?pid=saral-weekly&step=3&as=5'

journey(
  'verifies the Aadhaar by sharing it from DigiLocker',
  async ({ page, server, see, tap, arrive }) => {
    const borrower = await newBorrower(server.origin)
    await borrower.enter(page.context())
    await page.goto(IDENTITY)
    await tap('Share from DigiLocker')
    await arrive(/^\/sandbox\/digilocker\//)
    await tap('Share')
    await arrive('/auth/basic')
    await page.goto(IDENTITY)
    await see('Verified')
    expect(await page.getByLabel('Aadhaar number').inputValue()).toMatch(/^XXXX XXXX \d{4}$/)
    expect(await page.getByRole('button', { name: 'Share from DigiLocker' }).count()).toBe(0)
  },
)

journey(
  'says that nothing was shared from DigiLocker, also when the return address claims otherwise',
  async ({ page, server, see, tap, arrive }) => {
    const borrower = await newBorrower(server.origin)
    await borrower.enter(page.context())
    await page.goto(IDENTITY)
    await tap('Share from DigiLocker')
    await arrive(/^\/sandbox\/digilocker\//)
    const hosted = page.url()
    await page.goto('/auth/callback?pid=saral-weekly&status=AUTHENTICATED')
    await see('No answer yet')
    await page.goto(hosted)
    await tap('Decline')
    await see('You did not share your Aadhaar.')
    await arrive('/auth/basic')
  },
  [iPhone],
)
