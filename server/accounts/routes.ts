import { login } from '#contract/login.ts'
import { native } from '#contract/native.ts'
import { passkey } from '#contract/passkey.ts'
import { endSession } from '#server/accounts/db/session.ts'
import {
  logInByPartner,
  logInWithCode,
  logInWithExchange,
  makeExchangeCode,
} from '#server/accounts/native-login.ts'
import {
  addPasskey,
  confirmByPasskey,
  listPasskeys,
  passkeyAddOptions,
  passkeyConfirmOptions,
  passkeySignInOptions,
  removePasskey,
  signInWithPasskey,
} from '#server/accounts/passkeys.ts'
import { logIn, sendLoginCode } from '#server/accounts/sign-in.ts'
import { removePushOfDevices } from '#server/notices/db/push.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

/** Sign-in and sign-out. */
export function loginRoutes(services: Services): Route[] {
  const { db } = services
  return routes(login, {
    sendCode: ({ phone }, call) => sendLoginCode(services, phone, call),
    login: (input, call) => logIn(services, input, call),
    logout: async ({ everywhere }, { borrowerId, sessionId, deviceId, cookies }) => {
      await endSession(db, borrowerId, everywhere ? null : sessionId)
      // The next user of the device must get no notifications for this borrower.
      await removePushOfDevices(db, borrowerId, everywhere ? null : deviceId)
      cookies.clear('session')
      return null
    },
  })
}

/** The sign-ins of a native app. */
export function nativeRoutes(services: Services): Route[] {
  return routes(native, {
    login: (input, call) =>
      input.by === 'code'
        ? logInWithCode(services, input, call)
        : logInWithExchange(services, input, call),
    partnerLogin: (input, call) => logInByPartner(services, input, call),
    exchangeCode: (_input, call) => makeExchangeCode(services, call),
  })
}

/** Passkeys, in browsers. */
export function passkeyRoutes(services: Services): Route[] {
  return routes(passkey, {
    signInOptions: (_input, call) => passkeySignInOptions(services, call),
    signIn: (input, call) => signInWithPasskey(services, input, call),
    confirmOptions: (_input, call) => passkeyConfirmOptions(services, call),
    confirm: ({ signature }, call) => confirmByPasskey(services, signature, call),
    list: (_input, call) => listPasskeys(services, call),
    addOptions: (_input, call) => passkeyAddOptions(services, call),
    add: (attestation, call) => addPasskey(services, attestation, call),
    remove: ({ passkeyId }, call) => removePasskey(services, passkeyId, call),
  })
}
