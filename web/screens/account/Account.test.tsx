import { expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { config, me } from '#web/testing/answers.ts'
import { giveNavigator } from '#web/testing/device.ts'
import { open } from '#web/testing/open.tsx'
import { control, field, says, see, shown, tap, turn, type } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { type Answer, stub } from '#web/testing/stub.ts'
import { stubAccount } from '#web/testing/stubs.ts'

const { calendar, reminder, account, ownData, passkey } = contract
const at = '/personal'
const opening = (link: { since: Date | null }) => async () => {
  stubAccount()
  return stub(calendar.link, link)
}
const since = new Date('2026-03-01T10:00:00Z')

testStates([
  {
    at,
    when: 'a loan was repaid on time',
    given: () => stubAccount({ loansRepaid: 1, loansRepaidOnTime: 1 }),
    sees: ['5%'],
  },
  {
    at,
    when: 'the calendar has no address',
    given: opening({ since: null }),
    act: () => tap(/^Calendar/),
    sees: [/no name and no amount/, 'Make an address'],
    lacks: ['Turn off the address'],
  },
  {
    at,
    when: 'the calendar has an address',
    given: opening({ since }),
    act: () => tap(/^Calendar/),
    sees: [/1 Mar 2026/, 'Make a new address', 'Turn off the address'],
  },
  {
    at,
    when: 'the reminder wish cannot be read',
    given: () => [stubAccount(), stub(reminder.wish, { refused: 'failed-unexpectedly' })],
    act: () => tap(/^Reminders/),
    sees: ['Something went wrong on our side. Nothing was changed. Please try again.'],
  },
])

test('makes a calendar address, shows it once, copies it and turns it off', async () => {
  const writeText = vi.fn(async () => undefined)
  giveNavigator({ clipboard: { writeText } })
  const link = await opening({ since: null })()
  const address = 'https://saral.example/calendar/secret.ics'
  stub(calendar.create, { address })
  const ended = stub(calendar.revoke, null)
  await open(at)
  await tap(/^Calendar/)
  stub(calendar.link, { since })
  await tap('Make an address')
  expect(await field('Your address')).toHaveProperty('value', address)
  const add = await control('Add to my calendar')
  expect(add.getAttribute('href')).toBe('webcal://saral.example/calendar/secret.ics')
  await tap('Copy')
  await see('The address is copied.')
  expect(writeText).toHaveBeenCalledWith(address)
  stub(calendar.link, { since: null })
  await tap('Turn off the address')
  await see('The address no longer works. Remove the subscription in your calendar.')
  await control('Make an address')
  expect(document.body.textContent).not.toContain('secret.ics')
  expect([link.inputs.length, ended.inputs.length]).toEqual([1, 1])
})

test('says when reminders come, and saves the borrower’s wish', async () => {
  stubAccount()
  const wish = { way: 'usual', time: 'any', language: 'en' } as const
  stub(reminder.wish, { ...wish, days: [-3, -1, 0, 1, 3, 7, 14] })
  const wishes = stub(reminder.saveWish, null)
  await open(at)
  await tap(/^Reminders/)
  await says(
    /We remind you 3 and 1 days before a due date, on the day and, if you have not paid, 1, 3, 7, and 14 days after/,
  )
  await turn('SMS only')
  await see('Saved.')
  expect(wishes.inputs).toEqual([{ ...wish, way: 'text' }])
})

const WRONG = 'This code is wrong. Please check it and try again.'
const EXPIRED = 'This code has expired. Please ask for a new one.'

async function confirm(code: string, answer: Answer<typeof account.confirmDevice>) {
  const confirmCalls = stub(account.confirmDevice, answer)
  await type('Code from the SMS', code)
  await tap('Confirm', -1)
  return confirmCalls.inputs
}

test('a new device asks for the second code until it is right, and sends it again', async () => {
  stub(account.me, me)
  stub(ownData.overview, { refused: 'confirm-code-required' })
  let resendSeconds = 0
  const calls = stub(account.sendConfirmCode, () => ({ resendSeconds, codeDigits: 6 }))
  await open('/personal/data')
  await see('This device is new. Please confirm first that it is you.')
  await tap('Confirm')
  await see(/^This device is new\. Here you can see and repay your loans\./)
  expect(await confirm('12', null)).toEqual([])
  expect(await confirm('000000', { refused: 'confirm-code-wrong' })).toEqual([{ code: '000000' }])
  await see(WRONG)
  expect(await field('Code from the SMS')).toHaveProperty('value', '')
  await confirm('111111', { refused: 'code-expired' })
  await see(EXPIRED)
  expect(shown(WRONG)).toEqual([])
  resendSeconds = 30
  await tap('resend')
  await see(/^resend in \d+ seconds$/)
  expect(shown(EXPIRED)).toEqual([])
  expect(calls.inputs).toHaveLength(2)
  stub(contract.device.consents, [])
  stub(contract.content.config, config)
  stub(ownData.overview, { items: [], consents: [], looks: [], closesAccount: true })
  await confirm('222222', null)
  await see('Download your data')
  expect(document.querySelector('dialog')).toBeNull()
})

test('asks for a proof before a passkey is removed, and keeps it if the dialog is closed', async () => {
  stubAccount()
  stub(account.devices, [])
  const local = { isSynced: false, isOfThisDevice: true }
  stub(passkey.list, [
    {
      passkeyId: '01a1fc5e-4940-7566-bffd-964037d99206',
      addedAt: since,
      lastUsedAt: null,
      ...local,
    },
  ])
  const removals = stub(passkey.remove, { refused: 'confirm-code-again' })
  stub(account.sendConfirmCode, { resendSeconds: 30, codeDigits: 6 })
  await open(at)
  await tap(/^Your devices/)
  await tap('Remove this passkey')
  await see('You are changing how you sign in. Please enter the code that we sent to your phone.')
  await tap('Close', -1)
  await see('Please confirm again that it is you before you change your passkeys.')
  expect(removals.inputs).toHaveLength(1)
})
