import { expect } from 'vitest'
import type { Borrower } from '#e2e/rig/borrower.ts'
import type { Scene } from '#e2e/rig/journey.ts'

export type Prepared = { readonly borrower: Borrower; readonly orderId: string }
export type Visit = Scene & Prepared

export type Message = {
  /** The address of the page; `{order}` stands for the order id. */
  readonly at: string
  /** The situation that leads to the message. */
  readonly when: string
  readonly provoke?: (visit: Visit) => Promise<unknown>
  /** The visible texts, each the whole text of an element. */
  readonly says: readonly (string | RegExp)[]
  /** Whether the message is a toast (specification §8). Otherwise no toast may be visible. */
  readonly toast?: true
}

export const refused = {
  code: -1,
  msg: 'You cannot do this with this order now.',
  data: { reason: 'order-state' },
}
export const down = {
  code: -1,
  msg: 'Something went wrong on our side. Nothing was changed. Please try again.',
  data: { reason: 'failed-unexpectedly' },
}

/** Answers this call with a refusal, or with something else, from now on. */
export const refuse = ({ page }: Scene, path: string, answer: object = refused) =>
  page.route(`**${path}**`, route => route.fulfill({ json: answer }))

export const next = ({ tap }: Scene) => tap('NEXT')

/** Waits for an element whose whole text is this one, including spaces at its end. */
async function readsLike(visit: Visit, text: string | RegExp, toast: boolean): Promise<void> {
  const { page } = visit
  const place = toast ? page.locator('[role=status][popover]') : page.locator('body')
  const element = place.getByText(text, { exact: true }).filter({ visible: true }).first()
  await element.waitFor()
  if (typeof text === 'string') expect(await element.textContent()).toBe(text)
}

/** Opens the page, does what leads to the message, and checks its texts. */
export async function provokeAndRead(
  visit: Visit,
  { at, when, provoke, says, toast = undefined }: Message,
): Promise<void> {
  const { page, orderId } = visit
  await page.unrouteAll()
  await page.goto(at.replace('{order}', orderId))
  try {
    await provoke?.(visit)
    for (const text of says) await readsLike(visit, text, toast === true)
    if (!toast) expect(await page.locator('[role=status][popover]').count(), 'no toast').toBe(0)
  } catch (failure) {
    throw new Error(
      `${at}, when ${when}: ${failure instanceof Error ? failure.message : String(failure)}`,
      { cause: failure },
    )
  }
}
