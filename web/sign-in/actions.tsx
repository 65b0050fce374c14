/**
 * The ways to sign in. Loaded while the number is being typed, so that the first page does not wait
 * for them.
 */
import { type ComponentType, lazy, Suspense } from 'react'
import type { Failure } from '#contract/client.ts'
import { login } from '#contract/login.ts'
import { messageOf } from '#web/api/failures.ts'
import { storeCredentials } from '#web/device/credentials.ts'
import { track } from '#web/device/tracking.ts'
import { awaitSmsCode } from '#web/device/web-otp.ts'
import { loadAreas, t } from '#web/locales/i18n.ts'
import { callWithWork } from '#web/sign-in/call-with-work.ts'
import { offerPasskeyWherePossible } from '#web/sign-in/offer-where-possible.ts'
import { usePasskeySupport } from '#web/sign-in/usePasskeySupport.ts'

/** How long another code must be awaited; and a fault, if none was sent. */
type CodeRequest = { fault?: string; digits?: number; waitSeconds: number }

let stopAwaiting = (): void => undefined

/** Requests a code for a number. Where the browser reads the SMS, `onCode` gets the code. */
export async function requestCode(
  phone: string,
  onCode: (code: string) => void,
): Promise<CodeRequest> {
  stopAwaiting()
  stopAwaiting = awaitSmsCode(onCode)
  const answer = await callWithWork(login.sendCode, { phone })
  if (answer.ok) return { digits: answer.data.codeDigits, waitSeconds: answer.data.resendSeconds }
  stopAwaiting()
  return { fault: messageOf(answer), waitSeconds: Number(answer.details.waitSeconds) || 0 }
}

/** Stops reading messages: the page is left. */
export function forgetCode(): void {
  stopAwaiting()
}

/**
 * Signs in, after a question if somebody else is signed in here; undefined once somebody is.
 * `isLost`: no answer came, so the code may still be good. `isTooShort`: a longer code is required.
 */
export async function signInByCode(
  phone: string,
  code: string,
): Promise<{ fault: string; isLost: boolean; isTooShort: boolean } | undefined> {
  let answer = await callWithWork(login.login, { phone, code })
  if (isOfAnother(answer)) {
    const { askAboutOther } = await import('#web/sign-in/ask-about-other.tsx')
    if (!(await askAboutOther(answer))) return undefined
    answer = await callWithWork(login.login, { phone, code, replace: true })
  }
  if (!answer.ok) {
    const { reason } = answer
    const isTooShort = reason === 'code-longer'
    const fault = isTooShort ? t('login.code.longer') : messageOf(answer)
    return { fault, isLost: reason === 'network', isTooShort }
  }
  if (answer.data.isRegister === 1) track('register-complete')
  storeCredentials({ token: answer.data.token, phone })
  void offerPasskeyWherePossible()
  return undefined
}

function isOfAnother(answer: { readonly ok: boolean }): answer is Failure {
  return !answer.ok && (answer as Failure).reason === 'session-of-another'
}

type Way = ComponentType<{ onSignedIn: (token: string) => void; onStay: () => void }>
const NoWay: Way = () => null

/** Draws nothing if the network is lost. */
const PasskeySignIn = lazy(async () => {
  const [module] = await Promise.all([
    import('#web/sign-in/PasskeySignIn.tsx'),
    loadAreas(['code']),
  ]).catch(() => [{ PasskeySignIn: NoWay }])
  return { default: module.PasskeySignIn }
})

/** The way by passkey, on devices that can have one. */
export const PasskeyWay: Way = props => {
  if (!usePasskeySupport()) return null
  return (
    <Suspense>
      <PasskeySignIn {...props} />
    </Suspense>
  )
}
