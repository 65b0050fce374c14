import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { StatedError } from '#server/platform/stated-error.ts'
import type { FaceBusy, FaceCheck, FacePictures, FacePort } from '#server/providers/face/port.ts'

/**
 * A check takes a tenth of a second, and starting the thread half of one; on a busy machine both took
 * half a minute. Anything longer than this is a hang.
 */
const CHECK_MAX_MS = 120_000
/** A borrower waits for one answer this long; the page then sends the picture again. */
const PATIENCE_MS = 20_000
const TRY_AGAIN_SECONDS = 5
/** After this idle time the thread ends, to free its memory: longer than a borrower takes for a step. */
const IDLE_MS = 300_000
/** A longer queue would outlast a borrower's patience. */
const QUEUE_MAX = 20

export type EmbeddedFaceCheck = FacePort & { readonly close: () => Promise<void> }

type Answer = { readonly result: FaceCheck } | { readonly failed: StatedError }
type Limits = {
  readonly idleMs?: number
  readonly patienceMs?: number
  /** The program of the thread. */
  readonly program?: URL
}

const BUSY: FaceBusy = { state: 'busy', waitSeconds: TRY_AGAIN_SECONDS }

/**
 * Checks faces on this machine, in a separate thread: one picture at a time, so that memory stays
 * bounded and other requests are answered meanwhile. A picture that is not checked in time is busy,
 * and the thread goes on: the same picture finds its models loaded later. Throws where the models
 * failed.
 */
export function embeddedFaceCheck(limits: Limits = {}): EmbeddedFaceCheck {
  const { idleMs = IDLE_MS, patienceMs = PATIENCE_MS, program = THREAD } = limits
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

  /** The thread, which loads the models as it starts. */
  function thread(): Worker {
    clearTimeout(idle)
    worker ??= new Worker(program)
    return worker
  }

  function rest(): void {
    clearTimeout(idle)
    idle = setTimeout(end, idleMs).unref()
  }

  async function checkNow(pictures: FacePictures): Promise<FaceCheck> {
    try {
      const answer = await answerOf(thread(), pictures)
      if ('failed' in answer) throw answer.failed
      return answer.result
    } catch (error) {
      // Its state is unknown: the next check begins in a new thread.
      await end()
      throw error
    } finally {
      rest()
    }
  }

  return {
    asksForBlink: true,
    prepare() {
      thread().unref()
      if (waiting === 0) rest()
    },
    check(pictures) {
      if (waiting >= QUEUE_MAX) return Promise.resolve(BUSY)
      waiting += 1
      const patience = new AbortController()
      const mine = last.then(async () => (patience.signal.aborted ? BUSY : checkNow(pictures)))
      last = mine.catch(() => undefined).finally(() => (waiting -= 1))
      return inTime(mine, patience, patienceMs)
    },
    async close() {
      await last
      await end()
    },
  }
}

const THREAD = new URL('./worker.ts', import.meta.url)

/** Busy where the answer takes too long; a picture whose turn comes later is not checked any more. */
async function inTime(
  answer: Promise<FaceCheck | FaceBusy>,
  patience: AbortController,
  patienceMs: number,
): Promise<FaceCheck | FaceBusy> {
  const timer = setTimeout(() => patience.abort(), patienceMs).unref()
  const late = once(patience.signal, 'abort').then(() => BUSY)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

async function answerOf(worker: Worker, pictures: FacePictures): Promise<Answer> {
  const settling = new AbortController()
  const { signal } = settling
  const verdict = once(worker, 'message', { signal }).then(([{ result }]): Answer => {
    return result ? { result } : { failed: StatedError.of('The face models failed.') }
  })
  const exited = once(worker, 'exit', { signal }).then(() => ({
    failed: StatedError.of('The face check ended unexpectedly.'),
  }))
  const late = delay(
    CHECK_MAX_MS,
    { failed: StatedError.of('The face check took too long.') },
    { signal, ref: false },
  )
  worker.postMessage(pictures)
  return Promise.race([verdict, exited, late]).finally(() => settling.abort())
}
