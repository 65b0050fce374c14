import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

journey(
  'lists the documents of all loans, newest loan first',
  async ({ page, see, tap, arrive, look, server }) => {
    const person = await readyBorrower(server.origin)
    const repaid = await person.borrow('saral-seven', 5_000)
    await person.pay(repaid, 'all')
    const { orderNo } = await person.orderIs(repaid, '7')
    const { orderNo: running } = await person.detail(await person.borrow('saral-weekly', 3_000))
    await person.enter(page.context())

    await page.goto('/personal')
    await tap('Documents')
    await arrive('/personal/documents')
    await see(orderNo)
    expect(await page.getByText(/^SR/).allTextContents()).toEqual([running, orderNo])
    expect(
      (
        await page
          .getByRole('main')
          .getByRole('link', { name: / · |certificate/ })
          .allTextContents()
      ).length,
    ).toBe(4)
    await look('all documents')
    await tap(/^No-dues certificate/)
    await arrive(/^\/documents\//)
    await see(
      `Loan ${orderNo} is repaid in full. Nothing is owed on it, and nobody can ask for more.`,
    )
    await tap('Back')
    await arrive('/personal/documents')
  },
  [iPhone],
)

journey(
  'checks a document by its code without an account',
  async ({ page, see, type, tap, look, server }) => {
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 3_000)
    const calls = person.browser.calls(contract.loanDocument)
    const [document] = answered(await calls.list({ orderId })).documents
    const { code } = answered(await calls.page({ documentId: document?.documentId ?? '' }))
    await page.goto('/verify-document')
    await type('Code', 'ABC')
    await tap('Check')
    await see('A code has sixteen letters and digits. Please check what you typed.')
    await type('Code', '0000000000000000')
    await tap('Check')
    await see(/^No document has this code\./)
    await look('no such document')
    await type('Code', code.toLowerCase().replaceAll('-', ' '))
    await tap('Check')
    await see('This document is genuine.')
    await see('₹3,000.00')
    expect(new URL(page.url()).hash).toBe('')
  },
  [iPhone],
)
