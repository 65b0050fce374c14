/** A code that was asked for: to which number, how long it is, and when another may be asked for. */
export type SentCode = {
  /** The ten digits that it went to. */
  readonly phone: string
  readonly digits: number
  readonly resendAtMs: number
}

/** What has been put in on the sign-in page. */
export type Entry = {
  readonly phone: string
  readonly code: string
  readonly isAgreed: boolean
  /** The code that was sent last. */
  readonly sent?: SentCode | undefined
}

const STORED_AS = 'login'
export const emptyEntry: Entry = { phone: '', code: '', isAgreed: false }

/** The code is kept for as long as the document lives, and never stored. */
let typedCode = ''

/** A stored entry. Whatever in it cannot be read is empty. */
export function parseEntry(text: string | null): Entry {
  try {
    const { phone, isAgreed, sent } = JSON.parse(text ?? '') as Partial<
      Record<keyof Entry, unknown>
    >
    return {
      phone: typeof phone === 'string' ? phone : '',
      code: typedCode,
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

/** What was put in before a visit to another page or a reload, in this tab, until somebody signs in or out. */
export function rememberedEntry(): Entry {
  try {
    return parseEntry(sessionStorage.getItem(STORED_AS))
  } catch {
    return emptyEntry
  }
}

/** Keeps the entry for this tab, and answers it. */
export function rememberEntry(entry: Entry): Entry {
  typedCode = entry.code
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify({ ...entry, code: undefined }))
  } catch {
    // Then leaving the page starts anew.
  }
  return entry
}
