import { type Paise, paise, sumPaise } from '#domain/money.ts'
import type { Parts } from '#domain/parts.ts'

/*
 * Every movement of money as balanced double entries (product §5). An entry is a transfer from a credited to a
 * debited account, so that no entry can be out of balance; corrections are reversals, never changes.
 */

/** The chart of accounts. `debit` accounts grow by debits, `credit` accounts by credits. */
export const accounts = {
  bank: 'debit',
  payout_in_transit: 'debit',
  principal_receivable: 'debit',
  interest_receivable: 'debit',
  penal_receivable: 'debit',
  /** Charges that the daily sums hold and no journal yet; and the income that they are. */
  accrued_interest: 'debit',
  accrued_penal: 'debit',
  collection_clearing: 'credit',
  /**
   * Paid towards an extension that is not yet paid in full: neither income nor applied to the loan.
   */
  extension_advances: 'credit',
  refunds_payable: 'credit',
  gst_payable: 'credit',
  fee_income: 'credit',
  interest_income: 'credit',
  penal_income: 'credit',
  accrued_interest_income: 'credit',
  accrued_penal_income: 'credit',
} as const satisfies Record<string, 'debit' | 'credit'>

export type Account = keyof typeof accounts

/** One balanced entry of a posting. The amount is always positive. */
export type Transfer = { readonly debit: Account; readonly credit: Account; readonly amount: Paise }

type Disbursal = { readonly arrive: Paise; readonly serviceFee: Paise; readonly gst: Paise }

/** Money leaves the bank and is on its way to the borrower. */
export function postPayoutSent({ arrive }: Disbursal): Transfer[] {
  return entries([{ debit: 'payout_in_transit', credit: 'bank', amount: arrive }])
}

/** The money arrived: the whole principal is now owed, from which fee and GST were deducted. */
export function postPayoutSucceeded({ arrive, serviceFee, gst }: Disbursal): Transfer[] {
  return entries([
    { debit: 'principal_receivable', credit: 'payout_in_transit', amount: arrive },
    { debit: 'principal_receivable', credit: 'fee_income', amount: serviceFee },
    { debit: 'principal_receivable', credit: 'gst_payable', amount: gst },
  ])
}

/** The bank refused the payout: the money is back, and nothing is owed. */
export function postPayoutRefused(disbursal: Disbursal): Transfer[] {
  return reversed(postPayoutSent(disbursal))
}

/** The bank reversed the payout after it had succeeded: nothing is owed any more. */
export function postPayoutReversed(disbursal: Disbursal): Transfer[] {
  return [...reversed(postPayoutSucceeded(disbursal)), ...reversed(postPayoutSent(disbursal))]
}

/** The interest and penal charge that a loan has accrued so far, paid or not. */
export type Charges = Pick<Parts, 'interest' | 'penal'>

/** The charges that a loan has accrued by a day, from its position on that day. */
export function chargesOf({ owed, paid }: { readonly owed: Parts; readonly paid: Parts }): Charges {
  return { interest: paise(owed.interest + paid.interest), penal: paise(owed.penal + paid.penal) }
}

/**
 * Books in a loan's journal the difference between the charges already booked there and those
 * accrued. Charges that were waived or decreased are reversed.
 */
export function postAccrual(booked: Charges, borne: Charges): Transfer[] {
  const { interest, penal } = chargesLess(borne, booked)
  return [
    ...accrued('interest_receivable', 'interest_income', interest),
    ...accrued('penal_receivable', 'penal_income', penal),
  ]
}

/**
 * Books charges of many loans in sum: they are income of the days on which they arise, not of the
 * day on which they are paid or reach a journal (decision 81). A negative sum is reversed.
 */
export function postSum({ interest, penal }: Charges): Transfer[] {
  return [
    ...accrued('accrued_interest', 'accrued_interest_income', interest),
    ...accrued('accrued_penal', 'accrued_penal_income', penal),
  ]
}

/** Takes a loan's charges out of the daily sums, as its journal books them itself. */
export function postTakenOver(summed: Charges): Transfer[] {
  return reversed(postSum(summed))
}

/** Charges less others; either may be negative afterwards. */
export function chargesLess(charges: Charges, less: Charges): Charges {
  return {
    interest: paise(charges.interest - less.interest),
    penal: paise(charges.penal - less.penal),
  }
}

export function sumCharges(all: readonly Charges[]): Charges {
  return {
    interest: sumPaise(all.map(({ interest }) => interest)),
    penal: sumPaise(all.map(({ penal }) => penal)),
  }
}

export function hasCharges({ interest, penal }: Charges): boolean {
  return interest !== 0 || penal !== 0
}

function accrued(receivable: Account, income: Account, difference: number): Transfer[] {
  const more = entries([{ debit: receivable, credit: income, amount: paise(Math.abs(difference)) }])
  return difference < 0 ? reversed(more) : more
}

/**
 * A payment arrived and was applied to what the books already show as owed; any excess is owed
 * back.
 */
