/** The thread in which PDFs are drawn. */
import { parentPort } from 'node:worker_threads'
import type { Paper } from '#contract/paper.ts'
import type { Language } from '#server/http/call.ts'
import { paperPdf } from '#server/paper-pdf/pdf.ts'

parentPort?.on('message', ({ paper, language }: { readonly paper: Paper; readonly language: Language }) => {
  paperPdf(paper, language).then(
    drawn => parentPort?.postMessage({ drawn }),
    (error: Error) => parentPort?.postMessage({ failed: error.message }),
  )
})
