import type { Day } from '#domain/day.ts'
import type { PersonalPan } from '#domain/identity/identity.ts'

export type PanRequest = {
  readonly pan: PersonalPan
  /** The name and birth date that the Aadhaar register gave. */
  readonly name: string
  readonly dob: Day
}

export type PanRefusal = 'not-found' | 'not-active' | 'dob-differs'

/** A valid PAN says whose it is; whether that is the borrower is for the domain to judge (`nameAgreement`). */
export type PanCheck =
  | { readonly state: 'valid'; readonly registeredName: string }
  | { readonly state: 'refused'; readonly reason: PanRefusal }

/** Looks a PAN up in the tax department's register. Throws only when the provider could not be asked. */
export type PanPort = {
  verify(request: PanRequest): Promise<PanCheck>
}
