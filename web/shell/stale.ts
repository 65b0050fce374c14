const STORED_AS = 'reloaded-at'
/** A second failure within this time is no old version but a broken one: reloading again would go round in circles. */
const AGAIN_AFTER_MS = 60_000

/** What browsers say when a file that the page names is not there: after a release, an open page names the old files. */
const missingFile =
  /dynamically imported module|importing a module script failed|unable to preload|failed to load module/i

export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && missingFile.test(error.message)
}

/** Loads the page anew, once, when a part of it is missing: it is of an older version than the server's. */
export function reloadForNewVersion(error: unknown): void {
  if (!isMissingFile(error) || !navigator.onLine) return
  try {
    const last = Number(sessionStorage.getItem(STORED_AS) ?? 0)
    if (Date.now() - last < AGAIN_AFTER_MS) return
    sessionStorage.setItem(STORED_AS, String(Date.now()))
    location.reload()
  } catch {
    // Without storage it cannot be told whether this is the first time; the failed state offers the reload.
  }
}
