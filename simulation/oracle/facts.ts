/**
 * The input and output of the oracle. Amounts are whole paise, days are days in India as
 * `YYYY-MM-DD`, instants are ISO 8601 texts in UTC.
 */

/** The published terms of one loan (product §4). Rates are parts per million a year. */
export type Terms = {
  readonly principal: number
  readonly ratePpmYear: number
  readonly feeBps: number
  /** The tier discount on the processing fee (product §5, Tiers). */
  readonly discountBps: number
  readonly periodDays: number
  readonly instalments: number
  readonly maxTenorDays: number
  readonly penalRatePpmYear: number
  /** The cap on the penal charges of one instalment, as a share of the loan amount. */
  readonly penalCapBps: number
  readonly extensionFeeBps: number
  readonly coolingOffDays: number
}

/** Something that happened to a loan whose money arrived. */
export type Happening =
  | Payment
  | ExtensionRequested
  | ExtensionEnded
  | PlanRequested
  | PlanAnswered
  | PenalWaived
  | PayoutReversed

/** Money that came in on a page of the payment provider. */
export type Payment = {
  readonly kind: 'payment'
  readonly id: string
  readonly amount: number
  readonly page: Page
  /** When the money moved, if the provider says so. */
  readonly paidAt: string | undefined
  /** Its reference at the provider; the id if absent. */
  readonly ref?: string
  /** When the lender got its report. */
  readonly at: string
}

/** A page on which an amount was to be paid. More can be paid on it, and more than once. */
export type Page = {
  readonly id: string
  readonly openedAt: string
  readonly amount: number
  /**
   * Its purpose: the whole loan, a part of it that its borrower chose, the instalments up to a
   * number, or the fee of the extension with a number.
   */
  readonly purpose:
    | 'all'
    | 'part'
    | { readonly instalment: number }
    | { readonly extension: number }
}

/** The borrower requested the extension with this number, counted from 1. */
export type ExtensionRequested = {
  readonly kind: 'extension-requested'
  readonly number: number
  readonly at: string
}

/** An unpaid extension was given up by its borrower, or recorded as lapsed. */
export type ExtensionEnded = {
  readonly kind: 'extension-ended'
  readonly number: number
  readonly how: 'lapsed' | 'abandoned'
  readonly at: string
}

/** The borrower requested a hardship plan that moves the due days by so many days. */
export type PlanRequested = {
  readonly kind: 'plan-requested'
  readonly moveDays: number
  readonly at: string
}

/**
 * A requested plan was answered: by the rules or a person, or by the calendar, which records that
 * nobody has answered in time.
 */
export type PlanAnswered = {
  readonly kind: 'plan-answered'
  readonly how: 'granted' | 'refused'
  readonly by: 'rules' | 'desk' | 'calendar'
  readonly at: string
}

/** Two persons gave up an amount of the penal charges that were owed (decision 67). */
export type PenalWaived = {
  readonly kind: 'penal-waived'
  readonly amount: number
  readonly at: string
}

/** The bank took the money of the payout back. */
export type PayoutReversed = { readonly kind: 'payout-reversed'; readonly at: string }

/** A loan and everything that happened to it, in the order of the reports to the lender. */
export type Facts = {
  readonly terms: Terms
  /** The day on which the money arrived. */
  readonly arrivedOn: string
  readonly happenings: readonly Happening[]
  /** The number of the borrower's earlier loans with a hardship plan; none if absent. */
  readonly earlierPlans?: number
}

/** A payment's or a debt's parts. */
export type Parts = {
  readonly penal: number
  readonly interest: number
  readonly principal: number
}

/** The figures that the borrower must see before being bound (product §11). */
export type Disclosure = {
  readonly fee: number
  readonly gst: number
  /** The amount that arrives: principal less fee and GST. */
  readonly net: number
  /** The instalment from which the APR is computed (decision 7). */
  readonly equal: number
  readonly schedule: readonly AgreedInstalment[]
  readonly interest: number
  /** All that is repaid as agreed. */
  readonly repayment: number
  /** In hundredths of a percent. */
  readonly aprBps: number
  readonly penalCap: number
}

export type AgreedInstalment = {
  readonly number: number
  /** Days from the day the money arrived. */
  readonly dueAfterDays: number
  readonly opening: number
  readonly principal: number
  readonly interest: number
  readonly amount: number
}

/** The use of one payment. The parts, `setAside` and `excess` add up to its amount. */
export type Receipt = {
  readonly id: string
  readonly parts: Parts
  /** Set aside for the fee of an extension. */
  readonly setAside: number
  /** The part beyond the debt, which is refunded. */
  readonly excess: number
  /** The day on which it counts. */
  readonly day: string
}

