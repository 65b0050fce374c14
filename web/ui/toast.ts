export type ToastTone = 'info' | 'bad' | 'good'
export type ToastMessage = { id: number; tone: ToastTone; text: string }

/** At most this many are seen at once; older ones give way. */
const MAX_SHOWN = 3

let shown: readonly ToastMessage[] = []
let nextId = 1
const listeners = new Set<() => void>()

function publish(messages: readonly ToastMessage[]): void {
  shown = messages
  for (const listener of listeners) listener()
}

/** Says something that has no field of its own. It outlives the page that said it; the same text is not stacked twice. */
export function toast(text: string, tone: ToastTone = 'info'): void {
  if (text === '') return
  const message = { id: nextId++, tone, text }
  publish([...shown.filter(other => other.text !== text), message].slice(-MAX_SHOWN))
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
