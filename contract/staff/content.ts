import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { indiaDay, instant, isWellFormed, text, whole } from '#contract/wire.ts'
import { CONTENT_ITEMS, CONTENT_KINDS } from '#domain/content.ts'
import { inEachLanguage } from '#words/language.ts'

/** Longer than a text may be, so that the gate can say so. */
const TYPED_CHARS_MAX = 4_000
/** Half a surrogate pair is no text, and PostgreSQL stores none. */
const typed = v.pipe(
  v.string(),
  v.maxLength(TYPED_CHARS_MAX),
  v.excludes('\0'),
  v.check(isWellFormed, 'Half a character is no text.'),
)

export const contentItem = v.picklist(CONTENT_ITEMS)
/** A text in every language. A text without a title of its own has an empty one. */
export const contentTexts = v.strictObject(
  inEachLanguage(() => v.strictObject({ title: typed, body: typed })),
)
/** A text as it was stored: a language that was added since is missing. */
const storedTexts = v.record(v.string(), v.object({ title: v.string(), body: v.string() }))
const wording = v.object({
  fromDay: indiaDay,
  /** The last day of a notice. */
  untilDay: v.nullable(indiaDay),
  /** Null: the program's text holds, or none. */
  texts: v.nullable(storedTexts),
  href: v.nullable(text),
})

/** Texts that the lender cannot edit: they change with a release. */
export const RELEASED_AREAS = ['feedback', 'legal', 'messages'] as const

export const staffContent = {
  list: {
    does: 'The texts that the lender may word, with what holds today and what is proposed.',
    method: 'GET',
    path: '/staff/v1/content',
    auth: { staff: 'content:read' },
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      today: indiaDay,
      items: v.array(
        v.object({
          item: contentItem,
          kind: v.picklist(CONTENT_KINDS),
          /** Its title in English; empty while it has none. */
          title: v.string(),
          /** The version of the lender's that holds today; null for the program's text, or none. */
          version: v.nullable(whole),
          /** The day on which a newer version begins. */
          changesOn: v.nullable(indiaDay),
          isProposed: v.boolean(),
        }),
      ),
    }),
    refusals: [],
    ours: true,
  },
  open: {
    does: "One text: the program's own, the placeholders it may have, what is proposed, and every version.",
    method: 'GET',
    path: '/staff/v1/content/open',
    auth: { staff: 'content:read' },
    sends: 'query',
    input: v.strictObject({ item: contentItem }),
    output: v.object({
      item: contentItem,
      today: indiaDay,
      given: v.record(v.string(), v.object({ title: v.string(), body: v.string() })),
      /** The present value of each placeholder, by language. */
      placeholders: v.array(v.object({ name: text, values: v.record(v.string(), v.string()) })),
      proposed: v.nullable(
        v.object({ ...wording.entries, proposedBy: text, proposedAt: instant, why: text }),
      ),
      versions: v.array(
        v.object({
          ...wording.entries,
          version: whole,
          isInEffect: v.boolean(),
          proposedBy: text,
          decidedBy: text,
          madeAt: instant,
          why: text,
        }),
      ),
    }),
    refusals: [],
    ours: true,
  },
  released: {
    does: 'The texts that change with a release alone: topics of feedback, legal texts, or messages.',
    method: 'GET',
    path: '/staff/v1/content/released',
    auth: { staff: 'content:read' },
    sends: 'query',
    input: v.strictObject({ area: v.picklist(RELEASED_AREAS) }),
    output: v.array(
      v.object({
        id: text,
        channel: v.nullable(v.picklist(['sms', 'push'])),
        texts: v.record(
          v.string(),
          v.object({
            text: v.string(),
            /** The operators' registration number of a text message; null where it has none. */
            template: v.nullable(text),
          }),
        ),
      }),
    ),
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
