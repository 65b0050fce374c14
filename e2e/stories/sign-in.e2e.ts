import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { settled } from '#e2e/rig/settled.ts'
import { somebody } from '#e2e/rig/walk.ts'

openTheProduct()

const agreement = (page: Page) => page.getByRole('checkbox')

journey(
  'the login page keeps the number and the tick over the agreement and a reload, and clears them at sign-out',
  async scene => {
    const { page, tap, arrive, type, sandbox } = scene
    const { phone } = somebody()
    const entered = async () => ({
      phone: await page.getByLabel('Mobile number').inputValue(),
      code: await page.getByLabel('Code').inputValue(),
      isAgreed: await agreement(page).isChecked(),
    })
    await page.goto('/login')
    await type('Mobile number', phone)
    await agreement(page).check()
    await sandbox.codeAfter(phone, () => tap('Get'))
    await type('Code', '12')
    await tap('Loan Guarantee Agreement')
    await arrive('/protocol/term')
    await page.goBack()
    await arrive('/login')
    await expect.poll(entered).toEqual({ phone, code: '12', isAgreed: true })
    await page.reload()
    await expect.poll(entered).toEqual({ phone, code: '', isAgreed: true })

    await type('Code', await sandbox.code(phone))
    await tap('LOGIN')
    await arrive('/')
    await page.goto('/personal')
    await page.getByRole('button', { name: 'Quit', exact: true }).click()
    await arrive('/login')
    await expect.poll(entered).toEqual({ phone: '', code: '', isAgreed: false })
    await page.reload()
    await settled(page)
    await expect.poll(entered).toEqual({ phone: '', code: '', isAgreed: false })
  },
  [androidPhone],
)
