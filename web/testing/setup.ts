/** Runs before each file of component tests: the page's network is the stubs, and no test leaves anything to the next. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { noteAnswer } from '#web/device/connection.ts'
import { clearCredentials } from '#web/device/credentials.ts'
import { activateLanguage } from '#web/locales/i18n.ts'
import { answerOf, takeUnstubbed } from '#web/testing/server.ts'
import { removeStubs } from '#web/testing/stub.ts'
import { endToasts } from '#web/ui/toast.ts'

type HappyDom = {
  readonly settings: {
    readonly fetch: {
      interceptor: {
        beforeAsyncRequest: (asked: { request: Request }) => Promise<Response>
      } | null
    }
  }
}

const { happyDOM } = globalThis as unknown as { happyDOM: HappyDom }
happyDOM.settings.fetch.interceptor = {
  beforeAsyncRequest: ({ request }) => answerOf(request),
}

configure({
  // A busy machine loads a page's code slowly; what is there is found at once.
  asyncUtilTimeout: 10_000,
  // Names are looked for in all that is drawn: happy-dom has no layout that could hide it.
  defaultHidden: true,
  getElementError: message => new Error(`${message}\nThe page shows: ${document.body.textContent}`),
})

beforeEach(() => takeUnstubbed())

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  removeStubs()
  clearCredentials()
  localStorage.clear()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
  noteAnswer(true)
  endToasts()
  await activateLanguage('en')
  const names = takeUnstubbed()
  if (names.length > 0) throw new Error(`calls without a stub: ${names.join(', ')}`)
})
