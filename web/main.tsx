import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takeTokenFromAddress } from '#web/device/address-token.ts'
import { storedToken } from '#web/device/credentials.ts'
import { awaitInstallPrompt } from '#web/device/install-prompt.ts'
import { activateLanguage } from '#web/locales/i18n.ts'
import { preferredLanguage } from '#web/locales/preferred-language.ts'
import { routes } from '#web/routes.tsx'
import { App } from '#web/shell/App.tsx'
import { fetchLender, restoreLender } from '#web/shell/lender.ts'
import { watchNavigation } from '#web/shell/navigation.ts'
import { countPages } from '#web/ui/back.ts'
import { languageOf } from '#words/language.ts'

const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

/** Hydrates the prerendered page, or renders it. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  takeTokenFromAddress()
  awaitInstallPrompt()
  restoreLender()
  const arrival = watchNavigation()
  countPages()
  if (root.hasChildNodes()) await takeOver(root, arrival)
  else await draw(root)
  const notices = await fetchLender()
  const { startDeferred } = await import('#web/shell/deferred-start.tsx')
  await startDeferred(notices)
}

async function draw(root: HTMLElement): Promise<void> {
  await activateLanguage(preferredLanguage())
  createRoot(root).render(app)
}

/**
 * Hydrates in the language in which the page was prerendered, so that every word matches, then
 * switches to the borrower's. A borrower's page was prerendered without its data, and is hydrated
 * once its data is there.
 */
async function takeOver(root: HTMLElement, arrival: Promise<void>): Promise<void> {
  const page =
    storedToken() === null
      ? undefined
      : routes.find(({ path, access }) => access === 'borrower' && path === location.pathname)
  await page?.Screen.preload().catch(() => undefined)
  const drawn = document.documentElement.lang
  const preferred = preferredLanguage()
  await activateLanguage(languageOf(drawn, []))
  hydrateRoot(root, app)
  if (preferred !== drawn) await arrival
  await activateLanguage(preferred)
}

void start()
