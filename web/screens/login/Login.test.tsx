import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { open } from '#web/testing/open.tsx'
import { control, field, see, tap, turn, type } from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'

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

test('a code goes to the number that was typed or pasted, and what cannot be read stays', async () => {
  const sent = stub(login.sendCode, { refused: 'code-limit-reached', details: { waitMinutes: 5 } })
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
  await expect.poll(() => sent.inputs).toEqual(numbers)
  for (const [text, words] of NO_NUMBER) {
    // A whole number is shown without its spaces, whatever is typed behind it.
    const shown = text.replace('98765 43210', '9876543210')
    expect(await typed('Mobile number', text)).toBe(shown)
    await see(words)
    await tap('Get')
    expect(await pasted('Mobile number', text)).toBe(text)
    expect(await control('LOGIN')).toHaveProperty('disabled', true)
  }
  expect(sent.inputs).toHaveLength(2)
})

test('a code is read however it is typed, and a longer one stays', async () => {
  await open('/login', 'visitor')
  for (const code of ['१२३४', '12 34', 'G-1234'])
    expect(await typed('Code', code), code).toBe('1234')
  expect(await pasted('Code', '1234 is your Saral code')).toBe('1234')
  expect(await typed('Code', '12345')).toBe('12345')
  await see('The code has 4 digits.')
})
