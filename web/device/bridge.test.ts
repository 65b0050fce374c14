import { describe, expect, test } from 'vitest'
import { nativeShell } from '#web/device/bridge.ts'
import { isInNativeShell } from '#web/device/in-native-shell.ts'

const info = {
  deviceId: 'a1b2c3d4e5f6',
  version: '2.0',
  idfv: '',
  idfa: '',
  sdkVersion: '34',
  brand: 'Pixel',
}
const exchangeCode = 'c'.repeat(43)
const proof = 'eyJ0.eyJo.MEUC'

function androidWindow(answers: Record<string, string | undefined> = {}) {
  const calls: string[] = []
  const shell = {
    answer(call: string, parameter?: string) {
      // A Java object's function can only be called on the object itself.
      if (this !== shell)
        throw new TypeError('Java bridge method can’t be invoked on a non-injected object')
      calls.push(parameter === undefined ? call : `${call} ${parameter}`)
      return answers[call]
    },
    proveCode(code: string) {
      return this.answer('proveCode', code)
    },
    getDeviceInfo() {
      return this.answer('getDeviceInfo')
    },
    oneTimeLogin() {
      return this.answer('oneTimeLogin')
    },
    finish() {
      return this.answer('finish')
    },
    rate() {
      return this.answer('rate')
    },
  }
  return { calls, window: { SaralShell: shell } }
}

function appleWindow(answers: Record<string, unknown> = {}) {
  const calls: string[] = []
  const postMessage = async ({ call, ...more }: { call: string; exchangeCode?: string }) => {
    calls.push([call, ...Object.values(more)].join(' '))
    return answers[call]
  }
  return { calls, window: { webkit: { messageHandlers: { saralShell: { postMessage } } } } }
}

test('a plain browser has no native app, even with somebody else’s bridge', () => {
  expect(nativeShell({})).toBeUndefined()
  expect(isInNativeShell({ webkit: { messageHandlers: { other: {} } } })).toBe(false)
})

describe.each([
  [
    'Android',
    () =>
      androidWindow({
        getDeviceInfo: JSON.stringify(info),
        oneTimeLogin: JSON.stringify({ exchangeCode }),
        proveCode: JSON.stringify({ proof }),
      }),
  ],
  [
    'iOS',
    () =>
      appleWindow({ getDeviceInfo: info, oneTimeLogin: { exchangeCode }, proveCode: { proof } }),
  ],
])('on %s', (_name, open) => {
  test('the app answers and receives calls', async () => {
    const { calls, window } = open()
    const shell = nativeShell(window)
    expect(await shell?.getDeviceInfo()).toEqual(info)
    expect(await shell?.oneTimeLogin()).toEqual({ exchangeCode })
    expect(await shell?.proveCode(exchangeCode)).toEqual({ proof })
    await shell?.finish()
    await shell?.rate()
    const proofCall = `proveCode ${exchangeCode}`
    expect(calls).toEqual(['getDeviceInfo', 'oneTimeLogin', proofCall, 'finish', 'rate'])
  })
})

test.each([
  ['no answer at all', undefined],
  ['no device', { brand: 'Pixel' }],
  ['a malformed device id', { deviceId: 'a b' }],
  ['a name that would end the header', { deviceId: 'a1b2c3d4\r\nx: y' }],
])('%s is refused', async (_name, answer) => {
  const { window } = appleWindow({ getDeviceInfo: answer })
  await expect(nativeShell(window)?.getDeviceInfo()).rejects.toThrow()
})

test('a malformed code is refused', async () => {
  const { window } = androidWindow({ oneTimeLogin: '{"exchangeCode":"short"}' })
  await expect(nativeShell(window)?.oneTimeLogin()).rejects.toThrow()
})

test('a malformed proof is refused', async () => {
  const { window } = androidWindow({ proveCode: '{"proof":"x"}' })
  await expect(nativeShell(window)?.proveCode(exchangeCode)).rejects.toThrow()
})
