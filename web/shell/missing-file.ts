const STORED_AS = 'reloaded-at'
/**
 * After a second failure within this time the page is broken rather than old, and reloading would
 * loop.
 */
const AGAIN_AFTER_MS = 60_000

/**
 * What browsers report when a script is missing: after a release, an open page still names the old
 * files.
 */
const missingFile =
  /dynamically imported module|importing a module script failed|unable to preload|failed to load module/i

export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && missingFile.test(error.message)
}

/**
 * Reloads the page, once, when one of its files is missing, because it is older than the server's
 * version.
 */
export function reloadForNewVersion(error: unknown): void {
  if (!isMissingFile(error) || !navigator.onLine) return
  try {
    const last = Number(sessionStorage.getItem(STORED_AS) ?? 0)
    if (Date.now() - last < AGAIN_AFTER_MS) return
    sessionStorage.setItem(STORED_AS, String(Date.now()))
    location.reload()
  } catch {
    // Without storage nothing shows whether this is the first time; the failed state offers to
    // reload.
  }
}
