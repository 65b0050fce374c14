export type ToastTone = 'info' | 'bad' | 'good'
export type ToastMessage = {
  id: number
  tone: ToastTone
  text: string
  /** How many page changes it will outlive. */
  pagesAhead: number
}

/** At most this many are seen at once; older ones give way. */
const MAX_SHOWN = 3

let shown: readonly ToastMessage[] = []
let nextId = 1
const listeners = new Set<() => void>()

function publish(messages: readonly ToastMessage[]): void {
  shown = messages
  for (const listener of listeners) listener()
}

/**
 * Says something that has no field of its own. It ends with its page; what is said on the way to another page is still read
 * there, so it outlives as many page changes as `pagesAhead` tells. The same text is not stacked twice.
 */
export function toast(text: string, tone: ToastTone = 'info', pagesAhead = 0): void {
  if (text === '') return
  const message = { id: nextId++, tone, text, pagesAhead }
  publish([...shown.filter(other => other.text !== text), message].slice(-MAX_SHOWN))
}

/** The page is left: whatever was said about it goes. */
export function turnToastPage(): void {
  publish(shown.filter(message => message.pagesAhead-- > 0))
}

/** The next act begins: whatever was said about the one before goes. */
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
