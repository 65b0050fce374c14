import type { Course } from '#domain/lending/course.ts'
import type { ExtensionCourse } from '#domain/lending/course-state.ts'
import type { LoanFacts } from '#domain/lending/loan-facts.ts'
import { type ExtensionState, extensionStates } from '#domain/lending/order.ts'
import {
  type Extension,
  extensionsOf,
  saveExtensionCourse,
  saveRelease,
} from '#server/lending/db/extension.ts'
import { withdrawAddendum } from '#server/lending/db/loan-document.ts'
import type { Order } from '#server/lending/db/order.ts'
import { restoreAddendum } from '#server/lending/extending/extension-key-facts.ts'
import type { Work } from '#server/services.ts'

/** A request to move the due date whose outcome differs from the stored one. */
export type ExtensionChange = { readonly before: Extension; readonly after: ExtensionCourse }

/**
 * Stores the outcomes of the extensions of a loan by its course. The addendum of one that failed is
 * withdrawn; one that was withdrawn and holds after all is issued again.
 */
export async function saveExtensions(
  work: Work,
  order: Order,
  { extensions: requests, payments }: Pick<LoanFacts, 'extensions' | 'payments'>,
  { extensions }: Pick<Course, 'extensions'>,
): Promise<readonly ExtensionChange[]> {
  const { tx, at } = work
  const instant = { at, afterReceipts: payments.length }
  const followed = (await extensionsOf(tx, order.borrowerId, order.id)).flatMap(before => {
    const after = extensions.get(before.id)
    return after ? [{ before, after }] : []
  })
  // The release of an ended request may change while all else of it stays.
  for (const { before, after } of followed)
    if (after.state !== 'awaiting' || before.state !== 'awaiting')
      await saveRelease(tx, before, after, instant)
  const changes = followed.filter(({ before, after }) => isOther(before, after))
  for (const { before, after } of changes) {
    await saveExtensionCourse(tx, before, after, instant)
    const stood = stands(before.state)
    const holds = stands(after.state)
    const request = requests.find(({ id }) => id === before.id)
    if (stood && !holds) await withdrawAddendum(tx, before, at)
    if (!stood && holds && request) await restoreAddendum(work, order, before, request.fee)
  }
  return changes
}

/** True if the stored outcome of a request differs from its course. */
export function isOther(before: Extension, { state, fee, setAside }: ExtensionCourse): boolean {
  const parts = ['serviceFee', 'gst', 'penal', 'interest'] as const
  const isFeeSame = parts.every(part => before[part] === fee[part])
  return before.state !== state || before.paid !== setAside || !isFeeSame
}

const stands = (state: Extension['state']) => state === 'awaiting' || state === 'paid'

/** The order's extension field by the last of its requests. */
export function extensionStateBy(extensions: readonly ExtensionCourse[]): ExtensionState {
  const last = extensions.at(-1)
  if (!last) return extensionStates.none
  const isExtended = extensions.some(({ state }) => state === 'paid')
  return {
    awaiting: extensionStates.awaitingPayment,
    paid: extensionStates.extended,
    lapsed: extensionStates.lapsed,
    abandoned: extensionStates.abandoned,
    ended: isExtended ? extensionStates.extended : extensionStates.none,
  }[last.state]
}
