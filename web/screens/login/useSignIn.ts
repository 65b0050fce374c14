import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useTransition } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { codeRequestRefusal, mobileNumber } from '#domain/phone.ts'
import { redirectTarget } from '#domain/redirect.ts'
import { messageOfFault } from '#web/api/faults.ts'
import { storeCredentials } from '#web/device/credentials.ts'
import { t } from '#web/locales/i18n.ts'
import { toast } from '#web/ui/toast.ts'
import { type EarlySignIn, takeHandedOver } from './early.ts'
import {
  afterSending,
  askingRefused,
  codeLength,
  type Entry,
  emptyEntry,
  enteredIn,
  type Fault,
  faultAfter,
  missingNames,
  rememberEntry,
  rememberedEntry,
  sentCode,
} from './entry.ts'

type Fields = {
  phone: RefObject<HTMLInputElement | null>
  code: RefObject<HTMLInputElement | null>
}

/**
 * Loads the two actions while the number is being typed, so that the first page does not wait for
 * them. Without a network it shows a toast and returns undefined.
 */
async function fetchActions() {
  try {
    return await import('#web/sign-in/actions.tsx')
  } catch (error) {
    toast(messageOfFault(error), 'bad')
    return undefined
  }
}

/** Fetches the actions with the page, and stops reading messages when it is left. */
function useActions() {
  const [actions, setActions] = useState<Awaited<ReturnType<typeof fetchActions>>>()
  useEffect(() => {
    const loading = navigator.onLine ? fetchActions() : undefined
    void loading?.then(setActions)
    return () => void loading?.then(actions => actions?.forgetCode())
  }, [])
  return actions
}

/**
 * The sign-in page's entry and its two actions. The entry survives a visit to the agreement and,
 * except for the code, a reload.
 */
export function useSignIn(fields: Fields) {
  const [fault, setFault] = useState<Fault>()
  const [early, setEarly] = useState<EarlySignIn>()
  const entry = useEntry(
    fields,
    changed => setFault(before => faultAfter(before, changed)),
    setEarly,
  )
  const [isAsking, startAsking, endOfAsking] = useRun()
  const [isLoggingIn, startLoggingIn] = useTransition()
  const actions = useActions()
  const [query] = useSearchParams()
  const [, navigate] = useLocation()
  // The script in the page began this; its entry is in the state now.
  useEffect(() => {
    if (!early) return
    setEarly(undefined)
    setFault(early.fault)
    if (early.toast !== undefined) toast(early.toast, 'bad')
    if (early.action === 'ask') startAsking(sendCode)
    else if (early.action === 'logIn') startLoggingIn(logIn)
  })

  function askForCode() {
    const at = codeRequestRefusal(entry)
    if (at === undefined) {
      entry.setCode('')
      startAsking(sendCode)
      return
    }
    const text = t(askingRefused(at, entry))
    setFault({ at, text })
    if (at === 'phone') fields.phone.current?.focus()
    else toast(text, 'bad')
  }

  async function sendCode() {
    const phone = mobileNumber(entry.phone)
    const actions = await fetchActions()
    if (!actions || phone === undefined) return
    const requested = await actions.requestCode(phone, entry.setCode)
    const { fault: text, digits, waitSeconds } = requested
    if (waitSeconds > 0) entry.codeSent({ digits: digits ?? entry.digits, waitSeconds })
    if (text === undefined) fields.code.current?.focus()
    else setFault({ at: 'code', text })
  }

  async function logIn() {
    const phone = mobileNumber(entry.phone)
    if (phone === undefined) {
      setFault({ at: 'phone', text: t(askingRefused('phone', entry)) })
      return
    }
    const actions = await fetchActions()
    if (!actions) return
    // On a slow network the SMS may arrive before the answer, which binds the code to this browser.
    await endOfAsking()
    const refused = await actions.signInByCode(phone, entry.code)
    if (!refused) return goOn()
    if (!refused.isLost) entry.setCode('')
    toast(refused.fault, refused.isTooShort ? undefined : 'bad')
    if (refused.isTooShort) return sendCode()
    setFault({ at: 'code', text: refused.fault })
    fields.code.current?.focus()
  }

  function goOn() {
    navigate(redirectTarget(query.get('redirect')), { replace: true })
  }

  const missing = missingNames(entry, entry.digits)
  return {
    ...entry,
    faultAt: (field: keyof Entry) => (fault?.at === field ? fault.text : undefined),
    isAsking,
    isLoggingIn,
    missing,
    askForCode,
    PasskeyWay: actions?.PasskeyWay,
    goOn,
    enter: (token: string) => {
      storeCredentials({ token })
      goOn()
    },
    logIn: () => {
      if (missing.length === 0 && !isLoggingIn) startLoggingIn(logIn)
    },
  }
}

/** A transition, and the end of its last run. */
function useRun() {
  const [isRunning, start] = useTransition()
  const last = useRef<Promise<void>>(undefined)
  const run = (act: () => Promise<void>) =>
    start(() => {
      last.current = act()
      return last.current
    })
  return [isRunning, run, () => last.current] as const
}

/** Holds the entry, and the code that was last sent to this number. */
function useEntry(
  fields: Fields,
  onChange: (changed: Partial<Entry>) => void,
  setEarly: (early: EarlySignIn | undefined) => void,
) {
  const [entry, setEntry] = useState(emptyEntry)
  const { phone } = entry
  const sent = sentCode(entry)
  function change(changed: Partial<Entry>) {
    onChange(changed)
    setEntry(before => rememberEntry({ ...before, ...changed }))
  }

  // Before hydration the prerendered fields and the checkbox hold the entry, and the script in the
  // page the rest; before a reload, the session storage does.
  useLayoutEffect(() => {
    const early = takeHandedOver()
    const phone = fields.phone.current
    const agree = phone?.form?.querySelector<HTMLInputElement>('[name=agree]')
    const entered = { phone, code: fields.code.current, agree }
    setEntry(rememberEntry(enteredIn(entered, early?.entry ?? rememberedEntry())))
    setEarly(early)
  }, [fields, setEarly])

  return {
    ...entry,
    sent,
    digits: codeLength(entry),
    setCode: (code: string) => change({ code }),
    setAgreed: (isAgreed: boolean) => change({ isAgreed }),
    setPhone: (typed: string) => change({ phone: typed }),
    codeSent: (wait: { digits: number; waitSeconds: number }) =>
      change(afterSending(phone, wait.digits, wait.waitSeconds)),
  }
}
