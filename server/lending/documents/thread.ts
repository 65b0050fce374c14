import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { LoanDocument } from '#contract/loan-document.ts'
import type { Wish } from '#server/lending/documents/worker.ts'
import { LimitReached } from '#server/platform/http/limits.ts'
import type { Signing } from '#server/platform/signing/signature.ts'
import type { Language } from '#words/language.ts'

/**
 * Drawing takes a quarter of a second, and starting the thread a full one; anything longer is a
 * hang.
 */
const DRAW_MAX_MS = 30_000
/** A longer queue would outlast a borrower's patience. */
const QUEUE_MAX = 50
const TRY_AGAIN_SECONDS = 10

type Answer = { readonly drawn: Uint8Array } | { readonly failed: string }

let worker: Worker | undefined
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a document as a PDF in a separate thread, one after the other, so that other requests are
 * answered meanwhile. The thread is reused and does not keep the process alive; the signing key
 * comes with each document and is not stored. Throws where the queue is full.
 */
export function drawnPdf(
  document: LoanDocument,
  language: Language,
  signing?: Signing,
): Promise<Buffer> {
  if (waiting >= QUEUE_MAX) return Promise.reject(new LimitReached(TRY_AGAIN_SECONDS))
  waiting += 1
  const mine = last.then(() => draw({ document, language, signing }))
  last = mine.catch(() => undefined).finally(() => (waiting -= 1))
  return mine
}

async function draw(wish: Wish): Promise<Buffer> {
  worker ??= new Worker(new URL('./worker.ts', import.meta.url))
  worker.unref()
  const answer = await answerOf(worker, wish)
  if ('drawn' in answer) return Buffer.from(answer.drawn)
  // Its state is unknown: the next document is drawn in a new thread.
  const ending = worker
  worker = undefined
  await ending.terminate()
  throw new Error(answer.failed)
}

async function answerOf(thread: Worker, wish: Wish): Promise<Answer> {
  const aborter = new AbortController()
  const { signal } = aborter
  const answered = once(thread, 'message', { signal }).then(([answer]) => answer as Answer)
  const exited = once(thread, 'exit', { signal }).then(() => ({
    failed: 'The drawing of a document ended unexpectedly.',
  }))
  const late = delay(
    DRAW_MAX_MS,
    { failed: 'The drawing of a document took too long.' },
    { signal, ref: false },
  )
  thread.postMessage(wish)
  return Promise.race([answered, exited, late]).finally(() => aborter.abort())
}
