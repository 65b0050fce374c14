/**
 * Finishes a sign-in without the app. The script in the sign-in page fetches it while the code is
 * on its way (early-sign-in.ts): that keeps the script small, and no session is requested that
 * could not be stored.
 */
import { redirectTarget } from '#domain/redirect.ts'
import { storeCredentials } from '#web/device/credentials.ts'
import { noteForNextPage, noteSignIn } from '#web/device/next-page.ts'

/** Stores the session of this number, with its country code, and opens the page that follows. */
export function openSession(
  { token, isRegister }: { readonly token?: unknown; readonly isRegister?: unknown },
  phone: string,
): void {
  storeCredentials({ token: String(token), phone })
  if (isRegister === 1) noteForNextPage('register-complete')
  noteSignIn()
  location.replace(redirectTarget(new URLSearchParams(location.search).get('redirect')))
}
