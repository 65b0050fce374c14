import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { indiaDay, instant, text } from '#contract/wire.ts'
import { OPTIONAL_PURPOSES, PAGE_PURPOSES } from '#domain/privacy/consent.ts'
import { DATA_KINDS } from '#domain/privacy/retention.ts'
import { LANGUAGES } from '#words/language.ts'

/** `record`: what was erased for everybody but the law, which names its day. */
const kind = v.picklist([...DATA_KINDS, 'record'])
const purpose = v.picklist([...PAGE_PURPOSES, ...OPTIONAL_PURPOSES])
/** What can be erased by itself; the optional consents are taken back in their own call. */
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
      /** Why it is still here: a loan under way, a law, its own period, or that the account is open. */
      because: v.picklist(['loan', 'law', 'period', 'account']),
      law: v.nullable(v.picklist(['pmla', 'companies-act', 'wait'])),
      /** The last day of the keeping; null where it depends on the borrower or on the loan. */
      keptUntil: v.nullable(indiaDay),
      /** What erasing would do to it today. */
      erasure: v.picklist(['at-once', 'sealed-away', 'after-the-loan', 'kept-by-law']),
    }),
  ),
  /** Every agreement there ever was, oldest first, with the words that stood on the page. */
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
  /** Erasing everything closes the account, since nothing has to be kept. */
  closesAccount: v.boolean(),
})

export const ownData = {
  overview: {
    does: 'What is held of the borrower, why and until when, and everything that they agreed to.',
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
    does: 'Everything that is held of the borrower, opened: for taking it along.',
    method: 'POST',
    path: '/own-data/v1/download',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({
      madeAt: instant,
      /** Each kind with its parts, each part with its fields, in the order in which a person would read them. */
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
    does: 'Erases one kind of what is held, or everything that no loan needs and no law keeps; takes back what was agreed to with it.',
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
