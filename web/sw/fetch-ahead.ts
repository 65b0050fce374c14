/** Concurrent fetches; more would slow down the page. */
const STREAMS = 4

/**
 * Fetches files into the browser's own cache, a few at a time and after everything else, unless the
 * worker stores them already. A file that does not arrive is fetched when it is needed.
 */
export async function fetchAhead(
  files: readonly string[],
  isStored = async (file: string) => (await caches.match(file)) !== undefined,
  fetchFile: typeof fetch = fetch,
): Promise<void> {
  const waiting = files.values()
  const stream = async () => {
    for (const file of waiting) {
      if (await isStored(file)) continue
      await fetchFile(file, { priority: 'low' })
        .then(response => response.arrayBuffer())
        .catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: STREAMS }, stream))
}
