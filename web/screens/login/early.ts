import type { Entry, Fault } from './entry.ts'

/** The action whose answer is awaited. */
export type Action = 'ask' | 'logIn'

/** The state that the script in the page hands over to the app. */
export type EarlySignIn = {
  readonly entry: Entry
  readonly fault: Fault | undefined
  /** The app repeats this call, and gets the pending answer (prefetched.ts). */
  readonly action: Action | undefined
  readonly toast: string | undefined
}

/** Draws the form as it was prerendered and ends; null if the page is being left for another. */
type Stop = () => EarlySignIn | null
type Page = { earlySignIn?: Stop | undefined }

let handedOver: EarlySignIn | undefined

/** For the script in the page: from now on the app can take over. */
export function offerTakeOver(stop: Stop): void {
  ;(globalThis as Page).earlySignIn = stop
}

/** Whether a script in the page has drawn into it. */
export function hasEarlySignIn(): boolean {
  return (globalThis as Page).earlySignIn !== undefined
}

/**
 * Ends the script in the page, if there is one, so that the page can be hydrated. False if that
 * script has signed in and leaves the page: then there is nothing left to do here.
 */
export function takeOverSignIn(): boolean {
  const page = globalThis as Page
  const state = page.earlySignIn?.()
  page.earlySignIn = undefined
  if (state === null) return false
  handedOver = state
  return true
}

/** The state of the script in the page, once. */
export function takeHandedOver(): EarlySignIn | undefined {
  const state = handedOver
  handedOver = undefined
  return state
}
