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

const STORED_AS = 'login'
export const emptyEntry: Entry = { phone: '', code: '', isAgreed: false }

/** The typed code lasts as long as the document, and is never stored. */
let typedCode = ''

/** Parses a stored entry. Whatever cannot be read is empty. */
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

/**
 * Returns what was entered before a visit to another page or a reload in this tab, unless somebody
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
  typedCode = entry.code
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify({ ...entry, code: undefined }))
  } catch {
    // Without storage, leaving the page loses the entry.
  }
  return entry
}
