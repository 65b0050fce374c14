import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takeTokenFromAddress } from '#web/device/address-token.ts'
import { storedToken } from '#web/device/credentials.ts'
import { awaitInstallPrompt } from '#web/device/install-prompt.ts'
import { firstRoutes, type Route } from '#web/first-routes.tsx'
import { activateLanguage } from '#web/locales/i18n.ts'
import { preferredLanguage } from '#web/locales/preferred-language.ts'
import { endEarlyHome, isHomeDrawn } from '#web/screens/home/early.ts'
import { hasEarlySignIn, takeOverSignIn } from '#web/screens/login/early.ts'
import { App } from '#web/shell/App.tsx'
import { loadRoutes } from '#web/shell/known-routes.ts'
import { fetchLender, restoreLender } from '#web/shell/lender.ts'
import { watchNavigation } from '#web/shell/navigation.ts'
import { noteAppStarted, showAppMissing } from '#web/shell/watch-for-app.ts'
import { countPages } from '#web/ui/back.ts'
import { type Language, languageOf } from '#words/language.ts'

const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

/** Hydrates the prerendered page, or renders it. */
async function start(): Promise<void> {
  await parsed()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  noteAppStarted()
  takeTokenFromAddress()
  awaitInstallPrompt()
  restoreLender()
  const arrival = watchNavigation()
  countPages()
  if (!root.hasChildNodes()) await draw(root)
  else if (hasEarlySignIn()) {
    if (!(await takeOverEarly(root, arrival))) return
  } else if (!(await takeOver(root, arrival))) return
  const notices = await fetchLender()
  const { startDeferred } = await import('#web/shell/deferred-start.tsx')
  await startDeferred(notices)
}

/**
 * Waits until the page is parsed. A script that prefetch.ts inserts runs on arrival, and a cached
 * one arrives before the rest of the page on a slow network.
 */
async function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise(resolve => addEventListener('DOMContentLoaded', resolve, { once: true }))
}

async function draw(root: HTMLElement): Promise<void> {
  await Promise.all([activateLanguage(preferredLanguage()), pageHere() ?? loadRoutes()])
  createRoot(root).render(app)
}

/**
 * Hydrates in the language in which the page was prerendered, so that every word matches, then
 * switches to the borrower's. A borrower's page was prerendered without its data, and is hydrated
 * once its data is there. If the script in the page has drawn the data, the app draws the same in
 * its place; false if a part that it needs for that does not arrive.
 */
async function takeOver(root: HTMLElement, arrival: Promise<void>): Promise<boolean> {
  const page = pageHere()
  if (page?.access === 'borrower' && storedToken() !== null)
    try {
      await page.Screen.preload()
    } catch {
      if (isHomeDrawn()) {
        showAppMissing()
        return false
      }
    }
  await activateLanguage(drawnLanguage())
  if (isHomeDrawn()) drawInPlaceOf(root)
  else {
    endEarlyHome()
    hydrateRoot(root, app)
  }
  await changeLanguage(arrival)
  return true
}

/**
 * Draws the app beside the page, in slices, so that the page answers a tap meanwhile. Once all is
 * drawn it takes the page's place, within one task.
 */
function drawInPlaceOf(root: HTMLElement): void {
  const place = root.cloneNode() as HTMLElement
  function takePlace(): void {
    const goOn = endEarlyHome()
    root.replaceWith(place)
    // React handles no tap before the task that has drawn the app ends.
    if (goOn) queueMicrotask(goOn)
  }
  startTransition(() =>
    createRoot(place).render(
      <>
        <Drawn then={takePlace} />
        {app}
      </>,
    ),
  )
}

/** Calls `then` when all is drawn, before the effects of the elements after it. */
function Drawn({ then }: { then: () => void }) {
  useLayoutEffect(then, [then])
  return null
}

/**
 * Takes the sign-in page over from its script once all parts of the app that it needs are there.
 * Until then, and if one does not arrive, that script continues. False if there is nothing to take
 * over.
 */
async function takeOverEarly(root: HTMLElement, arrival: Promise<void>): Promise<boolean> {
  try {
    await Promise.all([pageHere()?.Screen.preload(), activateLanguage(drawnLanguage())])
  } catch {
    showAppMissing()
    return false
  }
  if (!takeOverSignIn()) return false
  hydrateAtOnce(root)
  await changeLanguage(arrival)
  return true
}

function pageHere(): Route | undefined {
  return firstRoutes.find(({ path }) => path === location.pathname)
}

function drawnLanguage(): Language {
  return languageOf(document.documentElement.lang, [])
}

async function changeLanguage(arrival: Promise<void>): Promise<void> {
  const preferred = preferredLanguage()
  // The borrower may be choosing another language already.
  if (preferred === drawnLanguage()) return
  await arrival
  await activateLanguage(preferred)
}

/**
 * Hydrates the whole page within this task, so that nobody types between the end of the script in
 * the page and the start of the app. React hydrates the target of an event first.
 */
function hydrateAtOnce(root: HTMLElement): void {
  flushSync(() => hydrateRoot(root, app))
  root.querySelector('main')?.dispatchEvent(new Event('change', { bubbles: true }))
}

void start()
