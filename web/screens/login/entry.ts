import { readCode, typedCode } from '#domain/code.ts'
import { LOGIN_CODE_DIGITS } from '#domain/limits.ts'
import { missingToLogIn, mobileFault, typedMobile } from '#domain/phone.ts'
import type { MessageId } from '#words/catalogues.ts'
import type { Values } from '#words/messages.ts'

/** A code that was sent: to which number, how long it is, and when another may be requested. */
export type SentCode = {
  /** The ten digits of the number. */
  readonly phone: string
  readonly digits: number
  readonly resendAtMs: number
}

/** The entries of the sign-in page. */
export type Entry = {
  readonly phone: string
  readonly code: string
  readonly isAgreed: boolean
  /** The code that was sent last. */
  readonly sent?: SentCode | undefined
}

/** A fault, and the field that shows it. */
export type Fault = { readonly at: Exclude<keyof Entry, 'sent'>; readonly text: string }

/** The names of the parts in the line below LOGIN. */
const NAMES = {
  phone: 'login.phone',
  code: 'login.code',
  isAgreed: 'login.missing.tick',
} as const

const STORED_AS = 'login'
export const emptyEntry: Entry = { phone: '', code: '', isAgreed: false }

/** The typed code lasts as long as the document, and is never stored. */
let heldCode = ''

/** Parses a stored entry. Unreadable parts are empty. */
export function parseEntry(text: string | null): Entry {
  try {
    const { phone, isAgreed, sent } = JSON.parse(text ?? '') as Partial<
      Record<keyof Entry, unknown>
    >
    return {
      phone: typeof phone === 'string' ? phone : '',
      code: heldCode,
      isAgreed: isAgreed === true,
      sent: isSentCode(sent) ? sent : undefined,
    }
  } catch {
    return emptyEntry
  }
}

function isSentCode(value: unknown): value is SentCode {
  const { phone, digits, resendAtMs } = { ...(value as Record<string, unknown> | undefined) }
  return (
    typeof phone === 'string' &&
    Number.isInteger(digits) &&
    Number(digits) > 0 &&
    Number.isFinite(resendAtMs)
  )
}

/**
 * Returns the entry from before a visit to another page or a reload in this tab, unless somebody
 * has signed in or out since.
 */
export function rememberedEntry(): Entry {
  try {
    return parseEntry(sessionStorage.getItem(STORED_AS))
  } catch {
    return emptyEntry
  }
}

/** Stores the entry for this tab, and returns it. */
export function rememberEntry(entry: Entry): Entry {
  heldCode = entry.code
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify({ ...entry, code: undefined }))
  } catch {
    // Without storage, leaving the page loses the entry.
  }
  return entry
}

/** The fields and the checkbox of the form. */
type Fields = {
  readonly phone: HTMLInputElement | null
  readonly code: HTMLInputElement | null
  readonly agree: HTMLInputElement | null | undefined
}

/**
 * Returns the entry when a script starts: the fields hold the text typed before, `remembered` the
 * rest.
 */
export function enteredIn({ phone, code, agree }: Fields, remembered: Entry): Entry {
  return {
    ...remembered,
    phone: typedMobile(phone?.value || remembered.phone),
    code: typedCode(code?.value || remembered.code, codeLength(remembered)),
    isAgreed: remembered.isAgreed || agree?.checked === true,
  }
}

/** How many digits the code has: four, unless a longer one was sent. */
export function codeLength(entry: Entry): number {
  return sentCode(entry)?.digits ?? LOGIN_CODE_DIGITS
}

/** The code that was last sent to the number in the field. */
export function sentCode({ phone, sent }: Entry): SentCode | undefined {
  return sent?.phone === phone ? sent : undefined
}

/**
 * The entry after a code was sent to its number, or must be awaited. Typed text stays: on a slow
 * network the SMS arrives before this answer.
 */
export function afterSending(
  phone: string,
  digits: number,
  waitSeconds: number,
): Pick<Entry, 'sent'> {
  return { sent: { phone, digits, resendAtMs: Date.now() + waitSeconds * 1000 } }
}

/** The message about the entry that prevents the request of a code. */
export function askingRefused(at: 'isAgreed' | 'phone', { phone }: Entry): MessageId {
  return at === 'isAgreed' ? 'login.agree.first' : `ui.${mobileFault(phone) ?? 'phone-invalid'}`
}

/** The fault of a field that holds no number or no code, as in ui/TextField.tsx and ui/CodeField.tsx. */
export function unreadable(
  at: Fault['at'],
  entry: Entry,
): readonly [id: MessageId, values?: Values] | undefined {
  const fault = at === 'phone' ? mobileFault(entry.phone) : undefined
  if (fault) return [`ui.${fault}`]
  const digits = codeLength(entry)
  return at === 'code' && readCode(entry.code, digits) === undefined
    ? ['ui.code', { digits }]
    : undefined
}

/** The message that a code was sent; it names an unusual length. */
export function sentMessage({ phone, digits }: SentCode): readonly [MessageId, Values] {
  const id = digits > LOGIN_CODE_DIGITS ? 'login.code.sent.long' : 'login.code.sent'
  return [id, { phone: spaced(phone), digits }]
}

/** The fault that remains after a change: a new number also removes the fault of a code. */
export function faultAfter(fault: Fault | undefined, changed: Partial<Entry>): Fault | undefined {
  return fault && !(fault.at in changed || (fault.at === 'code' && 'phone' in changed))
    ? fault
    : undefined
}

/** The names of the entries that LOGIN still needs. */
export function missingNames(entry: Entry, digits: number): readonly MessageId[] {
  return missingToLogIn(entry, digits).map(part => NAMES[part])
}

/** Formats `98765 43210`, as numbers are read out. */
function spaced(phone: string): string {
  return `${phone.slice(0, 5)} ${phone.slice(5)}`
}