/** A refund that must be sent. `id` names the payment whose money goes back. */
export type Refund = {
  readonly id: string
  readonly amount: number
  readonly cause: 'excess' | 'extension-ended' | 'payout-reversed'
}

/** A requested extension, with the parts of its fee. */
export type ExtensionOutcome = {
  readonly number: number
  /** The instalment that moves, and its new due day. */
  readonly instalment: number
  readonly newDueDay: string
  /** The fee: service fee (GST included), penal charge and interest to date. */
  readonly service: number
  readonly gst: number
  readonly penal: number
  readonly interest: number
  readonly state: 'awaiting' | 'paid' | 'lapsed' | 'abandoned' | 'ended'
  /** The money set aside that became a payment on the loan, by its parts. Undefined if none did. */
  readonly released: { readonly parts: Parts; readonly excess: number } | undefined
}

/** The reasons why no extension can be requested on a day. */
export type ExtensionRefusal =
  | 'nothing-to-pay'
  | 'hardship-plan'
  | 'cooling-off'
  | 'not-available'
  | 'longest-tenor'

/** A hardship plan that was requested, and its outcome. */
export type PlanOutcome = {
  readonly moveDays: number
  /** `ended`: nothing was owed any more before anybody answered. */
  readonly state: 'awaiting' | 'granted' | 'refused' | 'ended'
  readonly grantedOn: string | undefined
}

/** The figures of a hardship plan's addendum to the Key Facts Statement (decision 45). */
export type PlanAddendum = {
  readonly moveDays: number
  readonly before: readonly { readonly day: string; readonly amount: number }[]
  readonly after: readonly { readonly day: string; readonly amount: number }[]
  readonly received: number
  readonly paidSoFar: number
  /** All that will have been paid as agreed so far, and with the plan. */
  readonly inAllBefore: number
  readonly inAllAfter: number
  /** Of the whole loan, with the plan. */
  readonly aprBps: number
  readonly tenorDays: number
}

export type ExtensionOffer = {
  readonly instalment: number
  readonly newDueDay: string
  readonly service: number
  readonly gst: number
  readonly penal: number
  readonly interest: number
}

/** The figures of an extension's addendum to the Key Facts Statement (decision 25). */
export type Addendum = {
  readonly offer: ExtensionOffer
  /** The due day that moves. */
  readonly dueDay: string
  readonly received: number
  /** The kept part of earlier payments. */
  readonly paidSoFar: number
  /** The amount that closes the loan on the day of the request. */
  readonly payoff: number
  /** All that will have been paid if the loan is closed on that day, and if it is extended. */
  readonly inAllIfPaidNow: number
  readonly inAllIfExtended: number
  /** Of the whole loan, with the extension. */
  readonly aprBps: number
  /** From the arrival of the money to the last due day. */
  readonly tenorDays: number
  readonly toCome: readonly { readonly day: string; readonly amount: number }[]
}

export type InstalmentPosition = {
  readonly number: number
  readonly dueDay: string
  readonly owed: Parts
  readonly paid: Parts
  /** Days past due. */
  readonly overdueDays: number
}

/** A loan on a day, after everything that happened up to its end. */
export type Position = {
  readonly day: string
  readonly state: 'loaned' | 'overdue' | 'extension' | 'settled' | 'failed'
  readonly instalments: readonly InstalmentPosition[]
  readonly owed: Parts
  readonly paid: Parts
  /** Interest and penal charge to this day, paid or not. */
  readonly charged: { readonly interest: number; readonly penal: number }
  readonly payoff: number
  /** The parts that fall due next if nothing is paid before; undefined if nothing is owed. */
  readonly fallsDue: { readonly day: string; readonly parts: Parts } | undefined
  readonly overdueDays: number
  readonly receipts: readonly Receipt[]
  readonly refunds: readonly Refund[]
  readonly extensions: readonly ExtensionOutcome[]
  /** The hardship plan that was requested, if one was. */
  readonly plan: PlanOutcome | undefined
  /** The extension that can be requested on this day, or why none can. */
  readonly offer: ExtensionOffer | ExtensionRefusal
  /** The day on which the last of it was paid. */
  readonly settledOn: string | undefined
  /** True if it was paid in full within the cooling-off period. */
  readonly wasReturned: boolean
  /** The most days that it was ever overdue. Only a loan never overdue counts for the discount. */
  readonly worstOverdueDays: number
  readonly ledger: Ledger
}

/** The balances of a loan's accounts, each positive on its own side of the ledger. */
export type Ledger = {
  readonly principalReceivable: number
  readonly interestReceivable: number
  readonly penalReceivable: number
  /** Processing fee and paid extension fees, without GST. */
  readonly feeIncome: number
  readonly gstPayable: number
  readonly interestIncome: number
  readonly penalIncome: number
  readonly extensionAdvances: number
  /** All refunds, sent or not. */
  readonly refunds: number
}
