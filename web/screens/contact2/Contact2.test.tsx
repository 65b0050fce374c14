import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { takeTokenFromAddress } from '#web/device/address-token.ts'
import { open } from '#web/testing/open.tsx'
import { control, field, see, tap } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { lost, stub } from '#web/testing/stub.ts'
import { stubSteps } from '#web/testing/stubs.ts'

const { contact, verify } = contract
const at = '/verify/contact2'
const naming = {
  firstName: 'Asha',
  lender: 'Saral',
  namedAt: new Date('2026-03-01T10:00:00Z'),
  isDeclined: false,
}
const storeToken = () => sessionStorage.setItem('link-token', 'secret')
const by = 'visitor'

testStates([
  {
    at,
    by,
    when: 'the link is right',
    given: () => [storeToken(), stub(contact.naming, naming)],
    sees: ['Asha named you as an emergency contact', '1 Mar 2026'],
  },
  {
    at,
    by,
    when: 'they declined',
    given: () => [storeToken(), stub(contact.naming, { ...naming, isDeclined: true })],
    sees: ['You declined'],
    lacks: ['Decline and erase my data'],
  },
  { at, by, when: 'there is no link', sees: ['This link has expired', 'Privacy'] },
  {
    at,
    by,
    when: 'the network is lost',
    given: () => [storeToken(), stub(contact.naming, lost)],
    sees: ['Try again'],
  },
])

test('an expired link neither leads to the sign-in nor ends a session', async () => {
  storeToken()
  stub(contact.naming, { refused: 'contact-link-expired' })
  await open(at)
  await see('This link has expired')
  expect(location.pathname).toBe(at)
  expect(localStorage.getItem('token')).not.toBeNull()
})

test('declines with the token of the link, which leaves the address', async () => {
  history.replaceState(null, '', `${at}?token=secret`)
  takeTokenFromAddress()
  expect(location.search).toBe('')
  const read = stub(contact.naming, naming)
  const declined = stub(contact.decline, { ...naming, isDeclined: true })
  await open(at, by)
  await tap('Decline and erase my data')
  await tap('Decline')
  await see('You declined')
  expect(declined.inputs).toEqual([{ decline: true }])
  expect([read, declined].map(({ headers }) => headers?.get('link-token'))).toEqual([
    'secret',
    'secret',
  ])
})

test('another contact is needed in place of one who declined', async () => {
  const one = { oneName: 'Asha Rao', oneMobile: '9812345671', oneRelation: '1' }
  const two = { twoName: '', twoMobile: '', twoRelation: '' }
  const third = { thirdName: 'Ravi Rao', thirdMobile: '9812345673', thirdRelation: '1' }
  stubSteps('contacts')
  stub(verify.contacts, { ...one, ...two, ...third, declined: [2] })
  await open('/auth/contacts')
  await see(/asked not to be an emergency contact/)
  const mobiles = await Promise.all(
    [0, 1].map(async slot => (await field('Mobile number', slot)).value),
  )
  expect(mobiles).toEqual(['9812345671', ''])
  expect(await control('NEXT')).toBeTruthy()
})
