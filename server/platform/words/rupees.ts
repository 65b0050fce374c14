import type { Paise } from '#domain/money.ts'

const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** An amount in words for a person: `₹1,00,000.00`. Screens format amounts themselves; this is for texts that hold one. */
export function rupeesText(amount: Paise): string {
  return format.format(amount / 100)
}

/** The same for a text message, without the sign of the rupee: the alphabet of text messages has none, and with it a message costs twice and more. */
export function smsRupees(amount: Paise): string {
  return `Rs ${rupeesText(amount).replace('₹', '')}`
}
