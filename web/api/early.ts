/**
 * An answer that the page asked for by itself, while the app was still on its way: on a slow network it is there when
 * the app is. It is handed over once, to the first call that asks the same for the same borrower.
 */
export type EarlyAnswer = {
  readonly url: string
  readonly token: string
  readonly response: Promise<Response>
  readonly giveUp: () => void
}

type Page = { earlyAnswer?: EarlyAnswer | undefined }

/** Where the script in the page leaves the answer for the app. */
export function leaveEarlyAnswer(answer: EarlyAnswer): void {
  ;(globalThis as Page).earlyAnswer = answer
}

/** Whether an answer was asked for early and nobody has taken it. */
export function hasEarlyAnswer(): boolean {
  return (globalThis as Page).earlyAnswer !== undefined
}

/** The answer that was asked for early, where it is one to this request; `signal` gives it up like any other. */
export function takeEarlyAnswer(
  url: string,
  { token }: { token?: string },
  signal: AbortSignal,
): Promise<Response> | undefined {
  const page = globalThis as Page
  const early = page.earlyAnswer
  if (early?.url !== url || early.token !== token) return undefined
  page.earlyAnswer = undefined
  signal.addEventListener('abort', early.giveUp)
  return early.response
}
