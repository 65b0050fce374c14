/**
 * The product's own card reader: it needs no vendor and no network, and reads one picture at a time
 * in a separate process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CleanPicture } from '#server/platform/files/re-encode.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import type {
  AadhaarFront,
  CardReading,
  DocumentPort,
  OnProgress,
  PanCard,
  StartedReading,
} from '#server/providers/document/port.ts'
import type { ReadingReport, ReadingTask } from '#server/providers/document/reading-process.ts'

const PROGRAM = fileURLToPath(new URL('./reading-process.ts', import.meta.url))
/** Pictures that may wait while one is read. */
const WAITING_MAX = 8
/** The duration of a reading that has to search for the angle. */
const USUAL_SECONDS = 5
/** The process ends after this idle time, to free its memory. */
const IDLE_MS = 60_000
/** A reading that neither goes on nor works for this long is ended (watch-work.ts). */
const SILENCE_MAX_MS = 45_000

type Job = {
  readonly kind: ReadingTask['kind']
  readonly bytes: Uint8Array
  readonly onProgress: OnProgress
  readonly resolve: (reading: CardReading<never>) => void
  readonly reject: (error: Error) => void
}
type Limits = {
  readonly maxWaiting?: number
  readonly idleMs?: number
  readonly maxSilenceMs?: number
  /** The program of the process. */
  readonly program?: string
}

/** Starts the process with the first picture. */
export function cardReader(limits: Limits = {}): DocumentPort {
  const queue = readingQueue(limits)
  const enqueue = <Card>(
    kind: ReadingTask['kind'],
    { bytes }: CleanPicture,
    onProgress: OnProgress,
  ): StartedReading<Card> => {
    const waitSeconds = queue.waitSeconds()
    if (waitSeconds > 0) return { state: 'busy', waitSeconds }
    const reading = new Promise<CardReading<Card>>((resolve, reject) =>
      queue.add({ kind, bytes, onProgress, resolve, reject }),
    )
    return { state: 'started', reading }
  }
  return {
    readAadhaarFront: (picture, onProgress) =>
      enqueue<AadhaarFront>('aadhaarFront', picture, onProgress),
    readPanCard: (picture, onProgress) => enqueue<PanCard>('pan', picture, onProgress),
    close: async () => queue.close(),
  }
}

function readingQueue(limits: Limits) {
  const {
    maxWaiting = WAITING_MAX,
    idleMs = IDLE_MS,
    maxSilenceMs = SILENCE_MAX_MS,
    program = PROGRAM,
  } = limits
  const waiting: Job[] = []
  let current: { readonly id: number; readonly job: Job } | undefined
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let lastId = 0

  const end = () => {
    child?.removeAllListeners()
    child?.kill('SIGKILL')
    child = undefined
  }
  const settle = (finish: (job: Job) => void) => {
    const job = current?.job
    current = undefined
    if (job) finish(job)
    next()
  }
  const fail = (why: StatedError) => {
    end()
    settle(job => job.reject(why))
  }
  const awaitProgress = () => {
    clearTimeout(timer)
    timer = setTimeout(() => fail(StatedError.of('a reading made no progress')), maxSilenceMs)
  }
  const hear = (report: ReadingReport) => {
    if (report.id !== current?.id) return
    if ('percent' in report) {
      awaitProgress()
      return current.job.onProgress(report.percent)
    }
    if ('failure' in report) return fail(StatedError.of('a card could not be read'))
    settle(job => job.resolve(report.reading as CardReading<never>))
  }
  const started = () => {
    if (child) return child
    child = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
    })
    // An idle child must not keep the server alive; during a reading the timer below does.
    child.unref()
    child.channel?.unref()
    child.on('message', report => hear(report as ReadingReport))
    child.on('error', () => fail(StatedError.of('the reading process failed')))
    child.on('exit', () => fail(StatedError.of('the reading process ended')))
    return child
  }
  function next(): void {
    clearTimeout(timer)
    const job = waiting.shift()
    if (!job) {
      timer = setTimeout(end, idleMs).unref()
      return
    }
    lastId += 1
    current = { id: lastId, job }
    awaitProgress()
    const task: ReadingTask = { id: lastId, kind: job.kind, bytes: job.bytes }
    started().send(task)
  }
  return {
    waitSeconds: () => (waiting.length >= maxWaiting ? waiting.length * USUAL_SECONDS : 0),
    add: (job: Job) => {
      waiting.push(job)
      if (!current) next()
    },
    close: () => {
      clearTimeout(timer)
      const open = [...waiting.splice(0), ...(current ? [current.job] : [])]
      current = undefined
      end()
      for (const job of open) job.resolve({ state: 'unclear', reason: 'interrupted' })
    },
  }
}
