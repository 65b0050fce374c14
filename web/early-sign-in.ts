/**
 * Runs inside the sign-in page before any script file has arrived: sends the code and signs in, by
 * the same rules and with the same messages as the app, which takes over when it is there. The build
 * turns it into a small script inside the page itself.
 */
import { BASE_PATH } from '#contract/path.ts'
import { typedCode } from '#domain/code.ts'
import { REQUEST_TIMEOUT_MS } from '#domain/limits.ts'
import {
  codeRequestRefusal,
  type MobileNumber,
  missingToLogIn,
  mobileNumber,
  nationalPart,
  typedMobile,
} from '#domain/phone.ts'
import { browserHeaders } from '#web/api/headers.ts'
import { type PrefetchedAnswer, storePrefetched } from '#web/api/prefetched.ts'
import { isInNativeApp } from '#web/device/device-headers.ts'
import { type Action, offerTakeOver } from '#web/screens/login/early.ts'
import {
  type FormState,
  find,
  formDrawer,
  placesIn,
  type Say,
} from '#web/screens/login/early-form.ts'
import {
  afterSending,
  askingRefused,
  codeLength,
  type Entry,
  emptyEntry,
  enteredIn,
  type Fault,
  faultAfter,
  rememberEntry,
  rememberedEntry,
} from '#web/screens/login/entry.ts'
import { watchForApp } from '#web/shell/watch-for-app.ts'
import type { Language } from '#words/language.ts'
import { fillPlain, type Message, type Messages } from '#words/messages.ts'

type Session = typeof import('#web/early-session.ts')
type Answer = { code: number; msg: string; data?: Record<string, unknown> | null }

const language = document.documentElement.lang as Language
const wordsElement = find(document, '#words')
const words = JSON.parse(wordsElement.textContent ?? '') as Messages
const page = placesIn(document)
const {
  phone: { input: phone },
  code: { input: code },
  isAgreed: { input: isAgreed },
} = page
const say: Say = (id, values = {}) => fillPlain(words[id] as Message, values)
const draw = formDrawer(page, placesIn(find<HTMLTemplateElement>(document, '#parts').content), say)

let state: FormState = {
  entry: rememberEntry(enteredIn({ phone, code, agree: isAgreed }, rememberedEntry())),
  fault: undefined,
  action: undefined,
}
/** The last request for a code. */
let codeRequest: Promise<void> | undefined
/** The pending request. */
let pending: PrefetchedAnswer | undefined
/** The action that the app repeats, since only it may know the reason of the refusal. */
let appAction: Action | undefined
/** A message that the app shows as a toast as well. */
let message: string | undefined
let isOver = false
let isLeaving = false

function show(changed: Partial<FormState>): void {
  state = { ...state, ...changed }
  draw(state)
}

function enter(changed: Partial<Entry>): void {
  message = undefined
  show({
    entry: rememberEntry({ ...state.entry, ...changed }),
    fault: faultAfter(state.fault, changed),
  })
  // An unchanged value keeps the caret.
  phone.value = state.entry.phone
  code.value = state.entry.code
}

/** Says what is wrong, and focuses the field. */
function refuse(at: Fault['at'], text: string): void {
  show({ fault: { at, text } })
  page[at].input.focus()
}

function onInput({ target }: Event): void {
  if (target === phone) enter({ phone: typedMobile(phone.value) })
  else if (target === code) enter({ code: typedCode(code.value, codeLength(state.entry)) })
  else enter({ isAgreed: isAgreed.checked })
}

function ask(): void {
  const { entry } = state
  const at = codeRequestRefusal(entry)
  if (at) {
    const text = say(askingRefused(at, entry))
    refuse(at, text)
    if (at === 'isAgreed') message = text
  } else {
    enter({ code: '' })
    codeRequest = send(mobileNumber(entry.phone) as MobileNumber)
  }
}

async function logIn(event: Event): Promise<void> {
  event.preventDefault()
  const { entry } = state
  if (missingToLogIn(entry, codeLength(entry)).length > 0) return
  const number = mobileNumber(entry.phone)
  if (number) {
    // On a slow network the SMS may arrive before the answer, which binds the code to this browser.
    await codeRequest
    void send(number, entry.code)
  } else refuse('phone', say(askingRefused('phone', entry)))
}

