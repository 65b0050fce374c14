import { login } from '#contract/login.ts'
import { native } from '#contract/native.ts'
import { endSession } from '#server/accounts/db/session.ts'
import {
  logInByPartner,
  logInWithCode,
  logInWithExchange,
  makeExchangeCode,
} from '#server/accounts/native-login.ts'
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
