/** The thread that draws PDFs. */
import { parentPort } from 'node:worker_threads'
import type { Paper } from '#contract/paper.ts'
import { paperPdf } from '#server/lending/papers/pdf.ts'
import type { Signing } from '#server/platform/signing/signature.ts'
import type { Language } from '#words/language.ts'

/** A document to draw, and the key to sign it with, if any. */
export type Wish = {
  readonly paper: Paper
  readonly language: Language
  readonly signing: Signing | undefined
}

parentPort?.on('message', ({ paper, language, signing }: Wish) => {
  paperPdf(paper, language, signing).then(
    drawn => parentPort?.postMessage({ drawn }),
    (error: Error) => parentPort?.postMessage({ failed: error.message }),
  )
})
