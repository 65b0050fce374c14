import { expect } from 'vitest'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { onlyKeys } from '#e2e/rig/keyboard.ts'

openTheProduct()

/** The example of the RBI's circular on key facts. */
async function enterTheExample({ type }: Scene): Promise<void> {
  await type('Loan amount', '20,000')
  await type('Fees deducted or charged', '400')
  await type('Each instalment', '969.73')
  await type('How many instalments', '24')
}

journey(
  'shows a visitor the cost of another lender’s offer, and stores none of its figures',
  async scene => {
    const { page, see, tap, type, arrive, look } = scene
    await page.goto('/distribution')
    await tap('Compare another offer')
    await arrive('/compare')
    await tap('Show what it costs')
    await see('Please enter a whole number from 1 to 600.')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
    await look('compare, nothing entered')

    await enterTheExample(scene)
    await tap('Show what it costs')
    await see('17.07%')
    for (const figure of ['₹19,600.00', '₹23,273.52', '₹3,673.52']) await see(figure)
    await expect.poll(() => page.getByText('17.07%').evaluate(isInView)).toBe(true)
    await look('compare, the example of the regulator')

    await page.getByRole('checkbox', { name: /^18% GST/ }).check()
    await page.getByText('17.07%').waitFor({ state: 'detached' })
    await tap('Show what it costs')
    await see('17.45%')
    await see('after charges and ₹72.00 GST')

    await page.getByLabel('How often').selectOption({ label: 'Other, in days' })
    await type('Days from one instalment to the next', '30')
    await tap('Show what it costs')
    await see('17.69%')
    await type('How many instalments', '20')
    await tap('Show what it costs')
    await see(/^These instalments add up to less than you receive\./)
    await look('compare, instalments that come to too little')

    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
    )
    expect(stored).not.toMatch(/\b(20,?000|969)\b/)
    await page.reload()
    expect(await page.getByLabel('Loan amount').inputValue()).toBe('')
  },
  [iPhone],
)

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

journey(
  'compares an offer with the keyboard alone, in Hindi',
  async ({ page, see, look }) => {
    await page.goto('/compare')
    await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    await page.reload()
    await see('आप यहाँ जो भरते हैं, हम उसे नहीं रखते।')
    const keys = onlyKeys(page)
    await keys.type('लोन की रकम', '47000')
    await keys.type('काटे गए या अलग से लिए गए शुल्क', '1175')
    await keys.press(/^इन शुल्कों पर 18% GST/, 'Space')
    await keys.type('हर किस्त', '2415.14')
    await keys.type('कितनी किस्तें', '24')
    await keys.press('खर्च दिखाएँ')
    await see('24.15%')
    await keys.keepsFocus()
    await look('compare in Hindi')
  },
  [iPhone],
)
