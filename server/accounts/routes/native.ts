import { native } from '#contract/native.ts'
import {
  logInByPartner,
  logInWithCode,
  logInWithExchange,
  makeExchangeCode,
} from '#server/accounts/native-login.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

/** The ways in of a native app. */
export function nativeRoutes(services: Services): Route[] {
  return routes(native, {
    login: (input, call) =>
      input.by === 'code'
        ? logInWithCode(services, input, call)
        : logInWithExchange(services, input.exchangeCode, call),
    partnerLogin: (input, call) => logInByPartner(services, input, call),
    exchangeCode: (_input, call) => makeExchangeCode(services, call),
  })
}
