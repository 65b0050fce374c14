import type { BrowserContext } from 'playwright-core'

/** A native app around the page, as docs/native-shell.md describes it; `calls` tells what it was asked for. */
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

/** Every page of this context is shown by an app that hands out these codes, one at each asking. */
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
      const left = [...oneTimeCodes]
      const answers: Record<string, () => unknown> = {
        getDeviceInfo: () => device,
        oneTimeLogin: () => ({ exchangeCode: left.shift() }),
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
