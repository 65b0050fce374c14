import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { indiaDay, instant, text, whole } from '#contract/wire.ts'
import { MANDATE_PURPOSES, OPTIONAL_PURPOSES, PAGE_PURPOSES } from '#domain/accounts/consent.ts'
import { DATA_KINDS } from '#domain/privacy/retention.ts'
import { LOOK_PARTS, LOOK_ROLES, LOOK_WHYS } from '#domain/staff/look.ts'
import { LANGUAGES } from '#words/language.ts'

/** `record`: data erased everywhere except in the archive for the law, which sets its last day. */
const kind = v.picklist([...DATA_KINDS, 'record'])
const purpose = v.picklist([...PAGE_PURPOSES, ...OPTIONAL_PURPOSES, ...MANDATE_PURPOSES])
/** The kinds that can be erased separately; optional consents are withdrawn by their own call. */
const ERASABLE = [
  'basic',
  'work',
  'identity',
  'pictures',
  'contacts',
  'bank-account',
  'notifications',
  'feedback',
] as const

const overview = v.object({
  items: v.array(
    v.object({
      kind,
      since: instant,
      /**
       * The reason why it is still stored: a loan in progress, a law, its own period, or the open
       * account.
       */
      because: v.picklist(['loan', 'law', 'period', 'account']),
      law: v.nullable(v.picklist(['pmla', 'companies-act', 'wait'])),
      /** The last day of storage; null if it depends on the borrower or on the loan. */
      keptUntil: v.nullable(indiaDay),
      /** The effect that erasing would have on it today. */
      erasure: v.picklist(['at-once', 'sealed-away', 'after-the-loan', 'kept-by-law']),
    }),
  ),
  /** Every consent ever given, oldest first, with the words that were on the page. */
  consents: v.array(
    v.object({
      purpose,
      textVersion: text,
      language: v.picklist(LANGUAGES),
      words: v.string(),
      givenAt: instant,
      withdrawnAt: v.nullable(instant),
    }),
  ),
  /**
   * The looks of the lender's people at the borrower's data, with their reasons, newest first
   * (decision 56); those of a day that read alike count as one.
   */
  looks: v.array(
    v.object({
      at: instant,
      role: v.picklist(LOOK_ROLES),
      part: v.picklist(LOOK_PARTS),
      why: v.picklist(LOOK_WHYS),
      count: whole,
    }),
  ),
  /** Erasing everything closes the account, because nothing has to be kept. */
  closesAccount: v.boolean(),
})

export const ownData = {
  overview: {
    does: 'What is stored about the borrower, why and until when, and all consents.',
    method: 'GET',
    path: '/own-data/v1/overview',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: overview,
    refusals: [],
    ours: true,
  },
  download: {
    does: 'Everything that is stored about the borrower, decrypted, for download.',
    method: 'POST',
    path: '/own-data/v1/download',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({
      madeAt: instant,
      /**
       * Each kind with its parts, each part with its fields, in the order in which a person would
       * read them.
       */
      sections: v.array(
        v.object({
          kind,
          parts: v.array(v.array(v.object({ field: text, label: text, value: v.string() }))),
        }),
      ),
      pictures: v.array(
        v.object({
          kind: v.picklist(['pictures', 'feedback']),
          mediaType: text,
          takenAt: instant,
          base64: v.string(),
        }),
      ),
      consents: overview.entries.consents,
    }),
    refusals: [],
    ours: true,
  },
  erase: {
    does: 'Erases one kind of data, or everything that no loan needs and no law keeps; withdraws the consents given for it.',
    method: 'POST',
    path: '/own-data/v1/erase',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ what: v.picklist(['everything', ...ERASABLE]) }),
    output: v.object({ isAccountClosed: v.boolean() }),
    refusals: ['needed-for-loan'],
    ours: true,
  },
} satisfies Endpoints
