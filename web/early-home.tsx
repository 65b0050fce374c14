/**
 * Runs inside the home page while the app is loading, and draws the answer that prefetch.ts
 * requests, with the components of the app. The build gives them stand-ins for React and for what
 * only the app can do (build/early-home.ts), and puts the script into the page.
 */
import * as v from 'valibot'
import { home } from '#contract/home.ts'
import { paise } from '#domain/money.ts'
import { hasPrefetched, type PrefetchedAnswer, waitingAnswer } from '#web/api/prefetched.ts'
import { storedToken } from '#web/device/credentials.ts'
import { draw } from '#web/early/react.ts'
import { showAnswer } from '#web/early/stand-ins.ts'
import { preferredLanguage } from '#web/locales/preferred-language.ts'
import { isHomeDrawn, noteHomeDrawn, offerEarlyHome } from '#web/screens/home/early.ts'
import { HomeScreen } from '#web/screens/home/Home.tsx'
import { isEmptyShelf } from '#web/screens/home/offer.ts'
import { FeedbackButton } from '#web/shell/FeedbackButton.tsx'
import { addDrawings } from '#web/ui/Icon.tsx'
import { moreDrawings } from '#web/ui/more-drawings.tsx'
import { moneyWhole } from '#words/format.ts'

const answer = v.object({ code: v.literal(0), data: home.index.output })
const root = document.querySelector('#root') as HTMLElement
let isOver = false

async function drawWhenHere({ token, response }: PrefetchedAnswer): Promise<void> {
  // A copy, since the app reads the answer, too.
  const read = await response.then(each => each.clone().json()).catch(() => undefined)
  const { success, output } = v.safeParse(answer, read)
  // The app handles a refusal, an empty shelf and an unreadable answer. A session that has changed
  // meanwhile may be somebody else's.
  if (!success || isOver || storedToken() !== token) return
  if (isEmptyShelf(output.data)) return
  showAnswer(output.data)
  addDrawings(moreDrawings)
  const page = (
    <>
      <HomeScreen />
      <FeedbackButton />
    </>
  )
  root.querySelector('main')?.replaceWith(...draw(page))
  noteHomeDrawn()
  watchSession(token)
}

/** Another tab may sign out or sign somebody else in, also while this page is left for another. */
function watchSession(token: string | undefined): void {
  const look = () => isOver || storedToken() === token || location.reload()
  addEventListener('storage', look)
  addEventListener('pageshow', look)
}

/** The last tapped button, which the app presses. */
let tapped: number[] | undefined
root.addEventListener('click', event => {
  const button = (event.target as Element).closest('button')
  if (button) tapped = placeOf(button)
})

/**
 * The link or button that the mouse holds pressed. If the app replaces it before the release, the
 * browser does not click. A finger's press and release come together.
 */
let pressed: number[] | undefined
root.addEventListener('mousedown', event => {
  const control = (event.target as Element).closest('a, button')
  if (control && event.button === 0) pressed = placeOf(control)
})
// A drag ends without a release of the mouse.
for (const type of ['mouseup', 'dragstart'])
  addEventListener(type, () => {
    pressed = undefined
  })

/** Clicks an element when the mouse is released over it. */
function clickOnRelease(control: HTMLElement): void {
  const release = ({ target }: Event) => control.contains(target as Node) && control.click()
  addEventListener('mouseup', release, { once: true })
}

/** The child indices that lead from the app's root to an element in it. */
function placeOf(element: Element): number[] {
  const parent = element.parentElement as Element
  const at = [...parent.children].indexOf(element)
  return parent === root ? [at] : [...placeOf(parent), at]
}

/** The element at this place of the page as it is now. */
function at(place: number[] | undefined): HTMLElement | undefined {
  const now = document.querySelector('#root') as Element
  return place?.reduce<Element | undefined>((parent, at) => parent?.children[at], now) as
    | HTMLElement
    | undefined
}

function end(): (() => void) | undefined {
  isOver = true
  if (!isHomeDrawn()) return undefined
  const { activeElement } = document
  const focused =
    activeElement && activeElement !== root && root.contains(activeElement)
      ? placeOf(activeElement)
      : undefined
  return () => {
    at(focused)?.focus({ preventScroll: true })
    at(tapped)?.click()
    const link = at(pressed)
    if (link) clickOnRelease(link)
  }
}

// If the page is in another language, the app draws it in the borrower's.
if (hasPrefetched() && document.documentElement.lang === preferredLanguage()) {
  offerEarlyHome(end)
  void drawWhenHere(waitingAnswer() as PrefetchedAnswer)
  // The first formatter of amounts takes up to a fifth of a second on a cheap phone, which has
  // nothing else to do until the answer is there.
  setTimeout(() => moneyWhole(paise(0)))
}
