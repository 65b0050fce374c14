/** The thread that draws PDFs. */
import { parentPort } from 'node:worker_threads'
import type { LoanDocument } from '#contract/loan-document.ts'
import { documentPdf } from '#server/lending/documents/pdf.ts'
import type { Signing } from '#server/platform/signing/signature.ts'
import type { Language } from '#words/language.ts'

/** A document to draw, and the key to sign it with, if any. */
export type Wish = {
  readonly document: LoanDocument
  readonly language: Language
  readonly signing: Signing | undefined
}

parentPort?.on('message', ({ document, language, signing }: Wish) => {
  documentPdf(document, language, signing).then(
    drawn => parentPort?.postMessage({ drawn }),
    (error: Error) => parentPort?.postMessage({ failed: error.message }),
  )
})
