import { afterEach, expect, test, vi } from 'vitest'
import { awaitSmsCode } from './web-otp.ts'

type OtpRequest = { otp: unknown; signal: AbortSignal }

/** A browser that reads messages: `deliver` hands it one. */
function browserWithOtp() {
  const requests: OtpRequest[] = []
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  vi.stubGlobal('OTPCredential', class {})
  vi.stubGlobal('navigator', {
    credentials: {
      get: (request: OtpRequest) => {
        requests.push(request)
        return promise
      },
    },
  })
  return { requests, deliver: resolve, refuse: reject }
}
const settled = () => new Promise(resolve => setTimeout(resolve))
afterEach(() => vi.unstubAllGlobals())

test('fills in the code of a message, where the browser reads messages', async () => {
  const codes: string[] = []
  const { requests, deliver } = browserWithOtp()
  awaitSmsCode(code => codes.push(code))
  expect(requests).toMatchObject([{ otp: { transport: ['sms'] } }])
  deliver({ code: '4711' })
  await settled()
  expect(codes).toEqual(['4711'])
})

test('stops at once when the page is left, and fills in nothing afterwards', async () => {
  const codes: string[] = []
  const { requests, deliver } = browserWithOtp()
  const stop = awaitSmsCode(code => codes.push(code))
  expect(requests[0]?.signal.aborted).toBe(false)
  stop()
  expect(requests[0]?.signal.aborted).toBe(true)
  deliver({ code: '4711' })
  await settled()
  expect(codes).toEqual([])
})

test('is never required: without the browser’s help, or with a refusal, the code is typed', async () => {
  const codes: string[] = []
  awaitSmsCode(code => codes.push(code))()
  const { refuse } = browserWithOtp()
  awaitSmsCode(code => codes.push(code))
  refuse(new DOMException('refused', 'AbortError'))
  await settled()
  expect(codes).toEqual([])
})
