/** The settings of the lender's people: their own sign-in, and acts that one person may do alone. */
import * as v from 'valibot'
import { addressWithPath, line } from '#server/platform/config-forms.ts'

const acts = v.pipe(
  v.string(),
  v.transform(text => text.split(/[\s,]+/).filter(Boolean)),
  v.transform((names): ReadonlySet<string> => new Set(names)),
)

/** The variables, which `config.ts` reads with the others. docs/running.md explains them. */
export const staffVariables = {
  /**
   * The lender's own sign-in for its people (OpenID Connect): its issuer, and this server's client
   * there; the issuer is compared letter by letter. STAFF_OIDC_SECOND_FACTOR: `totp` asks for the code of an app besides; `provider` leaves
   * the second factor to it.
   */
  STAFF_OIDC_ISSUER: v.optional(addressWithPath),
  STAFF_OIDC_CLIENT_ID: v.optional(line),
  STAFF_OIDC_CLIENT_SECRET: v.optional(line),
  STAFF_OIDC_SECOND_FACTOR: v.optional(v.picklist(['totp', 'provider']), 'totp'),
  /**
   * Acts that their proposer may approve alone, by name (the room of staff knows the names), where the lender has one person. Each such
   * approval says so for ever.
   */
  TWO_PERSONS_OFF: v.optional(acts, ''),
}

const read = v.object(staffVariables)

/** All settings of the lender's own sign-in for its people, or none. */
export function staffSignInOf(e: v.InferOutput<typeof read>) {
  const {
    STAFF_OIDC_ISSUER: issuer,
    STAFF_OIDC_CLIENT_ID: clientId,
    STAFF_OIDC_CLIENT_SECRET: clientSecret,
    STAFF_OIDC_SECOND_FACTOR: secondFactor,
  } = e
  if ([issuer, clientId, clientSecret].every(part => part === undefined)) return undefined
  if (!issuer || !clientId || !clientSecret)
    throw new Error(
      'Set all of STAFF_OIDC_ISSUER, STAFF_OIDC_CLIENT_ID and STAFF_OIDC_CLIENT_SECRET, or none of them.',
    )
  return { issuer, clientId, clientSecret, secondFactor }
}
