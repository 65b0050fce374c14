import { addDays, indiaDayOf } from '#domain/day.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { expectSameInHindi } from '#e2e/rig/same-in-hindi.ts'
import { dayText } from '#words/format.ts'

openTheProduct()

journey('limits their own new loans, and lifts the limit a week later', async scene => {
  const { page, see, tap, look, arrive, sandbox, server } = scene
  const person = await readyBorrower(server.origin)
  await person.enter(page.context())
  const inDays = async (days: number) =>
    dayText(addDays(indiaDayOf(await sandbox.now()), days), 'en')
  const ceiling = () => page.getByLabel('Largest amount of a new loan')

  await page.goto('/personal')
  await tap(/^My limits/)
  await arrive('/personal/limits')
  await see('You have no ceiling.')
  await ceiling().selectOption('₹3,000')
  await see('This holds at once.')
  await tap('Save the ceiling')
  await see('You can borrow up to ₹3,000 in one loan.')

  await page.goto('/product/saral-weekly')
  await see('Your own ceiling: ₹3,000')
  await look('own ceiling product')
  await tap('Your own ceiling: ₹3,000')

  await ceiling().selectOption('₹5,000')
  const from = await inDays(7)
  await see(`This holds from ${from}. Until then your ceiling stays.`)
  await tap('Save the ceiling')
  await see(`From ${from} you can borrow up to ₹5,000.`)
  await look('own limits')
  await expectSameInHindi(scene, { 'own limits': '/personal/limits' })
  await page.goto('/personal/limits')
  await tap('Stay at ₹3,000')
  await page.getByText(`From ${from} you can borrow`).waitFor({ state: 'hidden' })
  await ceiling().selectOption('No ceiling')
  await tap('Save the ceiling')
  await see(`From ${from} you have no ceiling.`)

  await page.getByLabel('No new loans until').selectOption('I end the pause')
  await tap('Save the pause')
  await see('New loans are paused until you end the pause.')
  await page.goto('/product/saral-weekly/detail')
  await see('You have paused new loans until you end the pause.')
  await tap('My limits')
  await page.getByLabel('No new loans until').selectOption('No pause')
  await tap('Save the pause')
  await see(`New loans are paused. You can borrow again from ${from}.`)
  await page.goto('/product/saral-weekly')
  await see(`You have paused new loans. You can borrow again from ${from}.`)
  await look('own pause product')
  await expectSameInHindi(scene, { 'own pause product': '/product/saral-weekly' })

  for (let days = 0; days < 7; days += 1) await sandbox.advance('P1D')
  await page.goto('/personal/limits')
  await see('You have no ceiling.')
  await see('New loans are not paused.')
  await page.goto('/product/saral-weekly')
  await tap('See the terms')
  await see('APPLY NOW')
})
