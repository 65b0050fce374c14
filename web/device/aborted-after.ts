/**
 * A signal that aborts after some time, and with another signal before that. Browsers join signals
 * themselves (`AbortSignal.any`) since iOS 17.4 and Chrome 116 only.
 */
export function abortedAfter(ms: number, signal?: AbortSignal): AbortSignal {
  const ending = new AbortController()
  const end = () => ending.abort()
  setTimeout(end, ms)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  return ending.signal
}
