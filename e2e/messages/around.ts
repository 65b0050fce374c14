import { contract } from '#contract/index.ts'
import { newPhone } from '#e2e/rig/borrower.ts'
import { down, type Message, refuse } from './message.ts'

export const login: readonly Message[] = [
  {
    at: '/login',
    when: 'a code is asked for without the agreement (§5)',
    provoke: async ({ type, tap }) => [await type('Mobile number', newPhone()), await tap('Get')],
    says: ['Please agree with Loan Guarantee Argreement.'],
    toast: true,
  },
  {
    at: '/login',
    when: 'the server sends no code: its words, beside the field (§8)',
    async provoke({ page, type, tap, borrower }) {
      // Whether or not this one is sent, the last one is less than a minute old.
      await borrower.browser.calls(contract.login).sendCode({ phone: borrower.phone })
      await type('Mobile number', borrower.phone)
      await page.getByRole('checkbox').check()
      await tap('Get')
    },
    says: [/^Please wait \d+ seconds before asking for another code\.$/],
  },
  {
    at: '/login',
    when: 'the login is refused (§8)',
    async provoke({ page, type, tap, sandbox }) {
      const phone = newPhone()
      await type('Mobile number', phone)
      await page.getByRole('checkbox').check()
      const code = await sandbox.codeAfter(phone, () => tap('Get'))
      await type('Code', code === '0000' ? '1111' : '0000')
      await tap('LOGIN')
    },
    says: ['This code is wrong. Please check it and try again.'],
    toast: true,
  },
]

const AMOUNT_MISSING =
  'Please enter an amount in rupees, such as 20,000 or 969.73. At most ₹10,00,00,000.'

export const compare: readonly Message[] = [
  {
    at: '/compare',
    when: 'nothing is entered: beside each field that is needed',
    provoke: ({ tap }) => tap('Show what it costs'),
    says: [AMOUNT_MISSING, 'Please enter a whole number from 1 to 600.'],
  },
  {
    at: '/compare',
    when: 'the charges leave nothing of the loan: within the page',
    provoke: async ({ type, tap }) => {
      await type('Loan amount', '5000')
      await type('Fees deducted or charged', '5000')
      await type('Each instalment', '5035')
      await type('How many instalments', '1')
      await tap('Show what it costs')
    },
    says: ['After the charges, nothing is left of the loan. Please check the figures.'],
  },
]

export const feedback: readonly Message[] = [
  {
    at: '/feedback',
    when: 'more than 300 characters are written, some of them not allowed (§5)',
    provoke: ({ type }) => type('Your feedback', `<${'a'.repeat(310)}>`),
    says: [/^300\/300 · /],
  },
  {
    at: '/feedback',
    when: 'nothing is written (§5)',
    provoke: async ({ type, tap }) => [await type('Your feedback', ''), await tap('Submit')],
    says: ['Please write your feedback first.'],
  },
  {
    at: '/feedback',
    when: 'the server refuses it: no toast, and its words are not shown (§8)',
    async provoke(visit) {
      await refuse(visit, '/opinion-record/v1/save', down)
      await visit.page.getByLabel('What is it about?').selectOption({ index: 1 })
      await visit.type('Your feedback', 'Hello')
      await visit.tap('Submit')
    },
    says: ['We could not send it. Your text is kept; please try again.'],
  },
]

export const home: readonly Message[] = [
  {
    at: '/',
    when: 'the auth status cannot be read on APPLY (§8)',
    provoke: async visit => [
      await visit.see('Saral Weekly'),
      await refuse(visit, '/auth/v1/find-user-auth', down),
      await visit.page.getByRole('button', { name: 'APPLY' }).first().click(),
    ],
    says: [down.msg],
    toast: true,
  },
]
