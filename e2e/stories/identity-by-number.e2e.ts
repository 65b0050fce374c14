import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, newBorrower, newIdentity } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { untilStored } from '#e2e/rig/until-stored.ts'

openTheProduct()

async function signedInBorrower({ page, server }: Scene) {
  const borrower = await newBorrower(server.origin)
  await borrower.enter(page.context())
  const { calls } = borrower.browser
  return {
    ...newIdentity(),
    phone: borrower.phone,
    verify: calls(contract.verify),
    kyc: calls(contract.kyc),
  }
}

journey(
  'a borrower gets one OTP a minute, and can no longer change the verified number',
  async scene => {
    const { page, tap, see, type, sandbox } = scene
    const { aadhaar, pan, phone, kyc } = await signedInBorrower(scene)
    const masked = `XXXX XXXX ${aadhaar.slice(-4)}`
    await page.goto('/auth/identity')
    await page.locator('[name=idNo]').fill(aadhaar)
    await tap('Send OTP')
    await page.getByRole('dialog').waitFor()
    const wait = page.getByRole('dialog').getByText(/^Another OTP in \d+ s$/)
    await wait.waitFor()
    expect(Number(/\d+/.exec((await wait.textContent()) ?? '')?.[0])).toBeLessThanOrEqual(60)
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await see(`linked with the Aadhaar ending in ${aadhaar.slice(-4)}.`)
    await tap('Use another Aadhaar number')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(
      await page.locator('[name=idNo]').evaluate(field => field === document.activeElement),
    ).toBe(true)
    await tap('Enter the OTP')
    await tap('Close')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.reload()
    await page.getByRole('button', { name: /^Another OTP in/ }).waitFor()
    await page
      .locator('[name=idNo]')
      .and(page.locator(`[value="${aadhaar.replace(/(.{4})(?=.)/g, '$1 ')}"]`))
      .waitFor()
    await tap('Enter the OTP')
    const otp = await sandbox.code(phone, 6)
    await type('OTP from the SMS', '12')
    await tap('Verify')
    await page.getByRole('paragraph').filter({ hasText: 'Enter all six digits' }).first().waitFor()
    await type('OTP from the SMS', otp === '000000' ? '111111' : '000000')
    await see('OTP entered is invalid')
    await type('OTP from the SMS', otp)
    await see('Verified')
    const field = page.getByLabel('Aadhaar number')
    expect([await field.inputValue(), await field.getAttribute('readonly')]).toEqual([masked, ''])
    expect(answered(await kyc.sendAadhaarOtp({ aadhaar }))).toMatchObject({ state: 1 })

    await page.locator('[name=panNo]').fill(`${pan.slice(0, 4)}X${pan.slice(5)}`)
    await tap('CONFIRM')
    await see('We could not verify this PAN. Please check it.')
    await untilStored(scene, 'identity', () => page.locator('[name=panNo]').fill(pan))
    await page.reload()
    await see('Verified')
    await page.locator(`[name=panNo][value="${pan}"]`).waitFor()
    await tap('CONFIRM')
    await page.waitForURL(url => url.pathname !== '/auth/identity')
  },
  [androidPhone],
)
