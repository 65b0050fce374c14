/**
 * The bridge to a native app that shows these pages (docs/native-shell.md). Android injects
 * `window.SaralShell`, whose functions return JSON text; iOS answers messages to
 * `webkit.messageHandlers.saralShell` with promises.
 */
import * as v from 'valibot'
import { DEVICE_PROOF, DEVICE_PROOF_MAX_CHARS } from '#contract/native.ts'
import { isInNativeShell } from '#web/device/in-native-shell.ts'

/** The time limit for the native app's answer. */
const TIMEOUT_MS = 10_000

const part = v.pipe(v.string(), v.maxLength(200))
const deviceInfo = v.object({
  deviceId: v.pipe(v.string(), v.regex(/^[\w.:-]{8,100}$/)),
  version: v.optional(part, ''),
  idfv: v.optional(part, ''),
  idfa: v.optional(part, ''),
  sdkVersion: v.optional(part, ''),
  brand: v.optional(part, ''),
})
const oneTimeLogin = v.object({ exchangeCode: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) })
const proveCode = v.object({
  proof: v.pipe(v.string(), v.maxLength(DEVICE_PROOF_MAX_CHARS), v.regex(DEVICE_PROOF)),
})

/** The data with which a native login identifies its device (spec §7). */
export type DeviceInfo = v.InferOutput<typeof deviceInfo>

export type NativeShell = {
  readonly getDeviceInfo: () => Promise<DeviceInfo>
  /** A one-time code that opens one session for this page. */
  readonly oneTimeLogin: () => Promise<{ readonly exchangeCode: string }>
  /** A proof by the device's key for the exchange of this code. */
  readonly proveCode: (exchangeCode: string) => Promise<{ readonly proof: string }>
  /** The page is done, and the app takes over. */
  readonly finish: () => Promise<void>
  /** 'To Evaluate': the app's page in its store. */
  readonly rate: () => Promise<void>
}

type CallName = keyof NativeShell
type AndroidShell = Readonly<Record<CallName, (exchangeCode?: string) => string | undefined>>
type Message = { readonly call: CallName; readonly exchangeCode?: string }
type AppleShell = { readonly postMessage: (message: Message) => Promise<unknown> }
type ShellWindow = {
  readonly SaralShell?: AndroidShell
  readonly webkit?: { readonly messageHandlers?: { readonly saralShell?: AppleShell } }
}

/**
 * The native app around this page; undefined in a browser. Its answers are validated like any other
 * input.
 */
export function nativeShell(window: unknown = globalThis): NativeShell | undefined {
  if (!isInNativeShell(window)) return undefined
  const ask = (call: CallName, exchangeCode?: string) =>
    withTimeout(send(window as ShellWindow, call, exchangeCode))
  return {
    getDeviceInfo: async () => v.parse(deviceInfo, await ask('getDeviceInfo')),
    oneTimeLogin: async () => v.parse(oneTimeLogin, await ask('oneTimeLogin')),
    proveCode: async exchangeCode => v.parse(proveCode, await ask('proveCode', exchangeCode)),
    finish: async () => void (await ask('finish')),
    rate: async () => void (await ask('rate')),
  }
}

async function send(
  { SaralShell, webkit }: ShellWindow,
  call: CallName,
  exchangeCode: string | undefined,
): Promise<unknown> {
  const parameters = exchangeCode === undefined ? {} : { exchangeCode }
  // Called on the object itself: Android refuses a detached function.
  const answer = SaralShell
    ? SaralShell[call](...Object.values(parameters))
    : await webkit?.messageHandlers?.saralShell?.postMessage({ call, ...parameters })
  return typeof answer === 'string' ? JSON.parse(answer) : answer
}

function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Native app did not answer.')), TIMEOUT_MS)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
