import * as v from 'valibot'
import { text } from '#contract/wire.ts'

/** The parts of a document: what stands in each, and a table where it has one. */
export const documentSections = v.array(
  v.object({
    title: text,
    rows: v.array(v.object({ label: text, value: text, note: v.nullable(text) })),
    table: v.nullable(v.object({ head: v.array(text), rows: v.array(v.array(text)) })),
  }),
)

/** A Key Facts Statement (RBI/2024-25/18), in the language of the request. */
export const keyFactsStatement = v.object({
  /** Names what the statement says; whoever acknowledges it sends it back. */
  hash: v.string(),
  sections: documentSections,
})

/** SHA-256, in hexadecimal. */
export const keyFactsHash = v.optional(v.pipe(v.string(), v.maxLength(64)))
