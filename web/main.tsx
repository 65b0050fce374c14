import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takeTokenFromAddress } from '#web/device/address-token.ts'
import { awaitInstallPrompt } from '#web/device/install-prompt.ts'
import { activateLanguage, preferredLanguage } from '#web/locales/i18n.ts'
import { App } from '#web/shell/App.tsx'
import { watchNavigation } from '#web/shell/arrival.ts'
import { askForLender, recallLender } from '#web/shell/lender.ts'
import { countPages } from '#web/ui/back.ts'

const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

/** Takes over the page that was drawn at build time, or draws it. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  takeTokenFromAddress()
  awaitInstallPrompt()
  recallLender()
  watchNavigation()
  countPages()
  if (root.hasChildNodes()) await takeOver(root)
  else await draw(root)
  const told = await askForLender()
  const { startCompanion } = await import('#web/shell/companion.tsx')
  await startCompanion(told)
}

async function draw(root: HTMLElement): Promise<void> {
  await activateLanguage(preferredLanguage())
  createRoot(root).render(app)
}

/** First in the language in which the page was drawn, so that every word is the same; then in the borrower's. */
async function takeOver(root: HTMLElement): Promise<void> {
  await activateLanguage(document.documentElement.lang === 'hi' ? 'hi' : 'en')
  hydrateRoot(root, app)
  await activateLanguage(preferredLanguage())
}

void start()
