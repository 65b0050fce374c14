import type { BrowserContext } from 'playwright-core'
import { contract } from '#contract/index.ts'
import { BASE_PATH } from '#contract/path.ts'
import { browserOn } from '#server/testing/browser.ts'
import { newDeviceKey, signBy } from '#server/testing/device-key.ts'
import { answered } from './borrower.ts'
import { openSandbox } from './sandbox.ts'

/** The native app around a page (docs/native-shell.md). `calls` records the calls of the page. */
export type FakeShell = { readonly calls: string[] }

type Kind = 'android' | 'ios'

export const shellDevice = {
  deviceId: 'shell-device-0001',
  version: '1.4.0',
  idfv: '',
  idfa: '',
  sdkVersion: '34',
  brand: 'Pixel',
}

/** An exchange code of the app, and proofs that its device's key signed for it: each works once. */
export type ProvenCode = { readonly exchangeCode: string; readonly proofs: readonly string[] }

/**
 * Shows every page of the context inside a native app. It hands out one of these codes a call, and
 * proves each as often as there are proofs.
 */
export async function wrapInShell(
  context: BrowserContext,
  kind: Kind,
  codes: readonly ProvenCode[] = [],
): Promise<FakeShell> {
  const calls: string[] = []
  await context.exposeFunction('shellHears', (call: string) => {
    calls.push(call)
  })
  await context.addInitScript(
    ([form, device, oneTimeCodes]) => {
      const unusedCodes = oneTimeCodes.map(({ exchangeCode }) => exchangeCode)
      let proofsMade = 0
      const answers: Record<string, (exchangeCode?: string) => unknown> = {
        getDeviceInfo: () => device,
        oneTimeLogin: () => ({ exchangeCode: unusedCodes.shift() }),
        proveCode: code => ({
          proof: oneTimeCodes.find(({ exchangeCode }) => exchangeCode === code)?.proofs[
            proofsMade++
          ],
        }),
        finish: () => undefined,
        rate: () => undefined,
      }
      const answer = (call: string, exchangeCode?: string): unknown => {
        void (window as unknown as { shellHears: (call: string) => Promise<void> }).shellHears(call)
        return answers[call]?.(exchangeCode)
      }
      const android = Object.fromEntries(
        Object.keys(answers).map(call => [
          call,
          (exchangeCode?: string) => {
            const value = answer(call, exchangeCode)
            return value === undefined ? undefined : JSON.stringify(value)
          },
        ]),
      )
      const ios = {
        messageHandlers: {
          saralShell: {
            postMessage: async (message: { call: string; exchangeCode?: string }) =>
              answer(message.call, message.exchangeCode),
          },
        },
      }
      Object.assign(window, form === 'android' ? { SaralShell: android } : { webkit: ios })
    },
    [kind, shellDevice, codes] as const,
  )
  return { calls }
}

/**
 * Returns an exchange code from a native app in which the borrower is signed in, proven by the key of
 * its device.
 */
export async function provenCodeOf(
  origin: string,
  { phone: digits }: { phone: string },
): Promise<ProvenCode> {
  const app = browserOn(origin)
  const key = await newDeviceKey()
  const now = () => new Date()
  signBy(app, key, origin, now)
  Object.assign(app.headers, { os: 'android', ...shellDevice })
  const sandbox = openSandbox(origin)
  // A number gets only one code a minute.
  await sandbox.advance('PT2M')
  answered(await app.calls(contract.login).sendCode({ phone: `91${digits}` }))
  const code = await sandbox.code(digits)
  app.token = answered(
    await app.calls(contract.native).login({ by: 'code', phone: `91${digits}`, code }),
  ).token
  const { exchangeCode } = answered(await app.calls(contract.native).exchangeCode({}))
  const address = `${origin}${BASE_PATH}${contract.native.login.path}`
  const prove = () => key.prove({ method: 'POST', address, secret: exchangeCode, at: now() })
  return { exchangeCode, proofs: [await prove(), await prove()] }
}
