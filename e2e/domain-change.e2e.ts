import { expect } from 'vitest'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { LENDER_WITH_SIMULATORS, NO_PRODUCT } from '#e2e/rig/lender.ts'
import { takeLogFaults } from '#e2e/rig/server.ts'

openOwnProduct({
  ...LENDER_WITH_SIMULATORS,
  DOMAIN_CHANGE_TO: 'https://new.saral.example',
  DOMAIN_CHANGE_ON: '2027-01-01',
})

journey(
  'informs every visitor once, in the name of the lender, that the address changes',
  async ({ page, see, tap }) => {
    expect(takeLogFaults()).toEqual([expect.stringMatching(NO_PRODUCT)])
    await page.goto('/login')
    await see('Our address is changing')
    await see(/^A notice from Nila Finance Limited: From 1 January 2027, /)
    const there = page.getByRole('link', { name: 'Go there' })
    expect(await there.getAttribute('href')).toBe('https://new.saral.example')
    await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    await page.reload()
    await see('हमारा पता बदल रहा है')
    await tap('ठीक है, समझ गए')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const config = page.waitForResponse('**/client/v1/config')
    await page.reload()
    await (await config).finished()
    await see('मोबाइल नंबर')
    expect(await page.getByRole('dialog').count()).toBe(0)
  },
  [iPhone],
)
