/**
 * Runs inside the home page before any script file has arrived, and requests the data of the page.
 * The build turns it into a small script inside the page itself.
 */
import { BASE_PATH } from '#contract/path.ts'
import { requestHeaders } from '#web/api/headers.ts'
import { storePrefetched } from '#web/api/prefetched.ts'
import { storedToken } from '#web/device/credentials.ts'
import { keepInstallPrompt } from '#web/device/early-install-prompt.ts'
import { preferredLanguage } from '#web/locales/preferred-language.ts'
import { watchForScript } from '#web/shell/watch-for-app.ts'

const HOME = `${BASE_PATH}/home/v1/index`

/** The app's scripts wait no longer than this for the answer. */
const PATIENCE_MS = 2000

/** Fetches the app's scripts, which the page holds in a template. */
function startApp(): void {
  const template = document.querySelector('#app') as HTMLTemplateElement
  const scripts = document.importNode(template.content, true)
  watchForScript(scripts.querySelector('script') as HTMLScriptElement)
  document.head.append(scripts)
}

keepInstallPrompt()
const token = storedToken()
if (token !== null && location.pathname === '/') {
  const controller = new AbortController()
  const headers = requestHeaders(preferredLanguage())
  const response = fetch(HOME, {
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: controller.signal,
  })
  // The call that takes the answer handles a failure; there may be none yet.
  response.catch(() => undefined)
  // On a slow network the answer would queue behind the scripts, which are far larger.
  const patience = new Promise(resolve => setTimeout(resolve, PATIENCE_MS))
  void Promise.race([response, patience]).then(startApp, startApp)
  storePrefetched({ url: HOME, token, response, giveUp: () => controller.abort() })
} else startApp()
