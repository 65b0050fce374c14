import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { expectSameInHindi } from '#e2e/rig/same-in-hindi.ts'

openTheProduct()

journey(
  'says only what is so of a denial that never was, a locked and a full product, and a missing order',
  async scene => {
    const { page, see, look, server } = scene
    await (await readyBorrower(server.origin)).enter(page.context())
    await page.goto('/product/saral-seven/denied')
    await see('None of your applications was turned down. You can apply now.')
    await look('never denied')
    await page.goto('/product/saral-gold/detail')
    await see('This loan opens after 5 loans repaid.')
    await look('locked product')
    await page.goto('/product/saral-festive/detail')
    await see('Back to loans')
    expect(await page.getByRole('button', { name: 'APPLY NOW' }).count()).toBe(0)
    await look('full product')
    await page.goto('/orders/01a1fc5e-4940-7566-bffd-964037d99206/confirm')
    await see('We could not find this order.')
    expect(await page.getByText('Your loan is approved').count()).toBe(0)
    await look('confirm of a missing order')
    await expectSameInHindi(scene, {
      'never denied': '/product/saral-seven/denied',
      'locked product': '/product/saral-gold/detail',
      'full product': '/product/saral-festive/detail',
      'confirm of a missing order': '/orders/01a1fc5e-4940-7566-bffd-964037d99206/confirm',
    })
  },
)
