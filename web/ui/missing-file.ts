const STORED_AS = 'reloaded-at'
/**
 * After a second failure within this time the page is broken rather than old, and reloading would
 * loop.
 */
const AGAIN_AFTER_MS = 60_000

/** The errors of browsers about a missing script: after a release, an open page still names the old files. */
const missingFile =
  /dynamically imported module|importing a module script failed|unable to preload|failed to load module/i

export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && missingFile.test(error.message)
}

export async function isReached(): Promise<boolean> {
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok === true
}

/**
 * Reloads the page if the server answers: otherwise the browser would show its own error page,
 * which leads nowhere. `isAgain` when the borrower asks for it.
 */
export async function reloadIfReached(isAgain = false): Promise<void> {
  if ((await isReached()) && (isAgain || isFirstReload())) location.reload()
}

/** Whether this is the first reload; false without storage, which would remember another. */
function isFirstReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(STORED_AS) ?? 0)
    sessionStorage.setItem(STORED_AS, String(Date.now()))
    return Date.now() - last >= AGAIN_AFTER_MS
  } catch {
    return false
  }
}
