import type { Day } from '#domain/day.ts'
import type { PersonalPan } from '#domain/identity/identity.ts'

export type PanRequest = {
  readonly pan: PersonalPan
  /** The name and birth date from the Aadhaar register. */
  readonly name: string
  readonly dob: Day
}

export type PanRefusal = 'not-found' | 'not-active' | 'dob-differs'

/**
 * A valid PAN names its holder; the domain judges whether that is the borrower (`nameAgreement`).
 */
export type PanCheck =
  | { readonly state: 'valid'; readonly registeredName: string }
  | { readonly state: 'refused'; readonly reason: PanRefusal }

/**
 * Looks a PAN up in the tax department's register. Throws only when the provider could not be
 * asked.
 */
export type PanPort = {
  verify(request: PanRequest): Promise<PanCheck>
}
