import { cleanup, render } from '@testing-library/react'
import { storeCredentials } from '#web/device/credentials.ts'
import { App } from '#web/shell/App.tsx'
import { loadRoutes } from '#web/shell/known-routes.ts'
import { settle } from '#web/testing/page.ts'

export const TOKEN = 'token-of-the-test'
export const PHONE = '919876543210'

/**
 * Draws the whole app at an address, signed in unless it is opened as a visitor. Its code and words
 * are loaded before it is drawn, so a test waits for answers alone.
 */
export async function open(address: string, as: 'borrower' | 'visitor' = 'borrower') {
  history.replaceState(null, '', address)
  cleanup()
  if (as === 'borrower') storeCredentials({ token: TOKEN, phone: PHONE })
  const routes = await loadRoutes()
  const here = routes.find(({ path }) =>
    new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(location.pathname),
  )
  await here?.Screen.preload()
  await settle(() => render(<App />))
}

/** Leads the open app to another address, as its own links do. */
export async function visit(address: string): Promise<void> {
  await settle(() => history.pushState(null, '', address))
}
