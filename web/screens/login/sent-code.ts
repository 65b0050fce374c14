/** A code that was asked for: to which number, how long it is, and when another may be asked for. */
export type SentCode = {
  /** The ten digits that it went to. */
  readonly phone: string
  readonly digits: number
  readonly resendAtMs: number
}

const CODE = 'login.sent'
const PHONE = 'login.phone'

/** A remembered code, or nothing where what was stored cannot be read. */
export function parseSentCode(text: string | null): SentCode | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return isSentCode(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

function isSentCode(value: unknown): value is SentCode {
  if (typeof value !== 'object' || value === null) return false
  const { phone, digits, resendAtMs } = value as Record<string, unknown>
  return typeof phone === 'string' && Number.isInteger(digits) && Number(digits) > 0 && Number.isFinite(resendAtMs)
}

/** What survives a reload of the sign-in page: the number and the countdown, for this tab only, until somebody is signed in. Never the code. */
export function rememberedEntry(): { phone: string; sent: SentCode | undefined } {
  return { phone: read(PHONE) ?? '', sent: parseSentCode(read(CODE)) }
}

export function rememberPhone(phone: string): void {
  write(PHONE, phone)
}

export function rememberSentCode(sent: SentCode): void {
  write(CODE, JSON.stringify(sent))
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Then a reload starts anew.
  }
}
