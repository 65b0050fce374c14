/**
 * A signal that aborts after some time, and with another signal before that. Browsers join signals
 * themselves (`AbortSignal.any`) since iOS 17.4 and Chrome 116 only.
 */
export function abortedAfter(ms: number, signal?: unknown): AbortSignal {
  const ending = new AbortController()
  const end = () => ending.abort()
  setTimeout(end, ms)
  if (signal instanceof AbortSignal) {
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  }
  return ending.signal
}
