import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { open } from '#web/testing/open.tsx'
import { arrive, control, field, see, shown, tap, toasts, turn, type } from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'
import { stubAccount } from '#web/testing/stubs.ts'

const { login } = contract
/** Ways in which people type and paste one number. */
const ONE_NUMBER = [
  '+919876543210',
  '919876543210',
  '0091 98765 43210',
  '+91 (0) 98765 43210',
  '0 98765-43210',
  '९८७६५४३२१०',
  '௯௮௭௬௫௪௩௨௧௦',
]
const NO_NUMBER = [
  ['98765432109', 'Please enter a valid Indian mobile number.'],
  ['+1 987 654 3210', 'Please enter a valid Indian mobile number.'],
  ['98765 43210, 91234 56789', 'These are several numbers. Please enter one.'],
] as const

async function typed(label: string, text: string): Promise<string> {
  const target = await field(label)
  const user = userEvent.setup({ delay: null })
  await user.clear(target)
  await user.type(target, text)
  return target.value
}
async function pasted(label: string, text: string): Promise<string> {
  await type(label, text)
  return (await field(label)).value
}

test('a code goes to the typed or pasted number, and an unreadable text stays', async () => {
  const calls = stub(login.sendCode, { refused: 'code-limit-reached', details: { waitMinutes: 5 } })
  await open('/login', 'visitor')
  await turn(/^I agree/)
  for (const number of ONE_NUMBER) {
    expect(await typed('Mobile number', number), number).toBe('9876543210')
    expect(await pasted('Mobile number', `\u202a${number}\u202c`), number).toBe('9876543210')
  }
  await tap('Get')
  await typed('Mobile number', '91 91234 56789')
  await tap('Get')
  const numbers = [{ phone: '919876543210' }, { phone: '919123456789' }]
  await expect.poll(() => calls.inputs).toEqual(numbers)
  for (const [text, words] of NO_NUMBER) {
    // A complete number is shown without spaces, also when more is typed behind it.
    const shown = text.replace('98765 43210', '9876543210')
    expect(await typed('Mobile number', text)).toBe(shown)
    await see(words)
    await tap('Get')
    expect(await pasted('Mobile number', text)).toBe(text)
    expect(await control('LOGIN')).toHaveProperty('disabled', true)
  }
  expect(calls.inputs).toHaveLength(2)
})

test('a code is read however it is typed, and a longer one stays', async () => {
  await open('/login', 'visitor')
  for (const code of ['१२३४', '12 34', 'G-1234'])
    expect(await typed('Code', code), code).toBe('1234')
  expect(await pasted('Code', '1234 is your Saral code')).toBe('1234')
  expect(await typed('Code', '12345')).toBe('12345')
  await see('The code has 4 digits.')
})

/** The error that the field of this label shows. */
async function errorOf(label: string | RegExp): Promise<string | null | undefined> {
  const target = await field(label)
  const line = document.getElementById(target.getAttribute('aria-describedby') ?? 'none')
  return target.getAttribute('aria-invalid') === 'true' ? line?.textContent : undefined
}
const AGREE = /^I agree/
const PLEASE_AGREE = 'Please agree with Loan Guarantee Argreement.'
const WRONG = 'This code is wrong. Please check it and try again.'

test('shows each error at its field until it is corrected, and missing input below LOGIN', async () => {
  stub(login.sendCode, { resendSeconds: 0, codeDigits: 4 })
  stub(login.login, { refused: 'code-wrong' })
  await open('/login', 'visitor')
  await see('Still missing: Mobile number, Code, your tick')
  expect(await control('LOGIN')).toHaveProperty('disabled', true)
  await type('Mobile number', '12345')
  await tap('Get')
  expect(await errorOf(AGREE)).toBe(PLEASE_AGREE)
  await turn(AGREE)
  expect(await errorOf(AGREE)).toBeUndefined()
  expect(toasts()).toEqual([])
  await tap('Get')
  expect(await errorOf('Mobile number')).toBe('Please enter a valid Indian mobile number.')
  await type('Mobile number', '9876543210')
  expect(await errorOf('Mobile number')).toBeUndefined()
  await see('Still missing: Code')
  await tap('Get')
  await type('Code', '0000')
  expect(shown(/^Still missing/)).toEqual([])
  await tap('LOGIN')
  expect([await errorOf('Code'), ...toasts()]).toEqual([WRONG, WRONG])
  await type('Code', '1')
  expect(await errorOf('Code')).toBeUndefined()
})

test('says beside the code that no message could be sent, and does not claim one', async () => {
  stub(login.sendCode, { refused: 'code-not-sent', details: { retrySeconds: 15 } })
  await open('/login', 'visitor')
  await type('Mobile number', '9876543210')
  await turn(AGREE)
  await tap('Get')
  await see(/^We could not send the message\. Check the number and try again in 15 seconds\./)
  expect(toasts()).toEqual([])
  await type('Code', '1')
  expect(shown(/^We could not send the message\./)).toEqual([])
  expect(shown(/Sent by SMS/)).toEqual([])
  expect(await control('Get')).toHaveProperty('disabled', false)
})

test('shows the message of an action once, on the page that follows', async () => {
  stubAccount()
  stub(login.logout, null)
  await open('/personal')
  await tap(/^Log out everywhere/)
  await tap('Log out everywhere', -1)
  await arrive('/login')
  expect(toasts()).toEqual(['You are logged out everywhere.'])
  await tap('Loan Guarantee Agreement')
  await arrive('/protocol/term')
  expect(toasts()).toEqual([])
})
