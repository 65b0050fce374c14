/**
 * Replaces modules in the script inside the home page (build/early-home.ts): gives its components
 * the prefetched answer, the words of the page and plain links, and leaves out everything that only
 * a tap or a later answer needs.
 */
import { home as homeCalls } from '#contract/home.ts'
import { jsx } from '#web/early/react.ts'
import type { HomeData } from '#web/screens/home/offer.ts'
import type { Language } from '#words/language.ts'
import { fill, type Messages, type Values } from '#words/messages.ts'

const language = document.documentElement.lang as Language
const words = JSON.parse(document.querySelector('#words')?.textContent ?? '{}') as Messages
let data: HomeData | undefined

/** Sets the answer that the components show. */
export function showAnswer(answer: HomeData): void {
  data = answer
}

const nothing = () => undefined
const Nothing = () => null

// locales/i18n.ts
export const currentLanguage = () => language
export const t = (id: string, values: Values = {}) => fill(words[id] ?? id, values, language)

// api/useCall.ts, api/useAction.ts and the calls that only the app makes
export const useCall = (call: unknown) => ({
  data: call === homeCalls.index ? data : undefined,
  error: null,
  isFetching: false,
})
export const messageOfError = nothing
export const callKey = nothing
export const useAction = () => ({ run: nothing, isPending: false })
export const useQueryClient = nothing
export const content = {}
export const order = {}

// wouter
export const useSearchParams = () => [new URLSearchParams(location.search)]
export const useLocation = () => [location.pathname, nothing]
export const Link = ({ replace: _replace, state: _state, ...props }: Record<string, unknown>) =>
  jsx('a', props)

// device/push.ts: the question for reminders needs an answer of its own
export const isPushSupported = () => false
export const pushState = nothing
export const wasAskedForPush = () => true
export const allowPush = nothing

// screens/home and loan: parts that open with a tap, or load with the app
export const useNews = nothing
export const useApply = () => ({ apply: nothing, pendingId: undefined })
export const Empty = Nothing
export const CostSheet = Nothing
export const LeavingDialog = Nothing
export const LockedDialog = Nothing
export const PaymentReturn = Nothing
export const Listen = Nothing
export const OutcomeView = Nothing
