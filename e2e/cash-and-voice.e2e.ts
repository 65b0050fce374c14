import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

journey(
  'sees the amounts as notes and coins, and hears the page, in both languages',
  async ({ page, see, look, server, tap }) => {
    const person = await readyBorrower(server.origin)
    await person.enter(page.context())
    await page.context().addInitScript(giveVoices)
    await page.goto('/product/saral-weekly/detail')
    await see('₹4,882.00')
    expect(await cash(page, '₹4,882.00').count()).toBe(0)
    await page.getByRole('switch', { name: 'Show as cash' }).check()
    expect(await cash(page, '₹4,882.00').getAttribute('aria-label')).toBe(
      '₹4,882.00 in cash: 9 × ₹500, 1 × ₹200, 1 × ₹100, 1 × ₹50, 1 × ₹20, 1 × ₹10, 1 × ₹2',
    )
    expect(await cash(page, '₹399.86').getAttribute('aria-label')).toBe(
      '₹399.86 in cash: 1 × ₹200, 1 × ₹100, 1 × ₹50, 2 × ₹20, 1 × ₹5, 2 × ₹2, and 86 paise',
    )
    await cash(page, '₹4,882.00').scrollIntoViewIfNeeded()
    await look('cost in cash')

    const orderId = await person.borrow('saral-weekly', 5_000)
    await page.goto(`/orders/${orderId}/detail`)
    await cash(page, '₹399.86').waitFor()
    await look('order in cash')
    await tap('All dates')
    expect(await cash(page, '₹399.86').count()).toBeGreaterThan(12)
    await look('dates in cash')
    await tap(/^Close$/)

    await tap('Read this page aloud')
    const said = await spoken(page)
    expect(said.lang).toBe('en-IN')
    expect(said.lines).toContain('399 rupees 86 paise')
    expect(said.lines.join()).not.toMatch(/[₹•]/)
    await tap('Stop reading')
    expect((await spoken(page)).lines).toEqual([])

    await page.evaluate(() => localStorage.setItem('lang', 'hi'))
    await page.reload()
    await tap('यह पेज पढ़कर सुनाएँ')
    expect(await spoken(page)).toMatchObject({
      lang: 'hi-IN',
      lines: expect.arrayContaining(['399 रुपये 86 पैसे']),
    })
    await page.getByRole('switch', { name: 'नोट और सिक्कों में देखें' }).press('Space')
    await page.getByRole('img', { name: /नकद/ }).first().waitFor({ state: 'detached' })
  },
)

const cash = (page: Page, amount: string) =>
  page.getByRole('img', { name: new RegExp(`^${amount.replace('.', '\\.')} in cash`) })

/** Runs in the page. A headless browser has no voices: these keep what they are asked to say. */
function giveVoices(): void {
  const lines: SpeechSynthesisUtterance[] = []
  const voices = ['en-IN', 'hi-IN'].map(lang => ({ lang, localService: true, name: lang }))
  Object.assign(window, { saidLines: lines })
  Object.defineProperty(window, 'SpeechSynthesisUtterance', {
    value: class {
      text: string
      constructor(text: string) {
        this.text = text
      }
    },
  })
  Object.defineProperty(window, 'speechSynthesis', {
    value: Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak: (line: SpeechSynthesisUtterance) => lines.push(line),
      cancel: () => lines.splice(0),
    }),
  })
}

function spoken(page: Page): Promise<{ lang: string | undefined; lines: string[] }> {
  return page.evaluate(() => {
    const said = (window as unknown as { saidLines: SpeechSynthesisUtterance[] }).saidLines
    return { lang: said[0]?.lang, lines: said.map(({ text }) => text) }
  })
}
