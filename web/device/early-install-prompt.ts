/**
 * The install prompt that the browser offered while home's scripts were still waiting: it is offered
 * once, so the page keeps it for the app.
 */
type Page = { installPrompt?: Event | undefined }
const page = globalThis as Page

/** Keeps the prompt from now on. Called by the page itself. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    page.installPrompt = event
  })
}

/** Returns the prompt that the page kept, if there is one. */
export function keptInstallPrompt(): Event | undefined {
  return page.installPrompt
}