/** Asks for a code for this number or, with one, signs in. */
async function send(number: MobileNumber, digits?: string): Promise<void> {
  if (state.action) return
  appAction = message = undefined
  show({ action: digits ? 'logIn' : 'ask', fault: undefined })
  // Before the request, since a session that could not be stored would be lost.
  const session = load<Session>('session')
  const answer = !digits
    ? await request(`/sms/v1/sendCode?phone=${number}`)
    : (await session)
      ? await request('/user/v1/login', JSON.stringify({ phone: number, code: digits }))
      : undefined
  const text = answer?.code === 0 ? '' : await messageOf(answer)
  // The app has taken over, and reads the answer itself.
  if (isOver) return
  pending = undefined
  show({ action: undefined })
  const data = answer?.data ?? {}
  if (!digits) afterAsking(number, data, text)
  else if (text) {
    if (answer) enter({ code: '' })
    refuse('code', text)
    message = text
    // The app asks for the longer code as soon as it is there.
    appAction = answer?.data?.reason === 'code-longer' ? 'ask' : undefined
  } else {
    isLeaving = true
    show({ action: 'logIn' })
    ;(await session)?.openSession(data, number)
  }
}

/** Sends a request, unless the app has taken over; undefined if no answer came. */
async function request(path: string, body?: string): Promise<Answer | undefined> {
  if (isOver) return undefined
  const url = BASE_PATH + path
  const headers = browserHeaders(language)
  const { token } = headers
  if (body) headers['content-type'] = 'application/json'
  const response = fetch(url, {
    method: body ? 'POST' : 'GET',
    headers,
    body: body ?? null,
    cache: 'no-store',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  pending = { url, token, body, response, giveUp: () => undefined }
  // A copy, since the app may need the answer. The page of a proxy counts as no answer.
  return response.then(async each => (await each.clone().json()) as Answer).catch(() => undefined)
}

/** Fetches a file that the page names; undefined if it does not arrive. */
function load<T>(name: 'refusals' | 'session'): Promise<T | undefined> {
  return import(/* @vite-ignore */ `${wordsElement.dataset[name]}`).catch(() => undefined)
}

/** The sentence of a refusal, as in api/failures.ts. */
async function messageOf(answer: Answer | undefined): Promise<string> {
  if (!answer) return say('common.network')
  const refusals = await load<{ default: Messages }>('refusals')
  const sentence = refusals?.default[`refusal.${answer.data?.reason}`]
  appAction = sentence ? undefined : 'ask'
  return sentence ? fillPlain(sentence, answer.data as Record<string, string>) : answer.msg
}

function afterAsking(to: MobileNumber, data: Record<string, unknown>, text: string): void {
  const waitSeconds = Number(data.waitSeconds ?? data.resendSeconds)
  const digits = Number(data.codeDigits ?? codeLength(state.entry))
  if (waitSeconds > 0) enter(afterSending(nationalPart(to), digits, waitSeconds))
  if (text) show({ fault: { at: 'code', text } })
  else code.focus()
}

/** Draws the prerendered form again, and hands its state over; null while the page is being left. */
function end() {
  if (isLeaving) return null
  isOver = true
  form.oninput = form.onsubmit = page.ask.onclick = null
  clearInterval(counting)
  if (pending) storePrefetched(pending)
  draw({ entry: emptyEntry, fault: undefined, action: undefined })
  return { ...state, action: state.action ?? appAction, toast: message }
}

const form = phone.form as HTMLFormElement
let counting: ReturnType<typeof setInterval> | undefined
watchForApp()
// Inside a native app every request names the device, which this script cannot do.
if (!isInNativeApp()) {
  form.oninput = onInput
  form.onsubmit = logIn
  page.ask.onclick = ask
  counting = setInterval(() => draw(state), 1000)
  isAgreed.checked = state.entry.isAgreed
  enter({})
  offerTakeOver(end)
}
