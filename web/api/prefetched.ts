/**
 * An answer that the page asked for by itself, while the app was still on its way: on a slow network it is there when
 * the app is. It is handed over once, to the first call that asks the same for the same borrower.
 */
export type PrefetchedAnswer = {
  readonly url: string
  readonly token: string
  readonly response: Promise<Response>
  readonly giveUp: () => void
}

type Page = { prefetched?: PrefetchedAnswer | undefined }

/** Where the script in the page leaves the answer for the app. */
export function leavePrefetched(answer: PrefetchedAnswer): void {
  ;(globalThis as Page).prefetched = answer
}

/** Whether an answer was asked for early and nobody has taken it. */
export function hasPrefetched(): boolean {
  return (globalThis as Page).prefetched !== undefined
}

/** The answer that was asked for early, where it is one to this request; `signal` gives it up like any other. */
export function takePrefetched(
  url: string,
  { token }: { token?: string },
  signal: AbortSignal,
): Promise<Response> | undefined {
  const page = globalThis as Page
  const early = page.prefetched
  if (early?.url !== url || early.token !== token) return undefined
  page.prefetched = undefined
  signal.addEventListener('abort', early.giveUp)
  return early.response
}
