import { type RefObject, useEffect, useLayoutEffect, useState, useTransition } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { COUNTRY_CODE, LOGIN_CODE_DIGITS } from '#domain/limits.ts'
import {
  AGREEMENT_REQUIRED,
  canLogIn,
  codeRequestRefusal,
  mobileNumber,
  nationalDigits,
} from '#domain/phone.ts'
import { redirectTarget } from '#domain/redirect.ts'
import { storeCredentials } from '#web/device/credentials.ts'
import { track } from '#web/device/tracking.ts'
import { t } from '#web/locales/i18n.ts'
import { toast } from '#web/ui/toast.ts'
import { type Entry, emptyEntry, rememberEntry, rememberedEntry } from './entry.ts'

type Fields = {
  phone: RefObject<HTMLInputElement | null>
  code: RefObject<HTMLInputElement | null>
}

/**
 * Loads the two calls and the messages of their refusals while the number is being typed, so that
 * the first page does not wait for them. Without a network it shows a toast and returns undefined.
 */
async function fetchCalls() {
  try {
    const [{ call }, { login }, { messageOf }] = await Promise.all([
      import('#web/api/call.ts'),
      import('#contract/login.ts'),
      import('#web/api/failures.ts'),
    ])
    return { call, login, messageOf }
  } catch {
    toast(t('common.network'), 'bad')
    return undefined
  }
}

/**
 * The sign-in page's entry and its two actions. The entry survives a visit to the agreement and,
 * except for the code, a reload.
 */
export function useSignIn(fields: Fields) {
  const entry = useEntry(fields)
  const [askError, setAskError] = useState<string>()
  const [phoneError, setPhoneError] = useState<string>()
  const [isAsking, startAsking] = useTransition()
  const [isLoggingIn, startLoggingIn] = useTransition()
  const [query] = useSearchParams()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (navigator.onLine) void fetchCalls()
  }, [])

  function askForCode() {
    setAskError(undefined)
    const refusal = codeRequestRefusal(entry)
    if (refusal === AGREEMENT_REQUIRED) {
      toast(t('login.agree.first'), 'bad')
      return
    }
    setPhoneError(refusal === undefined ? undefined : t('login.phone.invalid'))
    if (refusal === undefined) startAsking(sendCode)
    else fields.phone.current?.focus()
  }

  async function sendCode() {
    const calls = await fetchCalls()
    if (!calls) return
    const answer = await calls.call(calls.login.sendCode, {
      phone: `${COUNTRY_CODE}${entry.phone}`,
    })
    if (!answer.ok) {
      setAskError(calls.messageOf(answer))
      const waitSeconds = Number(answer.details.waitSeconds)
      if (waitSeconds > 0) entry.codeSent({ digits: entry.digits, waitSeconds })
      return
    }
    entry.codeSent({ digits: answer.data.codeDigits, waitSeconds: answer.data.resendSeconds })
    fields.code.current?.focus()
  }

  async function logIn() {
    const phone = mobileNumber(entry.phone)
    if (phone === undefined) {
      setPhoneError(t('login.phone.invalid'))
      return
    }
    const calls = await fetchCalls()
    if (!calls) return
    const answer = await calls.call(calls.login.login, { phone, code: entry.code })
    if (!answer.ok) {
      toast(calls.messageOf(answer), 'bad')
      if (answer.reason !== 'network') entry.setCode('')
      fields.code.current?.focus()
      return
    }
    if (answer.data.isRegister === 1) track('register-complete')
    storeCredentials({ token: answer.data.token, phone })
    navigate(redirectTarget(query.get('redirect')), { replace: true })
  }

  return {
    ...entry,
    askError,
    phoneError,
    isAsking,
    isLoggingIn,
    isReady: canLogIn(entry, entry.digits),
    askForCode,
    logIn: () => {
      if (canLogIn(entry, entry.digits) && !isLoggingIn) startLoggingIn(logIn)
    },
  }
}

/** Holds the entry, and the code that was last sent to this number. */
function useEntry(fields: Fields) {
  const [entry, setEntry] = useState(emptyEntry)
  const { phone } = entry
  const sent = entry.sent?.phone === phone ? entry.sent : undefined
  const change = (changed: Partial<Entry>) =>
    setEntry(before => rememberEntry({ ...before, ...changed }))

  // Before hydration the prerendered fields and the checkbox hold what was entered; before a
  // reload, the session storage does.
  useLayoutEffect(() => {
    const remembered = rememberedEntry()
    const { value = '', form } = fields.phone.current ?? {}
    setEntry(
      rememberEntry({
        ...remembered,
        phone: nationalDigits(value || remembered.phone),
        code: fields.code.current?.value || remembered.code,
        isAgreed: remembered.isAgreed || !!form?.querySelector(':checked'),
      }),
    )
  }, [fields])

  return {
    ...entry,
    sent,
    digits: sent?.digits ?? LOGIN_CODE_DIGITS,
    setCode: (code: string) => change({ code }),
    setAgreed: (isAgreed: boolean) => change({ isAgreed }),
    setPhone: (typed: string) => change({ phone: typed }),
    codeSent: (wait: { digits: number; waitSeconds: number }) =>
      change({
        code: '',
        sent: { phone, digits: wait.digits, resendAtMs: Date.now() + wait.waitSeconds * 1000 },
      }),
  }
}
