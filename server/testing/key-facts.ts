import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import type { Borrower } from '#server/testing/lending.ts'

type Browser = Pick<Borrower['browser'], 'calls'>

/** Reads the Key Facts Statement of an order, and answers by what hash it is acknowledged. */
export async function keyFactsRead(browser: Browser, orderId: string): Promise<string> {
  const read = await browser.calls(contract.order).keyFacts({ orderId })
  if (!read.ok) throw new Error(read.reason)
  return read.data.hash
}

/** Reads the statement of the usual application before it is made. */
export async function keyFactsOffered(browser: Browser): Promise<string> {
  const asked = { productId: 'saral-weekly', amount: paise(5_000_00), period: 7 }
  const read = await browser.calls(contract.order).keyFactsOffered(asked)
  if (!read.ok) throw new Error(read.reason)
  return read.data.hash
}
