/** Runs before each file of component tests: the page's network is the stubs, and no test leaves anything to the next. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { noteAnswer } from '#web/device/connection.ts'
import { clearCredentials } from '#web/device/credentials.ts'
import { activateLanguage } from '#web/locales/i18n.ts'
import { violations } from '#web/testing/axe.ts'
import { takeFromNavigator } from '#web/testing/device.ts'
import { answerOf, takeFaults } from '#web/testing/server.ts'
import { removeStubs } from '#web/testing/stub.ts'
import { endToasts } from '#web/ui/toast.ts'
import type { Values } from '#words/messages.ts'

type HappyDom = {
  readonly settings: {
    readonly navigation: { disableMainFrameNavigation: boolean; disableFallbackToSetURL: boolean }
    readonly fetch: {
      interceptor: {
        beforeAsyncRequest: (window: { request: Request }) => Promise<Response>
      } | null
    }
  }
}

const { happyDOM } = globalThis as unknown as { happyDOM: HappyDom }
// The click of a link that leads out of the app, or saves a file, leaves the page where it is.
Object.assign(happyDOM.settings.navigation, {
  disableMainFrameNavigation: true,
  disableFallbackToSetURL: true,
})
happyDOM.settings.fetch.interceptor = {
  beforeAsyncRequest: ({ request }) => answerOf(request),
}

configure({
  // A busy machine loads a page's code slowly; a wait ends as soon as it is there.
  asyncUtilTimeout: 5_000,
  // Finds names in everything drawn: happy-dom has no layout that could hide an element.
  defaultHidden: true,
  getElementError: message => new Error(`${message}\nThe page shows: ${document.body.textContent}`),
})

/** The arguments without a value: a sentence on the page has a gap in their place. */
const gaps = new Set<string>()
const noteGaps = (values: Values): Values =>
  new Proxy(values, {
    get(target, name: string) {
      if (target[name] === undefined) gaps.add(name)
      return target[name]
    },
  })
vi.mock('#words/messages.ts', async load => {
  const messages = await load<typeof import('#words/messages.ts')>()
  const fill: typeof messages.fill = (message, values, language) =>
    messages.fill(message, noteGaps(values), language)
  return { ...messages, fill }
})

beforeEach(() => {
  takeFaults()
  gaps.clear()
})

afterEach(async () => {
  vi.useRealTimers()
  const inaccessible = await violations()
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  removeStubs()
  takeFromNavigator()
  clearCredentials()
  localStorage.clear()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
  noteAnswer(true)
  endToasts()
  await activateLanguage('en')
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`calls of the test: ${faults.join(', ')}`)
  if (gaps.size > 0) throw new Error(`sentences without a value for: ${[...gaps].join(', ')}`)
  if (inaccessible.length > 0) throw new Error(`axe: ${inaccessible.join('\n')}`)
})
