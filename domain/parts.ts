import { type Paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'

/** Amounts by purpose, in the order in which a payment settles them. */
export type Parts = { readonly penal: Paise; readonly interest: Paise; readonly principal: Paise }

export const NO_PARTS: Parts = { penal: ZERO_PAISE, interest: ZERO_PAISE, principal: ZERO_PAISE }

export function totalOf({ penal, interest, principal }: Parts): Paise {
  return sumPaise([penal, interest, principal])
}

export function sumParts(all: readonly Parts[]): Parts {
  return {
    penal: sumPaise(all.map(({ penal }) => penal)),
    interest: sumPaise(all.map(({ interest }) => interest)),
    principal: sumPaise(all.map(({ principal }) => principal)),
  }
}
