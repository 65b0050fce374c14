import { type Paise, paise } from '#domain/money.ts'

/** Whole rupees as the product counts them. */
export function rupeesToPaise(rupees: number): Paise {
  return paise(rupees * 100)
}

/** An amount as every page writes it: `₹4,882.00`. */
export function shown(amount: Paise | number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount / 100)
}
