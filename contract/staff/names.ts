import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, instant, nothing, text } from '#contract/wire.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'

const reviewId = id

export const staffNames = {
  open: {
    does: 'Two spellings of a name that a person compares: of the Aadhaar and the PAN, or of the Aadhaar and a bank account. The look is written down.',
    method: 'POST',
    path: '/staff/v1/names/open',
    auth: { staff: 'identity:read' },
    sends: 'json',
    input: v.strictObject({ reviewId, why: v.picklist(LOOK_WHYS) }),
    output: v.object({
      reviewId,
      borrowerId: id,
      what: v.picklist(['identity', 'bank-account']),
      askedAt: instant,
      maskedAadhaarName: text,
      /** In the tax register, or at the bank. */
      maskedOtherName: text,
      aadhaarProof: v.nullable(text),
      /** The bank and the last four digits; null for an identity. */
      account: v.nullable(text),
      /** Other borrowers who have the Aadhaar number or the PAN. */
      others: v.array(id),
    }),
    refusals: ['outdated', 'look-limit-reached'],
    ours: true,
  },
  reveal: {
    does: 'Both names in full. The look is written down.',
    method: 'POST',
    path: '/staff/v1/names/reveal',
    auth: { staff: 'identity:read' },
    sends: 'json',
    input: v.strictObject({ reviewId, why: v.picklist(LOOK_WHYS) }),
    output: v.object({ aadhaarName: text, otherName: text }),
    refusals: ['outdated', 'look-limit-reached'],
    ours: true,
  },
  pass: {
    does: 'Decides that both names are the borrower’s: the numbers are theirs, or money can be sent to the account. Applications that waited for it alone are decided.',
    method: 'POST',
    path: '/staff/v1/names/pass',
    auth: { staff: 'identity:decide' },
    sends: 'json',
    input: v.strictObject({ reviewId }),
    output: nothing,
    refusals: ['outdated'],
    reauthenticates: true,
    ours: true,
  },
  deny: {
    does: 'Denies them with the reason that the borrower reads. The account gets no money; for an identity, waiting applications are denied and the step opens again.',
    method: 'POST',
    path: '/staff/v1/names/deny',
    auth: { staff: 'identity:decide' },
    sends: 'json',
    input: v.strictObject({
      reviewId,
      reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300), v.excludes('\0')),
    }),
    output: nothing,
    refusals: ['outdated'],
    reauthenticates: true,
    ours: true,
  },
} satisfies Endpoints
