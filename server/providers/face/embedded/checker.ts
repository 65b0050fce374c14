import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FaceCheck, FacePictures, FacePort } from '#server/providers/face/port.ts'

/**
 * A check takes a tenth of a second, and starting the thread half of one; anything longer is a
 * hang.
 */
const CHECK_MAX_MS = 30_000
/** After this idle time the thread ends, to free its memory. */
const IDLE_MS = 60_000
/** A longer queue would outlast a borrower's patience. */
const QUEUE_MAX = 20

export type EmbeddedFaceCheck = FacePort & { readonly close: () => Promise<void> }

type Answer = { readonly found: FaceCheck } | { readonly failed: string }

/**
 * Checks faces on this machine, in a separate thread: one picture at a time, so that memory stays
 * bounded and other requests are answered meanwhile. Throws where the queue is full, or where the
 * models failed.
 */
export function embeddedFaceCheck({ idleMs = IDLE_MS } = {}): EmbeddedFaceCheck {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  async function checkNow(pictures: FacePictures): Promise<FaceCheck> {
    clearTimeout(idle)
    worker ??= new Worker(new URL('./worker.ts', import.meta.url))
    try {
      const answer = await answerOf(worker, pictures)
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.found
    } catch (error) {
      // Its state is unknown: the next check begins in a new thread.
      await end()
      throw error
    } finally {
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    asksForBlink: true,
    check(pictures) {
      if (waiting >= QUEUE_MAX)
        return Promise.reject(new Error('Too many faces wait to be checked.'))
      waiting += 1
      const mine = last.then(() => checkNow(pictures))
      last = mine.catch(() => undefined).finally(() => (waiting -= 1))
      return mine
    },
    async close() {
      await last
      await end()
    },
  }
}

async function answerOf(worker: Worker, pictures: FacePictures): Promise<Answer> {
  const settling = new AbortController()
  const { signal } = settling
  const verdict = once(worker, 'message', { signal }).then(([answer]) => answer as Answer)
  const exited = once(worker, 'exit', { signal }).then(() => ({
    failed: 'The face check ended unexpectedly.',
  }))
  const late = delay(
    CHECK_MAX_MS,
    { failed: 'The face check took too long.' },
    { signal, ref: false },
  )
  worker.postMessage(pictures)
  return Promise.race([verdict, exited, late]).finally(() => settling.abort())
}
