/** The main button of each page says in its description what is missing, and answers a press. */
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { open } from '#web/testing/open.tsx'
import { control, fill, says, tap, turn, type } from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'
import * as pages from '#web/testing/stubs.ts'

const { verify, feedback, order, directory } = contract

const stubContacts = () => [pages.stubSteps('contacts'), stub(verify.contacts, null)]
async function mostContacts() {
  for (const slot of ['one', 'two', 'third']) {
    await fill(`${slot}Relation`, '1')
    await fill(`${slot}Name`, 'Ramesh Kumar')
  }
  await fill('oneMobile', '9812345678')
}
async function anIfsc() {
  stub(directory.bank, { state: 'known' })
  stub(directory.branch, { bankName: 'State Bank of India', branch: null })
  await type('IFSC code', 'SBIN0001234')
}
const stubTopics = () => stub(feedback.types, [{ problemType: 't1', problemDesc: 'Repayment' }])
const stubNoAccount = () => [
  pages.stubApplying([]),
  stub(order.apply, { refused: 'bank-card-required' }),
]

type Row = readonly [
  at: string,
  button: string,
  given: () => unknown,
  act: (() => unknown) | undefined,
  missing: string,
  answer: string,
]
const NO_ACCOUNT = 'Attention! Just one step away from receiving cash! Add payment account.'

test.each<Row>([
  [
    '/auth/identity',
    'CONFIRM',
    () => pages.stubIdentity(2),
    undefined,
    'Still missing: Aadhaar OTP, PAN',
    'Please Input IDcard No.',
  ],
  [
    '/auth/identity',
    'CONFIRM',
    () => pages.stubIdentity(2),
    () => fill('panNo', 'ABCPE1234F'),
    'Still missing: Aadhaar OTP',
    'Please Input IDcard No.',
  ],
  [
    '/auth/identity',
    'CONFIRM',
    () => pages.stubIdentity(1),
    undefined,
    'Still missing: Aadhaar front, PAN, Face',
    'Please Upload Aadhaar front',
  ],
  [
    '/auth/face',
    'NEXT',
    pages.stubFace,
    undefined,
    'Still missing: a picture of your face',
    'Please Upload Face Recognition ',
  ],
  [
    '/auth/contacts',
    'NEXT',
    stubContacts,
    undefined,
    '9 answers are still missing',
    'In order to apply for a loan, please complete the emergency contact information.',
  ],
  [
    '/auth/contacts',
    'NEXT',
    stubContacts,
    mostContacts,
    '2 answers are still missing',
    'Please input 2th contact phone number',
  ],
  [
    '/bank/add',
    'Apply Now',
    () => undefined,
    undefined,
    'Still missing: IFSC code, Bank Account No., Confirm Account No.',
    'Please input Ifsc Code.',
  ],
  [
    '/bank/add',
    'Apply Now',
    () => undefined,
    anIfsc,
    'Still missing: Bank Account No., Confirm Account No.',
    'Please input Bank Account.',
  ],
  [
    '/feedback',
    'Submit',
    stubTopics,
    undefined,
    'Please choose what it is about.',
    'Please write your feedback first.',
  ],
  [
    '/product/p1/detail',
    'APPLY NOW',
    stubNoAccount,
    undefined,
    'Still missing: a bank account, the loan purpose',
    NO_ACCOUNT,
  ],
  [
    '/product/p1/detail',
    'APPLY NOW',
    stubNoAccount,
    () => turn('Education'),
    'Still missing: a bank account',
    NO_ACCOUNT,
  ],
])('at %s, %s', async (at, button, given, act, missing, answer) => {
  given()
  await open(at)
  await act?.()
  await says(missing)
  const main = await control(button)
  expect(main).toHaveProperty('disabled', false)
  const line = main.getAttribute('aria-describedby') ?? 'none'
  expect(document.getElementById(line)?.textContent).toBe(missing)
  await tap(button)
  await says(answer)
})

test('NEXT of a configured form waits for its answers', async () => {
  pages.stubBasic()
  await open('/auth/basic')
  await says('One answer is still missing')
  expect(await control('NEXT')).toHaveProperty('disabled', true)
  await type('PIN code', '411038')
  expect(await control('NEXT')).toHaveProperty('disabled', false)
})
