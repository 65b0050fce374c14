import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { inLatinLetters } from '#e2e/rig/latin.ts'
import { settled } from '#e2e/rig/settled.ts'
import { FURTHER_LANGUAGES } from '#words/binding.ts'
import { LANGUAGE_NAMES } from '#words/language.ts'
import { say } from '#words/say.ts'

openTheProduct()

/**
 * Names a page wider than the window, labels that break inside a word, and a missing typeface of
 * the language. Marathi has the letters of Hindi, which this machine may have.
 */
async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`${scrollWidth} px wide`)
    for (const label of document.querySelectorAll('dt')) {
      label.style.overflowWrap = 'normal'
      if (label.scrollWidth > label.clientWidth) faults.push(`breaks: ${label.textContent}`)
      label.style.overflowWrap = ''
    }
    const states = [...document.fonts].map(({ status }) => status)
    const mayBeHere = document.documentElement.lang === 'mr' && states.includes('unloaded')
    if (!states.includes('loaded') && !mayBeHere) faults.push('no typeface')
    return faults
  })
}

journey('signs in, borrows and reads the terms in each further language', async scene => {
  const { page, see, type, tap, server, sandbox } = scene
  const person = await readyBorrower(server.origin)
  const orderId = await person.borrow('saral-weekly', 5_000)
  // Later dates are offered once the loan can no longer be returned.
  await sandbox.advance('P2D')
  await page.goto('/login')
  await settled(page)
  expect(await page.evaluate(() => document.fonts.size)).toBe(0)
  for (const language of FURTHER_LANGUAGES) {
    const name = LANGUAGE_NAMES[language]
    await page.goto('/login')
    await page.getByRole('combobox').selectOption(name)
    await page.locator(`html[lang=${language}]`).waitFor()
    await type(say(language, 'login.phone'), '98765')
    await tap(say(language, 'login.get'))
    await see(say(language, 'login.agree.first'))
    await page.reload()
    await see(say(language, 'login.head'))
    expect(await page.getByRole('combobox').inputValue()).toBe(language)
    // The choice is in a cookie, which browsers store for this machine over http as well.
    expect(await page.context().cookies()).toContainEqual(
      expect.objectContaining({ name: 'saral-insecure-lang', value: language, path: '/' }),
    )
    expect(await inLatinLetters(page), name).toEqual([])
    expect(await faultsOf(page), name).toEqual([])
  }
  await person.enter(page.context())
  for (const language of FURTHER_LANGUAGES) {
    await page.goto('/')
    await page.evaluate(chosen => localStorage.setItem('lang', chosen), language)
    for (const [what, path] of Object.entries({
      home: '/',
      offer: '/product/saral-weekly',
      loan: `/orders/${orderId}/detail`,
      orders: '/order',
      'key facts': `/orders/${orderId}/key-facts`,
      'later dates': `/orders/${orderId}/later-dates`,
    })) {
      await page.goto(path)
      await page.locator(`html[lang=${language}]`).waitFor()
      await settled(page)
      expect(await faultsOf(page), `${what} in ${language}`).toEqual([])
    }
  }
  await page.evaluate(() => localStorage.setItem('lang', 'ta'))
  await page.goto('/compare')
  await page.locator('html[lang=ta]').waitFor()
  await settled(page)
  expect(await page.locator('main [lang=en]').count()).toBeGreaterThan(0)
  await page.goto('/personal')
  await tap(say('ta', 'account.language'))
  const offered = page.getByRole('dialog').getByRole('radio')
  await offered.first().waitFor()
  const names = await offered.evaluateAll(all =>
    all.map(each => each.closest('label')?.textContent),
  )
  expect(names).toEqual(Object.values(LANGUAGE_NAMES))
  // `check` would fail: the radio changes only when the catalogue has arrived.
  await page.getByRole('radio', { name: LANGUAGE_NAMES.bn }).click({ force: true })
  await page.locator('html[lang=bn]').waitFor()
})
