import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { takeScreenshot } from '#e2e/rig/screenshot.ts'

openTheProduct()

type Shared = { title?: string; text?: string; files: string[] }

/** Stands in for the share sheet, which a headless browser does not have. */
async function withShareSheet(page: Page): Promise<() => Promise<Shared | undefined>> {
  await page.addInitScript(() => {
    const share = async ({ title, text, files = [] }: ShareData) => {
      const names = files.map(file => `${file.name} ${file.type} ${file.size > 1_000}`)
      Object.assign(window, { shared: { title, text, files: names } })
    }
    Object.assign(navigator, { canShare: () => true, share })
  })
  const shared = () => page.evaluate(() => (window as { shared?: Shared }).shared)
  return async () => {
    await expect.poll(shared).toBeDefined()
    const last = await shared()
    await page.evaluate(() => Object.assign(window, { shared: undefined }))
    return last
  }
}

journey(
  'shares the schedule as a text and a certificate as a PDF',
  async ({ page, see, tap, arrive, look, server }) => {
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-weekly', 5_000)
    await person.enter(page.context())
    const shared = await withShareSheet(page)
    await page.goto(`/orders/${orderId}/detail`)
    await tap('All dates')
    await look('schedule to share')
    await tap('Share these dates')
    const { title, text } = (await shared()) ?? {}
    expect(title).toBe('Repayment schedule')
    const lines = text?.split('\n') ?? []
    expect(lines).toHaveLength(13)
    expect(lines[0]).toMatch(/^1\. \d+ \w+ 20\d\d: ₹399\.86$/)
    expect(lines[12]).toMatch(/^13\. \d+ \w+ 20\d\d: ₹399\.87$/)

    await person.pay(orderId, 'all')
    await person.orderIs(orderId, '7')
    await page.goto(`/orders/${orderId}/detail`)
    await tap(/^No-dues certificate/)
    await arrive(/documents\//)
    await tap('Share')
    expect((await shared())?.files).toEqual([
      expect.stringMatching(/^saral-no-dues-certificate-[\d-]+\.pdf application\/pdf true$/),
    ])
    await page.goto(`/orders/${orderId}/key-facts`)
    await see('Share')
    await tap('Share')
    expect((await shared())?.files).toEqual([
      expect.stringMatching(/^saral-key-facts-statement-[\d-]+\.pdf application\/pdf true$/),
    ])
  },
  [iPhone],
)

/** What is wrong with a page on paper: what can be pressed, what is cut, and what is not black on white. */
function faultsOnPaper(): string[] {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(isShown)
  const nameOf = (element: Element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`
  const pressed = all.filter(element => element.matches('button, nav, input, dialog'))
  const stuck = all.filter(element => /fixed|sticky/.test(getComputedStyle(element).position))
  const cut = all.filter(element => {
    const { overflowX, overflowY, clipPath } = getComputedStyle(element)
    const hides = /hidden|auto|scroll|clip/.test(`${overflowX} ${overflowY}`) && clipPath === 'none'
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
    return hides && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
  })
  const texts = all.filter(element =>
    [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim()),
  )
  const coloured = texts.filter(
    element => !/^rgb\(0, 0, 0\)$/.test(getComputedStyle(element).color),
  )
  return [
    ...pressed.map(element => `to press: ${nameOf(element)}`),
    ...stuck.map(element => `in the way: ${nameOf(element)}`),
    ...cut.map(element => `cut: ${nameOf(element)}`),
    ...coloured.map(element => `not black: ${nameOf(element)}`),
  ]
}

journey(
  'prints an order, its Key Facts and a document without bars, and with the whole schedule',
  async ({ page, see, device, server }) => {
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-weekly', 5_000)
    await person.enter(page.context())
    const list = answered(await person.browser.calls(contract.loanDocument).list({ orderId }))
    const documentId = list.documents[0]?.documentId ?? ''
    for (const [name, path, text] of [
      ['order', `/orders/${orderId}/detail`, 'APR'],
      ['Key Facts', `/orders/${orderId}/key-facts`, 'Repayment schedule'],
      ['document', `/documents/${documentId}`, 'Check this document'],
    ] as const) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
      await page.goto(path)
      await page.getByRole('main').getByRole('button').first().waitFor()
      expect(await page.evaluate(faultsOnPaper)).not.toEqual([])
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.locator('tbody tr').nth(12).waitFor()
      await see(text)
      expect(await page.locator('tbody tr').filter({ visible: true }).count()).toBe(13)
      expect(await page.evaluate(faultsOnPaper), path).toEqual([])
      await takeScreenshot(page, `${name} on paper ${device.name}`)
    }
  },
  [iPhone],
)
