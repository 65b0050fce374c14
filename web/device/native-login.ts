import type { Failure } from '#contract/client.ts'
import { EXCHANGE_CODE, native } from '#contract/native.ts'
import { call } from '#web/api/call.ts'
import { nativeShell } from '#web/device/bridge.ts'
import { storeCredentials } from '#web/device/credentials.ts'
import { storeDevice } from '#web/device/device-headers.ts'
import { track } from '#web/device/tracking.ts'

/** `outside`: there is no native app around this page, whatever its address contains. */
export type NativeEntry =
  | { readonly entered: true }
  | { readonly entered: false; readonly why: Failure | 'outside' | 'no-answer' }

/**
 * Signs this page in as the borrower of the native app around it: exchanges a one-time code, from
 * the address or else requested from the app, for a session of this page, with a proof by the
 * device's key. Outside the app a code is ignored: somebody else's link must not replace the
 * visitor's session (decision 52). Inside it, another person's session ends only after a question.
 */
export async function enterFromApp(codeOfAddress: string | undefined): Promise<NativeEntry> {
  const shell = nativeShell()
  if (!shell) return { entered: false, why: 'outside' }
  let exchangeCode: string
  let proof: string
  try {
    storeDevice(await shell.getDeviceInfo())
    exchangeCode = codeOfAddress ?? (await shell.oneTimeLogin()).exchangeCode
    if (!EXCHANGE_CODE.test(exchangeCode)) return { entered: false, why: 'no-answer' }
    proof = (await shell.proveCode(exchangeCode)).proof
  } catch {
    return { entered: false, why: 'no-answer' }
  }
  let result = await call(native.login, { by: 'exchange', exchangeCode, proof })
  if (!result.ok && result.reason === 'session-of-another') {
    try {
      const { askAboutOther } = await import('#web/sign-in/ask-about-other.tsx')
      // The page continues with the existing session.
      if (!(await askAboutOther(result))) return { entered: true }
      proof = (await shell.proveCode(exchangeCode)).proof
    } catch {
      return { entered: false, why: 'no-answer' }
    }
    result = await call(native.login, { by: 'exchange', exchangeCode, proof, replace: true })
  }
  if (!result.ok) return { entered: false, why: result }
  if (result.data.isRegister === 1) track('register-complete')
  storeCredentials({ token: result.data.token })
  return { entered: true }
}
