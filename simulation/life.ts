import { contract } from '#contract/index.ts'
import type { Browser } from '#server/testing/browser.ts'
import type { Actor, Acts } from './acts.ts'
import type { Chance } from './chance.ts'
import type { SimulatedClock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Messenger } from './messenger.ts'
import type { Person } from './people.ts'
import type { Vendor } from './vendor.ts'

/** How a borrower lives. Each kind reaches a part of the rules that the others seldom reach. */
export const characters = [
  'usual',
  'late',
  'extends',
  'at midnight',
  'usual',
  'returns',
  'hasty',
  'reserves',
] as const
export type Character = (typeof characters)[number]

/** A simulated borrower with their orders and open payment pages. */
export type Life = {
  readonly who: Person
  readonly chance: Chance
  readonly character: Character
  /** Every order that the server has acknowledged. */
  readonly orders: string[]
  /** Payment pages that were opened and not paid; the borrower may pay on them much later. */
  readonly openPages: string[]
  /** Payment pages on which the borrower pays at the next midnight in India. */
  readonly midnightPages: string[]
  /** The borrower does nothing before this instant, in milliseconds. */
  idleUntilMs: number
  /** The order that the borrower does not repay before an instant, in milliseconds. */
  lateWith: { readonly orderId: string; readonly untilMs: number } | undefined
  /** The running order for which the next loan is reserved. */
  reservedOn: string | undefined
}

/** A part of a loan that a borrower asked to pay, and what the server answered. Amounts are paise. */
export type AskedPart = {
  readonly orderId: string
  readonly amount: number
  /** The instants between which the server decided. */
  readonly from: string
  readonly until: string
  /** Undefined if it was refused. */
  readonly paymentId: string | undefined
  /** The reason of a refusal, and the bounds that it named. */
  readonly refused: { readonly reason: string; readonly bounds: unknown } | undefined
}

/** What borrowers alone can see of a run. */
export type Sights = {
  duplicatePages: number
  underpaidPages: number
  midnightPayments: number
  /** The instalments on which a borrower saw the whole penal charge that may be charged. */
  readonly cappedInstalments: Set<string>
  readonly askedParts: AskedPart[]
}

export type Stage = {
  readonly faults: Faults
  readonly vendor: Vendor
  readonly messenger: Messenger
  readonly clock: SimulatedClock
  readonly acts: Acts
  readonly sights: Sights
  /** True for a run that is long enough to reach every cap. */
  readonly isLong: boolean
  /** Once true, borrowers take no new loans and repay all. */
  readonly isClosing: () => boolean
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** Takes the place of a denied order, so that the borrower looks at it no more. */
export const NONE = ''

export const callsOn = (browser: Browser) => ({
  order: browser.calls(contract.order),
  repay: browser.calls(contract.repay),
  extension: browser.calls(contract.extension),
  schedule: browser.calls(contract.schedule),
})

export const actorOf = ({ messenger, faults, acts }: Stage, { who, chance }: Life): Actor => ({
  who,
  chance,
  messenger,
  faults,
  acts,
})

export function wait({ clock }: Pick<Stage, 'clock'>, life: Life, ms: number): void {
  life.idleUntilMs = clock.now().getTime() + ms
}