export function postPayment(amount: Paise, applied: Parts): Transfer[] {
  const excess = paise(amount - applied.penal - applied.interest - applied.principal)
  return entries([
    { debit: 'bank', credit: 'collection_clearing', amount },
    { debit: 'collection_clearing', credit: 'penal_receivable', amount: applied.penal },
    { debit: 'collection_clearing', credit: 'interest_receivable', amount: applied.interest },
    { debit: 'collection_clearing', credit: 'principal_receivable', amount: applied.principal },
    { debit: 'collection_clearing', credit: 'refunds_payable', amount: excess },
  ])
}

/**
 * A payment for an extension arrived: up to the fee it is held as an advance until the fee is
 * complete; any excess is owed back.
 */
export function postExtensionPayment(amount: Paise, setAside: Paise): Transfer[] {
  return entries([
    { debit: 'bank', credit: 'collection_clearing', amount },
    { debit: 'collection_clearing', credit: 'extension_advances', amount: setAside },
    { debit: 'collection_clearing', credit: 'refunds_payable', amount: paise(amount - setAside) },
  ])
}

export type ExtensionFee = {
  /** GST included. */
  readonly serviceFee: Paise
  readonly gst: Paise
  readonly penal: Paise
  readonly interest: Paise
}

/**
 * The extension's fee is complete: the service fee less GST is earned, and penal charge and
 * interest are settled.
 */
export function postExtensionPaid({ serviceFee, gst, penal, interest }: ExtensionFee): Transfer[] {
  return entries([
    { debit: 'extension_advances', credit: 'fee_income', amount: paise(serviceFee - gst) },
    { debit: 'extension_advances', credit: 'gst_payable', amount: gst },
    { debit: 'extension_advances', credit: 'penal_receivable', amount: penal },
    { debit: 'extension_advances', credit: 'interest_receivable', amount: interest },
  ])
}

/** The extension failed, so its advances become a payment on the loan. */
export function postExtensionReleased(amount: Paise, applied: Parts): Transfer[] {
  const [, ...asAnyPayment] = postPayment(amount, applied)
  return entries([
    { debit: 'extension_advances', credit: 'collection_clearing', amount },
    ...asAnyPayment,
  ])
}

/** Advances that are not needed are owed back. */
export function postExtensionReturned(amount: Paise): Transfer[] {
  return entries([{ debit: 'extension_advances', credit: 'refunds_payable', amount }])
}

/**
 * Penal charges that were booked as income are given up. They bear no GST, so none is reversed
 * (regulation 4.3).
 */
export function postPenalWaiver(amount: Paise): Transfer[] {
  return entries([{ debit: 'penal_income', credit: 'penal_receivable', amount }])
}

/** An excess was sent back to the borrower. */
export function postRefund(amount: Paise): Transfer[] {
  return entries([{ debit: 'refunds_payable', credit: 'bank', amount }])
}

/**
 * The transfers that are missing where others are booked: what was booked and should not be is
 * reversed. Empty where both come to the same between each two accounts.
 */
export function transfersMissing(
  expected: readonly Transfer[],
  booked: readonly Transfer[],
): Transfer[] {
  const sums = new Map<string, { debit: Account; credit: Account; amount: number }>()
  for (const { debit, credit, amount } of [...reversed(booked), ...expected]) {
    const opposite = sums.get(`${credit} ${debit}`)
    if (opposite) opposite.amount -= amount
    else {
      const sum = sums.get(`${debit} ${credit}`) ?? { debit, credit, amount: 0 }
      sums.set(`${debit} ${credit}`, { ...sum, amount: sum.amount + amount })
    }
  }
  return entries(
    [...sums.values()].map(({ debit, credit, amount }) =>
      amount < 0
        ? { debit: credit, credit: debit, amount: paise(-amount) }
        : { debit, credit, amount: paise(amount) },
    ),
  )
}

/** The same transfers in the opposite direction: the only way to correct a posting. */
export function reversed(transfers: readonly Transfer[]): Transfer[] {
  return transfers.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }))
}

/**
 * The balance of each account on its own side: what is owed to the lender, or by the lender, is
 * positive.
 */
export function balances(transfers: readonly Transfer[]): Record<Account, Paise> {
  const totals = Object.fromEntries(Object.keys(accounts).map(account => [account, 0])) as Record<
    Account,
    number
  >
  for (const { debit, credit, amount } of transfers) {
    totals[debit] += accounts[debit] === 'debit' ? amount : -amount
    totals[credit] += accounts[credit] === 'credit' ? amount : -amount
  }
  return totals as Record<Account, Paise>
}

/**
 * A loan's total contribution to the daily sums: what they still contain of it, and what its
 * journal took over. With `postSum` of it, the journal gives the balances of the loan.
 */
export function shareOfSums(journal: readonly Transfer[], summed: Charges): Charges {
  const { accrued_interest, accrued_penal } = balances(journal)
  return chargesLess(summed, { interest: accrued_interest, penal: accrued_penal })
}

function entries(transfers: readonly Transfer[]): Transfer[] {
  if (transfers.some(({ amount }) => amount < 0))
    throw new RangeError('transfer amount is negative')
  return transfers.filter(({ amount }) => amount > 0)
}
