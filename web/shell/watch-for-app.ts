/** The app may take this long on a slow network before the page offers to load it again. */
const PATIENCE_MS = 30_000

type Page = { hasAppStarted?: boolean }

/** Called by the app when it runs. */
export function noteAppStarted(): void {
  ;(globalThis as Page).hasAppStarted = true
  const notice = document.getElementById('app-missing')
  if (notice) notice.hidden = true
}

/**
 * Shows the notice of a prerendered page that the app, or a part of it that the page needs, did not
 * arrive. Its button loads the page again.
 */
export function showAppMissing(): void {
  const notice = document.getElementById('app-missing') as HTMLElement
  notice.hidden = false
  notice.getElementsByTagName('button')[0]?.addEventListener('click', () => location.reload())
}

/** Shows that notice if this script, the first of the app, does not arrive. */
export function watchForScript(script: HTMLScriptElement): void {
  setTimeout(() => (globalThis as Page).hasAppStarted || showAppMissing(), PATIENCE_MS)
  script.addEventListener('error', showAppMissing)
}

/** For a script in the page: shows the notice if the app does not arrive. */
export function watchForApp(): void {
  const look = () => (globalThis as Page).hasAppStarted || showAppMissing()
  setTimeout(look, PATIENCE_MS)
  // After this event every script of the page has run, or has failed.
  addEventListener('load', look)
}
