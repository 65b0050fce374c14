/**
 * An answer that the page requested itself while the app was still loading: on a slow network it
 * arrives together with the app. It is handed over once, to the first call with the same request
 * and borrower.
 */
export type PrefetchedAnswer = {
  readonly url: string
  /** Undefined if nobody was signed in. */
  readonly token: string | undefined
  /** The text of a request that has one. */
  readonly body?: string | undefined
  readonly response: Promise<Response>
  readonly giveUp: () => void
}

type Page = { prefetched?: PrefetchedAnswer | undefined }

/** Stores the answer of the page's inline script for the app. */
export function storePrefetched(answer: PrefetchedAnswer): void {
  ;(globalThis as Page).prefetched = answer
}

/** The waiting prefetched answer, for readers that leave it there. */
export function waitingAnswer(): PrefetchedAnswer | undefined {
  return (globalThis as Page).prefetched
}

/** Whether a prefetched answer is waiting. */
export function hasPrefetched(): boolean {
  return (globalThis as Page).prefetched !== undefined
}

/** The prefetched answer if it belongs to this request; `signal` aborts it like any other. */
export function takePrefetched(
  url: string,
  { token }: { token?: string },
  signal: AbortSignal,
  body?: string,
): Promise<Response> | undefined {
  const page = globalThis as Page
  const early = page.prefetched
  if (early?.url !== url || early.token !== token || early.body !== body) return undefined
  page.prefetched = undefined
  signal.addEventListener('abort', early.giveUp)
  return early.response
}
