import * as v from 'valibot'
import { text } from '#contract/wire.ts'

/** The sections of a document: their content, with a table where there is one. */
export const documentSections = v.array(
  v.object({
    title: text,
    rows: v.array(v.object({ label: text, value: text, note: v.nullable(text) })),
    table: v.nullable(v.object({ head: v.array(text), rows: v.array(v.array(text)) })),
  }),
)

/** A Key Facts Statement (RBI/2024-25/18), in the language of the request. */
export const keyFactsStatement = v.object({
  /** Identifies the content of the statement; acknowledging it sends this back. */
  hash: v.string(),
  sections: documentSections,
})

/** SHA-256, in hexadecimal. */
export const keyFactsHash = v.optional(v.pipe(v.string(), v.maxLength(64)))
