import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { takeScreenshot } from '#e2e/rig/screenshot.ts'

openTheProduct()

/** The faults of a printed page: elements to press, cut texts, and colours other than black on white. */
function faultsInPrint(): string[] {
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
      expect(await page.evaluate(faultsInPrint)).not.toEqual([])
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.locator('tbody tr').nth(12).waitFor()
      await see(text)
      expect(await page.locator('tbody tr').filter({ visible: true }).count()).toBe(13)
      expect(await page.evaluate(faultsInPrint), path).toEqual([])
      await takeScreenshot(page, `${name} on paper ${device.name}`)
    }
  },
  [iPhone],
)
