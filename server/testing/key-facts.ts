import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import type { Browser as AnyBrowser } from '#server/testing/browser.ts'

type Browser = Pick<AnyBrowser, 'calls'>

/** Reads the Key Facts Statement of an order, and returns the hash that acknowledges it. */
export async function keyFactsRead(browser: Browser, orderId: string): Promise<string> {
  const statement = await browser.calls(contract.order).keyFacts({ orderId })
  if (!statement.ok) throw new Error(statement.reason)
  return statement.data.hash
}

/** Reads the statement of the usual application before the application is made. */
export async function keyFactsOffered(browser: Browser): Promise<string> {
  const wish = { productId: 'saral-weekly', amount: paise(5_000_00), period: 7 }
  const statement = await browser.calls(contract.order).keyFactsOffered(wish)
  if (!statement.ok) throw new Error(statement.reason)
  return statement.data.hash
}

/**
 * Reads the addendum of an extension, and returns the hash that acknowledges it; undefined if there
 * is none.
 */
export async function addendumRead(
  browser: Browser,
  { orderId, extensionId }: { readonly orderId: string; readonly extensionId: string },
): Promise<string | undefined> {
  const addendum = await browser.calls(contract.extension).keyFacts({ orderId, extensionId })
  return addendum.ok ? addendum.data.hash : undefined
}
