import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, text } from '#contract/wire.ts'

const card = v.object({
  id,
  bank_id: id,
  /** Masked to its last four digits; never complete. */
  cardNo: text,
  /** The IFSC. */
  bankCode: text,
  // ours
  bankName: text,
  /** Money is sent to an account that passed; a person reviews the name of one that needs a look. */
  nameCheck: v.picklist(['passed', 'needs-a-look', 'denied']),
  /** The reason of a person who denied the account. */
  deniedBecause: v.nullable(text),
})

export const bank = {
  cards: {
    does: "The borrower's bank accounts.",
    method: 'GET',
    path: '/bank/v1/find-user-bank-card',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ productId: v.optional(id) }),
    output: v.array(card),
    refusals: [],
  },
  addCard: {
    does: 'Adds a bank account. Repeats the checks of specification §5, in their order.',
    method: 'POST',
    path: '/bank/v1/bind-card',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({
      bankCode: text,
      cardNo: text,
      confirmCardNo: text,
      productId: v.optional(id),
      clientId: v.optional(text),
    }),
    output: v.object({
      ...card.entries,
      /** Ours: the name of the account's holder, as the bank gave it; null while a person must decide. */
      holderName: v.nullable(text),
    }),
    refusals: [
      'answers-incomplete',
      'ifsc-unknown',
      'bank-card-exists',
      'bank-card-limit',
      'check-not-available',
      'verification-incomplete',
    ],
  },
} satisfies Endpoints
