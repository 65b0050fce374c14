import { type Paise, paise } from '#domain/money.ts'

/** Converts whole rupees to paise. */
export function rupeesToPaise(rupees: number): Paise {
  return paise(rupees * 100)
}

/** Formats paise as every page does: `₹4,882.00`. */
export function shown(amount: Paise | number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount / 100)
}
