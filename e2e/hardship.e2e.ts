import { expect } from 'vitest'
import { addDays } from '#domain/day.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { loanAfter } from '#e2e/rig/loan-after.ts'
import { expectSameInHindi } from '#e2e/rig/same-in-hindi.ts'
import { dayText } from '#words/format.ts'

openTheProduct()

journey('asks for later dates in time: sees what changes, and pays no fee', async scene => {
  const { page, see, tap, arrive, look } = scene
  const { person, orderId, start } = await loanAfter(4, scene)
  const on = (days: number) => dayText(addDays(start, days), 'en')
  await page.goto('/')
  await see('Trouble paying? Ask for later dates')
  await look('home with a way to ask for help')
  await tap('Trouble paying? Ask for later dates')
  await arrive(`/orders/${orderId}/later-dates`)
  // ₹5.00 of interest a day (product §5).
  for (const text of [`₹5,035.00 on ${on(7)}`, `₹5,070.00 on ${on(14)}`, '₹35.00 more'])
    await see(text)
  await page.getByRole('radio', { name: /^14 days later/ }).check({ force: true })
  for (const text of [`₹5,105.00 on ${on(21)}`, '₹70.00 more', 'The later dates apply at once.'])
    await see(text)
  await see('The lender’s books will call this a restructured loan.')
  await see(/^You can ask once for each loan/)
  await see(/A person looks at your next application\.$/)
  await see(/^Proposal SR.*-H$/)
  await look('later dates')
  await tap('Ask for later dates')
  await see('Please read the Key Facts Statement and tick the box.')
  expect((await person.detail(orderId)).hardship).toBeNull()
  await page.getByRole('checkbox').check()
  await tap('Ask for later dates')
  await arrive(`/orders/${orderId}/detail`)
  await see(/^Your repayments come 14 days later, without a fee\./)
  expect(await person.detail(orderId)).toMatchObject({
    orderState: '6',
    repaymentDate: addDays(start, 21),
    isRestructured: 1,
    hardship: { state: 'granted', moveDays: 14 },
  })
  await look('order with later dates')
  await tap(/^Key Facts Statement: hardship plan/)
  await arrive(/^\/documents\//)
  for (const text of ['What the plan changes', '₹70.00', 'No penal charge', 'Restructured'])
    await see(text)
  await look('key facts of a hardship plan')
  const document = new URL(page.url()).pathname
  await page.goto('/')
  await see(`Due ${on(21)}`)
  expect(await page.getByText('Trouble paying? Ask for later dates').count()).toBe(0)
  await page.goto(`/orders/${orderId}/later-dates`)
  await see(/^You have already asked for a hardship plan for this loan\./)
  await look('later dates refused')
  await expectSameInHindi(scene, {
    'order with later dates': `/orders/${orderId}/detail`,
    'key facts of a hardship plan': document,
    'later dates refused': `/orders/${orderId}/later-dates`,
  })
})
