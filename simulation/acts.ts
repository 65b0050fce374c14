import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '#contract/client.ts'
import type { Browser } from '#server/testing/browser.ts'
import type { Chance } from './chance.ts'
import type { Faults } from './faults.ts'
import type { Messenger } from './messenger.ts'
import { confirmDevice, type Person, signIn } from './people.ts'

/** The acts of borrowers that move money or an order. */
export const actKinds = [
  'apply',
  'get money',
  'withdraw',
  'pay what is due',
  'pay all',
  'pay a part',
  'pay by UPI',
  'extend',
  'give up an extension',
  'ask for a hardship plan',
  'reserve the next loan',
  'set a ceiling',
  'set a pause',
  'set up AutoPay',
  'skip a debit',
  'pause AutoPay',
  'resume AutoPay',
  'end AutoPay',
  'answer a question',
  'complain',
  'show the face again',
] as const
export type ActKind = (typeof actKinds)[number]

/** How often each kind of act was done, and refused for each reason. */
export type Acts = {
  readonly note: (kind: ActKind, outcome: string) => void
  readonly counts: ReadonlyMap<ActKind, ReadonlyMap<string, number>>
  /** The requests that the server failed to answer. */
  readonly failures: string[]
}

export const DONE = 'done'

export function noActsYet(): Acts {
  const counts = new Map(actKinds.map(kind => [kind, new Map<string, number>()]))
  return {
    counts,
    failures: [],
    note: (kind, outcome) => {
      const outcomes = counts.get(kind)
      outcomes?.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    },
  }
}

/** A borrower who acts, and the world around them. */
export type Actor = {
  readonly who: Person
  readonly chance: Chance
  readonly messenger: Messenger
  readonly faults: Faults
  readonly acts: Acts
}

/** The server may be dead for some seconds. */
const TRIES_MAX = 300
const RETRY_MS = 100
/** The server may have done the request, or the provider could not be reached meanwhile. */
const ASKS_AGAIN = ['network', 'payment-not-available']

/**
 * Asks until the server answers; signs in again where the session has ended, and proves with a
 * second code that a new device is its owner's.
 */
export async function ask<T>(
  { who, messenger, acts }: Actor,
  browser: Browser,
  send: () => Promise<Result<T>>,
): Promise<Result<T>> {
  let signIns = 0
  let isConfirmed = false
  for (let tries = 1; ; tries += 1) {
    const result = await send()
    if (result.ok) return result
    if (result.reason === 'not-logged-in' && signIns < 2) {
      signIns += 1
      await signIn(browser, messenger, who.phone)
    } else if (result.reason === 'confirm-code-required' && !isConfirmed) {
      isConfirmed = true
      await confirmDevice(browser, messenger, who.phone)
    } else if (ASKS_AGAIN.includes(result.reason) && tries < TRIES_MAX) await pause(RETRY_MS)
    else {
      if (['network', 'failed-unexpectedly'].includes(result.reason))
        acts.failures.push(`a request was not answered: ${result.reason} (${result.msg})`)
      return result
    }
  }
}

/**
 * Does an action with one key until the server answers, and sometimes once more after that: the
 * answer must be the same.
 */
export async function act<T>(
  actor: Actor,
  kind: ActKind,
  browser: Browser,
  send: (options: { idempotencyKey: string }) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { chance, faults, acts } = actor
  const options = { idempotencyKey: `${chance.between(1, 1e9)}-${chance.between(1, 1e9)}` }
  const result = await ask(actor, browser, () => send(options))
  acts.note(kind, result.ok ? DONE : result.reason)
  if (result.ok && faults.strikes('request repeated', 0.1)) {
    const again = await ask(actor, browser, () => send(options))
    if (again.ok && JSON.stringify(again.data) !== JSON.stringify(result.data))
      throw new Error(
        `the server gave two answers to one key: ${JSON.stringify(result.data)} and ${JSON.stringify(again.data)}`,
      )
  }
  return result
}
