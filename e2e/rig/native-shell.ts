import type { BrowserContext } from 'playwright-core'

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
 * Shows every page of the context inside a native app that has these codes: it hands them out, one a
 * call, and proves each, as often as there are proofs.
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
