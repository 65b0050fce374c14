/**
 * Runs inside the home page before any script file has arrived, and requests what the page will
 * show. The build turns it into a small script inside the page itself.
 */
import { BASE_PATH } from '#contract/path.ts'
import { requestHeaders } from '#web/api/headers.ts'
import { storePrefetched } from '#web/api/prefetched.ts'
import { storedToken } from '#web/device/credentials.ts'
import { preferredLanguage } from '#web/locales/preferred-language.ts'
import { watchForApp } from '#web/shell/watch-for-app.ts'

watchForApp()

const HOME = `${BASE_PATH}/home/v1/index`

const token = storedToken()
if (token !== null && location.pathname === '/') {
  const giving = new AbortController()
  const headers = requestHeaders(preferredLanguage())
  const response = fetch(HOME, {
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: giving.signal,
  })
  // The call that takes the answer handles a failure; there may be none yet.
  response.catch(() => undefined)
  storePrefetched({ url: HOME, token, response, giveUp: () => giving.abort() })
}
