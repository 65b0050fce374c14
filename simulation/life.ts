import type { Output } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import type { ownLimits } from '#contract/own-limits.ts'
import type { Browser } from '#server/testing/browser.ts'
import type { Actor, Acts } from './acts.ts'
import type { Chance } from './chance.ts'
import type { SimulatedClock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Messenger } from './messenger.ts'
import type { Person } from './people.ts'
import type { AppCommand } from './upi-app.ts'
import type { Vendor } from './vendor.ts'

/** The kinds of borrowers. Each reaches a part of the rules that the others seldom reach. */
export const characters = [
  'usual',
  'late',
  'extends',
  'at midnight',
  'usual',
  'returns',
  'hasty',
  'reserves',
  'by AutoPay',
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
  readonly restraint: Restraint
  readonly autoPay: AutoPayLife
  readonly complaints: Complaint[]
}

/** A borrower's command about AutoPay, and when the server had it. */
export type AutoPayCommand = DecisionTime & {
  readonly orderId: string
  readonly what: 'set up' | 'skip' | 'pause' | 'resume' | 'end'
}

/** The AutoPay commands of a borrower, here and in the UPI app. */
export type AutoPayLife = {
  readonly commands: AutoPayCommand[]
  /** The newest mandate's page. */
  page: { readonly orderId: string; readonly url: string } | undefined
  /** The next instant that no step may pass, in milliseconds: of a notice or of a debit. */
  nextMs: number
}

/** A complaint about repayment, and the instant since which the server has it. */
export type Complaint = { readonly feedbackId: string; readonly since: string }

/** A part of a loan that a borrower asked to pay, and what the server answered. Amounts are paise. */
export type PartRequest = {
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

/** The borrower's own limits, as the server names them. */
export type OwnLimits = Output<typeof ownLimits.state>

/** The instants between which the server decided. */
type DecisionTime = { readonly from: string; readonly until: string }

type Wish =
  | { readonly ceiling: OwnLimits['ceiling']['value'] }
  | { readonly pause: OwnLimits['pause']['value'] }

/** A limit that a borrower asked for, and the limits that the server then named. */
export type LimitAttempt = DecisionTime & {
  readonly wish: Wish
  /** Undefined if it was refused. */
  readonly answer: OwnLimits | undefined
}

/** A new loan that a borrower asked for: an application or a reservation. */
export type LoanAttempt = DecisionTime & {
  readonly amount: number
  /** `done`, or the reason of the refusal. */
  readonly outcome: string
}

/** The limits and the new loans that a borrower requested. */
export type Restraint = { readonly limits: LimitAttempt[]; readonly loans: LoanAttempt[] }

/** The facts of a run that borrowers alone can see. */
export type Sights = {
  duplicatePages: number
  underpaidPages: number
  midnightPayments: number
  upiPayments: number
  /** The instalments on which a borrower saw the whole penal charge that may be charged. */
  readonly cappedInstalments: Set<string>
  readonly partRequests: PartRequest[]
  /** The commands on mandates in the UPI app, by count. */
  readonly appCommands: Record<AppCommand, number>
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
/** Takes the place of a denied order, so that the borrower ignores it. */
export const NONE = ''

export const callsOn = (browser: Browser) => ({
  order: browser.calls(contract.order),
  repay: browser.calls(contract.repay),
  extension: browser.calls(contract.extension),
  hardship: browser.calls(contract.hardship),
  schedule: browser.calls(contract.schedule),
  autopay: browser.calls(contract.autopay),
  ownLimits: browser.calls(contract.ownLimits),
  question: browser.calls(contract.question),
  feedback: browser.calls(contract.feedback),
  kyc: browser.calls(contract.kyc),
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
