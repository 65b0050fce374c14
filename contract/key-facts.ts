import * as v from 'valibot'
import { text } from '#contract/wire.ts'

/** A Key Facts Statement (RBI/2024-25/18), in the language of the request. */
export const keyFactsStatement = v.object({
  /** Names what the statement says; whoever acknowledges it sends it back. */
  hash: v.string(),
  sections: v.array(
    v.object({
      title: text,
      rows: v.array(v.object({ label: text, value: text, note: v.nullable(text) })),
      table: v.nullable(v.object({ head: v.array(text), rows: v.array(v.array(text)) })),
    }),
  ),
})

/** SHA-256, in hexadecimal. */
export const keyFactsHash = v.optional(v.pipe(v.string(), v.maxLength(64)))
