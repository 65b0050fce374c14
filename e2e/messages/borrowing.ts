import { expect } from 'vitest'
import type { Scene } from '#e2e/rig/journey.ts'
import { down, type Message, next, refuse, refused } from './message.ts'

/** Chooses the ICICI Bank in the IFSC finder, then the first state, city and branch. */
async function findBranch({ page }: Scene): Promise<void> {
  for (const list of ['Bank', 'State', 'City', 'Branch']) {
    await page.getByRole('button', { name: new RegExp(`^${list}:`) }).click()
    if (list === 'Bank') await page.getByRole('combobox').fill('ICICI Bank')
    await page.getByRole('option').first().click()
    if (list !== 'Branch') await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

/** Fills the first fields of a new account with these values, and submits. */
const addAccount =
  (...filled: string[]) =>
  async ({ tap, type }: Scene) => {
    for (const [at, label] of ['IFSC code', 'Bank Account No.', 'Confirm Account No.'].entries())
      await type(label, filled[at] ?? '')
    await tap('Apply Now')
  }

export const bank: readonly Message[] = [
  {
    at: '/bank/add',
    when: 'there is no IFSC (§5)',
    provoke: addAccount(),
    says: ['Please input Ifsc Code.'],
  },
  {
    at: '/bank/add',
    when: 'there is no account (§5)',
    provoke: addAccount('SBIN0001234'),
    says: ['Please input Bank Account.'],
  },
  {
    at: '/bank/add',
    when: 'it is not confirmed (§5)',
    provoke: addAccount('SBIN0001234', '012345678901'),
    says: ['Please input Confirm Account.'],
  },
  {
    at: '/bank/add',
    when: 'the two differ (§5)',
    provoke: addAccount('SBIN0001234', '012345678901', '012345678902'),
    says: ['Please Confirm Account.'],
  },
  {
    at: '/bank/add',
    when: 'no bank has these letters: beside the field, as soon as they are typed',
    provoke: ({ type }) => type('IFSC code', 'ZZZZ'),
    says: ['No bank has an IFSC code that starts with these four letters. Please check it.'],
  },
  {
    at: '/bank/ifsc',
    when: 'a branch is chosen (§2, §4)',
    provoke: findBranch,
    says: ['Is this yor IFSC Code?', 'Yes', 'RE-FIND'],
  },
  {
    at: '/product/saral-weekly/detail',
    when: 'there is no bank account to apply with (§5)',
    // Before the cost is there, another message says so.
    provoke: async ({ see, tap }) => [await see('It costs'), await tap('APPLY NOW')],
    says: ['Attention! Just one step away from receiving cash! Add payment account.'],
    toast: true,
  },
]

export const ready: readonly Message[] = [
  {
    at: '/auth/basic',
    when: 'the server does not take an answer: a numbered list (§5, §8)',
    provoke: async visit => [
      await visit.type('PIN code', '41'),
      await next(visit),
      await visit.page.locator('ol li').first().waitFor(),
    ],
    says: ['PIN code has 6 digits.'],
  },
  {
    at: '/auth/basic',
    when: 'a PIN code begins with 0: beside the field, as soon as it is typed',
    provoke: ({ type }) => type('PIN code', '0'),
    says: ['PIN code cannot begin with 0.'],
  },
  {
    at: '/bank/add',
    when: 'the account cannot be added (§8)',
    provoke: addAccount('SBIN0001234', '112233445566', '112233445566'),
    says: ['This account is already in your list.'],
    toast: true,
  },
  {
    at: '/product/saral-weekly/detail',
    when: 'the application is refused (§8)',
    provoke: async visit => [
      await refuse(visit, '/order/v1/apply', down),
      await visit.page.getByLabel('Shopping').check(),
      await visit.see('It costs'),
      await visit.tap('APPLY NOW'),
    ],
    says: [down.msg],
    toast: true,
  },
  {
    at: '/product/saral-weekly/detail',
    when: 'the location does not arrive: nothing is shown, and one may go on (§4, §8)',
    async provoke(visit) {
      const { page } = visit
      await page.context().grantPermissions(['geolocation'])
      await page.context().setGeolocation({ latitude: 18.52043, longitude: 73.85674 })
      const due = { type: 'gps', needUpload: 1, consent: 'given' }
      await refuse(visit, '/device/v1/needUpload', { code: 0, msg: '', data: [due] })
      await refuse(visit, '/device/v1/upload/device_info')
      const refusal = page.waitForResponse(/upload\/device_info/)
      await page.reload()
      expect((await refusal).request().postDataJSON()).toEqual({
        latitude: 18.52,
        longitude: 73.86,
        address: '',
      })
    },
    says: ['APPLY NOW'],
  },
]

export const owing: readonly Message[] = [
  {
    at: '/orders/{order}/detail',
    when: 'the payment cannot be opened: nothing is shown (§8)',
    provoke: async visit => {
      await refuse(visit, '/pay-order/v1/repay')
      await visit.tap('Repayment')
      // The second tap shows that the button works again after the refusal.
      for (const _ of [1, 2]) {
        const answer = visit.page.waitForResponse(/pay-order\/v1\/repay/)
        await visit.tap(/^Pay ₹/)
        await answer
      }
    },
    says: ['Repayment'],
  },
  {
    at: '/orders/{order}/extension',
    when: 'always: what happens when the time limit passes (§8)',
    says: [/^Failing to pay within the time limit makes the extension fail\./],
  },
  {
    at: '/orders/{order}/extension',
    when: 'the extension is given up (§2, §4)',
    provoke: ({ tap }) => tap('Abandon extension'),
    says: ['Confirm giving up on extension?'],
  },
  {
    at: '/schedule/{order}',
    when: 'the scheduled order is cancelled (§2)',
    provoke: ({ tap }) => tap('Cancel'),
    says: ['Are you confirm cancel this schedule order ?'],
  },
  {
    at: '/schedule/{order}',
    when: 'it cannot be cancelled: nothing is shown (§8)',
    async provoke(visit) {
      await refuse(visit, '/order/v1/cancel-auto-apply')
      await visit.tap('Cancel')
      await visit.page
        .getByRole('dialog')
        .getByRole('button', { name: 'Cancel', exact: true })
        .click()
      await visit.page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    says: ['Scheduled order'],
  },
  {
    at: '/orders/audit?orderId={order}',
    when: 'the native audit page cannot look again (§4, §8)',
    provoke: async visit => [
      await visit.see('₹3,000.00'),
      await refuse(visit, '/order/v1/detail'),
      await visit.tap('Refresh'),
    ],
    says: [refused.msg],
    toast: true,
  },
]

export const denied: readonly Message[] = [
  {
    at: '/product/saral-seven/detail',
    when: 'the application was refused (§8)',
    says: ['We could not approve your apolication at this moment. Please re-apply in 15 days.'],
  },
  {
    at: '/orders/{order}/detail',
    when: 'the application was refused, perhaps more than 15 days ago',
    says: ['We could not approve this application.'],
  },
]

export const over: readonly Message[] = [
  {
    at: '/order',
    when: 'the session is over: code -4 (§8)',
    provoke: ({ arrive }) => arrive('/login'),
    says: ['LOGIN'],
  },
]
