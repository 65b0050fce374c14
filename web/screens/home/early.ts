/** Ends the script in the page; the returned function restores focus and taps in the app. */
type End = () => (() => void) | undefined
type Page = { earlyHome?: End | undefined; isHomeDrawn?: boolean }

/** For the script in the page: from now on it may draw until the app takes over. */
export function offerEarlyHome(end: End): void {
  ;(globalThis as Page).earlyHome = end
}

/** For the script in the page: it has drawn the borrower's data. */
export function noteHomeDrawn(): void {
  ;(globalThis as Page).isHomeDrawn = true
}

/** Whether the script in the page has drawn the borrower's data. */
export function isHomeDrawn(): boolean {
  return (globalThis as Page).isHomeDrawn === true
}

/**
 * Ends the script in the home page. If it returns a function, put the app in the place of what that
 * script drew within the same task, then call it; otherwise the page is as it was prerendered.
 */
export function endEarlyHome(): (() => void) | undefined {
  const page = globalThis as Page
  const goOn = page.earlyHome?.()
  page.earlyHome = undefined
  return goOn
}
