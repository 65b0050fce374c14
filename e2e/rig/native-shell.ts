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

/** Shows every page of the context inside a native app that hands out these codes, one a call. */
export async function wrapInShell(
  context: BrowserContext,
  kind: Kind,
  codes: string[] = [],
): Promise<FakeShell> {
  const calls: string[] = []
  await context.exposeFunction('shellHears', (call: string) => {
    calls.push(call)
  })
  await context.addInitScript(
    ([form, device, oneTimeCodes]) => {
      const unusedCodes = [...oneTimeCodes]
      const answers: Record<string, () => unknown> = {
        getDeviceInfo: () => device,
        oneTimeLogin: () => ({ exchangeCode: unusedCodes.shift() }),
        finish: () => undefined,
        rate: () => undefined,
      }
      const answer = (call: string): unknown => {
        void (window as unknown as { shellHears: (call: string) => Promise<void> }).shellHears(call)
        return answers[call]?.()
      }
      const android = Object.fromEntries(
        Object.keys(answers).map(call => [
          call,
          () => {
            const value = answer(call)
            return value === undefined ? undefined : JSON.stringify(value)
          },
        ]),
      )
      const ios = {
        messageHandlers: {
          saralShell: { postMessage: async ({ call }: { call: string }) => answer(call) },
        },
      }
      Object.assign(window, form === 'android' ? { SaralShell: android } : { webkit: ios })
    },
    [kind, shellDevice, codes] as const,
  )
  return { calls }
}
