export type ToastTone = 'info' | 'bad' | 'good'
/** The act that a toast offers. */
export type ToastAct = { readonly label: string; readonly run: () => void }
export type ToastMessage = {
  id: number
  tone: ToastTone
  text: string
  /** The number of page changes that it survives. */
  pagesAhead: number
  act?: ToastAct | undefined
}

/** At most this many are shown at once; the oldest are dropped. */
const MAX_SHOWN = 3

let shown: readonly ToastMessage[] = []
let nextId = 1
const listeners = new Set<() => void>()

function publish(messages: readonly ToastMessage[]): void {
  shown = messages
  for (const listener of listeners) listener()
}

/**
 * Shows a message that has no field of its own. It ends with its page; a message shown before going
 * to another page survives `pagesAhead` page changes. The same text is shown only once.
 */
export function toast(
  text: string,
  tone: ToastTone = 'info',
  pagesAhead = 0,
  act?: ToastAct,
): void {
  if (text === '') return
  const message = { id: nextId++, tone, text, pagesAhead, act }
  publish([...shown.filter(other => other.text !== text), message].slice(-MAX_SHOWN))
}

/** Ends the page's toasts when the borrower leaves it. */
export function turnToastPage(): void {
  publish(shown.filter(message => message.pagesAhead-- > 0))
}

/** Ends all toasts when the next action begins. */
export function endToasts(): void {
  publish([])
}

export function dismissToast(id: number): void {
  publish(shown.filter(message => message.id !== id))
}

export function shownToasts(): readonly ToastMessage[] {
  return shown
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
