import { LOGIN_CODE_TTL_SECONDS } from '#domain/limits.ts'
import { abortedAfter } from '#web/device/aborted-after.ts'

/** Chrome on Android reads a code from an SMS whose last line names our host (the WebOTP API). */
type OtpRequest = CredentialRequestOptions & { readonly otp: { readonly transport: ['sms'] } }

/**
 * Waits for the SMS with a code for this site, where the browser can; the person allows it each time.
 * Everywhere else, and if they refuse, the code is typed. Returns how to stop waiting.
 */
export function awaitSmsCode(onCode: (code: string) => void): () => void {
  if (!('OTPCredential' in globalThis)) return () => undefined
  const waiting = new AbortController()
  const signal = abortedAfter(LOGIN_CODE_TTL_SECONDS * 1000, waiting.signal)
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal }
  navigator.credentials.get(request).then(
    credential => {
      const { code } = (credential ?? {}) as { readonly code?: unknown }
      if (typeof code === 'string' && !signal.aborted) onCode(code)
    },
    () => undefined,
  )
  return () => waiting.abort()
}
