import { expect } from 'vitest'
import type { Borrower } from '#e2e/rig/borrower.ts'
import type { Scene } from '#e2e/rig/journey.ts'

export type Prepared = { readonly borrower: Borrower; readonly orderId: string }
export type Told = Scene & Prepared

export type Message = {
  /** The page; `{order}` stands for the order of the one who looks. */
  readonly at: string
  /** What leads to the message. */
  readonly when: string
  readonly provoke?: (told: Told) => Promise<unknown>
  /** To the letter, each the whole text of something that is seen. */
  readonly says: readonly (string | RegExp)[]
  /** Whether it is said in a toast, as specification §8 asks. Where this is left out, no toast is seen. */
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

/** From here on the server answers this call with a refusal. */
export const refuse = ({ page }: Scene, path: string, answer: object = refused) =>
  page.route(`**${path}**`, route => route.fulfill({ json: answer }))

export const next = ({ tap }: Scene) => tap('NEXT')

/** The text as it stands in the page: of the whole element, and to the letter, spaces at its end included. */
async function readsLike(told: Told, text: string | RegExp, toast: boolean): Promise<void> {
  const { page } = told
  const place = toast ? page.locator('[role=status][popover]') : page.locator('body')
  const found = place.getByText(text, { exact: true }).filter({ visible: true }).first()
  await found.waitFor()
  if (typeof text === 'string') expect(await found.textContent()).toBe(text)
}

/** Goes to the page, does what leads to the message, and reads it there. */
export async function provokeAndRead(
  told: Told,
  { at, when, provoke, says, toast = undefined }: Message,
): Promise<void> {
  const { page, orderId } = told
  await page.unrouteAll()
  await page.goto(at.replace('{order}', orderId))
  try {
    await provoke?.(told)
    for (const text of says) await readsLike(told, text, toast === true)
    if (!toast) expect(await page.locator('[role=status][popover]').count(), 'no toast').toBe(0)
  } catch (failure) {
    throw new Error(
      `${at}, when ${when}: ${failure instanceof Error ? failure.message : String(failure)}`,
      { cause: failure },
    )
  }
}
