const LOOK_EVERY_MS = 1000
const WAIT_AT_MOST_MS = 12_000

/** Waits until nothing has been fetched for a second after the page was loaded: on a slow network the page itself comes first. */
export async function whenQuiet(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise(resolve => addEventListener('load', resolve, { once: true }))
  const began = performance.now()
  let seen = -1
  while (performance.now() - began < WAIT_AT_MOST_MS) {
    const fetched = performance.getEntriesByType('resource').length
    if (fetched === seen) return
    seen = fetched
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
