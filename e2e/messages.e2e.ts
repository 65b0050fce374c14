import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, type Borrower, newBorrower, newPhone, readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { rupeesToPaise } from '#e2e/rig/rupees.ts'
import { aadhaarEnding, BASE_INFO } from '#server/testing/verification.ts'

openTheProduct()

type Prepared = { readonly borrower: Borrower; readonly orderId: string }
type Told = Scene & Prepared

type Message = {
  /** The page; `{order}` stands for the order of the one who looks. */
  readonly at: string
  /** What leads to the message. */
  readonly when: string
  readonly provoke?: (told: Told) => Promise<unknown>
  /** To the letter, each the whole text of something that is seen. */
  readonly says: readonly (string | RegExp)[]
  /** Whether it is said in a toast, as specification §8 asks. Where this is left out, no toast is seen. */
  readonly toast?: true
}

/** Messages of the specification that have no page yet: those of the upload variant. */
const NOT_YET: readonly string[] = ['Please Upload Aadhaar front', 'Please Upload PAN ', 'Please Upload Face ']

const refused = { code: -1, msg: 'This is not possible for this order now.', data: { reason: 'order-state' } }
const down = {
  code: -1,
  msg: 'Something went wrong on our side. Nothing was changed. Please try again.',
  data: { reason: 'failed-unexpectedly' },
}

/** From here on the server answers this call with a refusal. */
const refuse = ({ page }: Scene, path: string, answer: object = refused) =>
  page.route(`**${path}**`, route => route.fulfill({ json: answer }))

const next = ({ tap }: Scene) => tap('NEXT')

const login: readonly Message[] = [
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
    says: ['That code is not right. Please check it and try again.'],
    toast: true,
  },
]

const CONTACT_FIELDS = ['one', 'two', 'third'].flatMap(slot => [`${slot}Relation`, `${slot}Name`, `${slot}Mobile`])

/** Every answer about the contacts but these. */
async function answerContacts({ page }: Scene, left: readonly string[]): Promise<void> {
  for (const [at, field] of CONTACT_FIELDS.entries()) {
    const control = page.locator(`[name=${field}]`)
    if (!field.endsWith('Relation'))
      await control.fill(left.includes(field) ? '' : field.endsWith('Name') ? 'Asha Rao' : `981234567${at}`)
    // What was answered is kept, and a finger cannot take a choice back.
    else if (left.includes(field)) await control.evaluate(unchoose)
    else await control.selectOption('1')
  }
}

function unchoose(select: Element): void {
  Object.assign(select, { value: '' })
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

const contactsLacking =
  (...left: string[]) =>
  async (told: Told) => {
    await answerContacts(told, left)
    await next(told)
  }

const contacts: readonly Message[] = [
  {
    at: '/auth/contacts',
    when: 'more than two answers are missing (§5)',
    provoke: next,
    says: ['In order to apply for a loan, please complete the emergency contact information.'],
  },
  {
    at: '/auth/contacts',
    when: 'two relationships are missing (§5)',
    provoke: contactsLacking('oneRelation', 'twoRelation'),
    says: ['Please indicate 1th contact relationship', 'Please indicate 2th contact relationship'],
  },
  {
    at: '/auth/contacts',
    when: 'the third relationship is missing (§5)',
    provoke: contactsLacking('thirdRelation'),
    says: ['Please indicate 3th contact relationship'],
  },
  ...(['one', 'two', 'third'] as const).map((slot, at) => ({
    at: '/auth/contacts',
    when: `a name and a number are missing (§5, contact ${at + 1})`,
    provoke: contactsLacking(`${slot}Name`, `${slot}Mobile`),
    says: [`Please input ${at + 1}th contact name`, `Please input ${at + 1}th contact phone number`],
  })),
]

/** Sends the OTP of an Aadhaar number with this ending; the endings have a meaning to the simulator. */
const askOtp =
  (ending: string) =>
  async ({ page, tap }: Scene) => {
    await page.locator('[name=idNo]').fill(aadhaarEnding(ending))
    await tap('Send OTP')
  }

const identity: readonly Message[] = [
  {
    at: '/auth/identity',
    when: 'there is no number (§5)',
    provoke: ({ tap }) => tap('CONFIRM'),
    says: ['Please Input IDcard No.'],
  },
  {
    at: '/auth/identity',
    when: 'there is no PAN (§5)',
    provoke: async ({ page, tap }) => [await page.locator('[name=idNo]').fill(aadhaarEnding('4321')), await tap('CONFIRM')],
    says: ['Please Input Pan Id. '],
  },
  {
    at: '/auth/identity',
    when: 'no OTP can be sent: code -1100001 (§4, §8)',
    provoke: askOtp('0001'),
    says: ['Can not finish the verification?'],
  },
  {
    at: '/auth/identity',
    when: 'the OTP was not sent: data.success is false (§8)',
    provoke: askOtp('0009'),
    says: ['This is not a valid Aadhaar number. Please check it.'],
    toast: true,
  },
  {
    at: '/auth/identity',
    when: 'the OTP is refused with any other code (§8)',
    async provoke(told) {
      const aadhaar = aadhaarEnding('4322')
      answered(await told.borrower.browser.calls(contract.kyc).sendAadhaarOtp({ aadhaar }))
      await askOtp('4322')(told)
    },
    says: [/^Please wait \d+ seconds before asking for another OTP\.$/],
    toast: true,
  },
]

const TEN_MB = 10 * 1024 * 1024
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A picture that stays above the limit, however it is compressed; made in the page, for it is long on the way there. */
async function chooseHugeImage({ page }: Scene): Promise<void> {
  await page.locator('input[type=file]').evaluate(
    (input, { pixel, bytes }) => {
      const much = new Uint8Array(bytes)
      HTMLCanvasElement.prototype.toBlob = give => give(new Blob([much, '.'], { type: 'image/jpeg' }))
      const start = Uint8Array.from(atob(pixel), char => char.charCodeAt(0))
      const chosen = new DataTransfer()
      chosen.items.add(new File([start, much], 'huge.png', { type: 'image/png' }))
      Object.assign(input, { files: chosen.files })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    { pixel: PIXEL, bytes: TEN_MB },
  )
}

const pictures: readonly Message[] = [
  { at: '/auth/face', when: 'there is no picture (§5)', provoke: next, says: ['Please Upload Face Recognition '] },
  ...['/auth/face', '/feedback'].map(at => ({
    at,
    when: 'a picture is over 10 MB even when compressed (§5)',
    provoke: chooseHugeImage,
    says: ['Image size is too big, limit 10MB'],
  })),
]

const feedback: readonly Message[] = [
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
    async provoke(told) {
      await refuse(told, '/opinion-record/v1/save', down)
      await told.page.getByLabel('What is it about?').selectOption({ index: 1 })
      await told.type('Your feedback', 'Hello')
      await told.tap('Submit')
    },
    says: ['Not sent. What you wrote is kept; please try again.'],
  },
]

const home: readonly Message[] = [
  {
    at: '/',
    when: 'the auth status cannot be read on APPLY (§8)',
    provoke: async told => [
      await told.see('Saral Weekly'),
      await refuse(told, '/auth/v1/find-user-auth', down),
      await told.page.getByRole('button', { name: 'APPLY' }).first().click(),
    ],
    says: [down.msg],
    toast: true,
  },
]

/** Chooses from the lists of the IFSC finder, one after the other: the first entry of each after the bank's. */
async function findBranch({ page }: Scene): Promise<void> {
  for (const list of ['Bank', 'State', 'City', 'Branch']) {
    await page.getByRole('button', { name: new RegExp(`^${list}:`) }).click()
    if (list === 'Bank') await page.getByRole('combobox').fill('State Bank of India')
    await page.getByRole('option').first().click()
    if (list !== 'Branch') await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

/** The fields of a new account, in their order, filled as far as this. */
const addAccount =
  (...filled: string[]) =>
  async ({ tap, type }: Scene) => {
    for (const [at, label] of ['IFSC code', 'Bank Account No.', 'Confirm Account No.'].entries())
      await type(label, filled[at] ?? '')
    await tap('Apply Now')
  }

const bank: readonly Message[] = [
  { at: '/bank/add', when: 'there is no IFSC (§5)', provoke: addAccount(), says: ['Please input Ifsc Code.'] },
  { at: '/bank/add', when: 'there is no account (§5)', provoke: addAccount('SBIN0001234'), says: ['Please input Bank Account.'] },
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
    at: '/bank/ifsc',
    when: 'a branch is chosen (§2, §4)',
    provoke: findBranch,
    says: ['Is this yor IFSC Code?', 'Yes', 'RE-FIND'],
  },
  {
    at: '/product/saral-weekly/detail',
    when: 'there is no bank account to apply with (§5)',
    provoke: ({ tap }) => tap('APPLY NOW'),
    says: ['Attention! Just one step away from receiving cash! Add payment account.'],
    toast: true,
  },
]

const ready: readonly Message[] = [
  {
    at: '/auth/basic',
    when: 'the server does not take an answer: a numbered list (§5, §8)',
    provoke: async told => [
      await told.type('PIN code', '41'),
      await next(told),
      await told.page.locator('ol li').first().waitFor(),
    ],
    says: ['PIN code has 6 digits.'],
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
    provoke: async told => [
      await refuse(told, '/order/v1/apply', down),
      await told.page.getByLabel('Shopping').check(),
      await told.tap('APPLY NOW'),
    ],
    says: [down.msg],
    toast: true,
  },
]

const owing: readonly Message[] = [
  {
    at: '/orders/{order}/detail',
    when: 'the payment cannot be opened: nothing is shown (§8)',
    provoke: async told => {
      await refuse(told, '/pay-order/v1/repay')
      // The second tap is possible only once the first was answered.
      for (const _ of [1, 2]) {
        const answer = told.page.waitForResponse(/pay-order\/v1\/repay/)
        await told.tap('Repayment')
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
    async provoke(told) {
      await refuse(told, '/order/v1/cancel-auto-apply')
      await told.tap('Cancel')
      await told.page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
      await told.page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    says: ['Scheduled order'],
  },
  {
    at: '/orders/audit?orderId={order}',
    when: 'the native audit page cannot look again (§4, §8)',
    provoke: async told => [await told.see('₹3,000.00'), await refuse(told, '/order/v1/detail'), await told.tap('Refresh')],
    says: [refused.msg],
    toast: true,
  },
]

const DENIED = 'We could not approve your apolication at this moment. Please re-apply in 15 days.'
const denied: readonly Message[] = ['/product/saral-seven/detail', '/orders/{order}/detail'].map(at => ({
  at,
  when: 'the application was refused (§8)',
  says: [DENIED],
}))

const over: readonly Message[] = [
  {
    at: '/order',
    when: 'the session is over: code -4 (§8)',
    provoke: ({ arrive }) => arrive('/login'),
    says: ['LOGIN'],
  },
]

const somebodyNew = async (origin: string) => ({ borrower: await newBorrower(origin), orderId: '' })

/** Who is told these messages. */
const TABLE: readonly [who: string, prepare: (origin: string) => Promise<Prepared>, messages: readonly Message[]][] = [
  ['somebody new', somebodyNew, [...contacts, ...identity, ...pictures, ...feedback, ...home]],
  ['a verified borrower without a bank account', verified, bank],
  [
    'a borrower who has only to apply',
    async origin => ({ borrower: await readyBorrower(origin, { account: '112233445566' }), orderId: '' }),
    ready,
  ],
  ['a borrower with a running loan', withLoan, owing],
  ['a borrower who was denied', refusedBorrower, denied],
  ['somebody who logged out everywhere', loggedOut, over],
]

async function verified(origin: string): Promise<Prepared> {
  const borrower = await newBorrower(origin)
  await borrower.verify()
  return { borrower, orderId: '' }
}

async function withLoan(origin: string): Promise<Prepared> {
  const borrower = await readyBorrower(origin)
  const orderId = await borrower.borrow('saral-weekly', 3_000)
  const { orderNo } = await borrower.detail(orderId)
  const wish = { borrowAmount: rupeesToPaise(1_000), orderNo, cardId: await borrower.cardId() }
  answered(await borrower.browser.calls(contract.schedule).reserve(wish, { idempotencyKey: orderId }))
  return { borrower, orderId }
}

async function refusedBorrower(origin: string): Promise<Prepared> {
  const borrower = await readyBorrower(origin, { monthlyIncome: '4000' })
  const orderId = await borrower.apply('saral-seven', 5_000)
  await borrower.orderIs(orderId, '3')
  return { borrower, orderId }
}

async function loggedOut(origin: string): Promise<Prepared> {
  const borrower = await newBorrower(origin)
  answered(await borrower.browser.calls(contract.login).logout({ everywhere: true }))
  return { borrower, orderId: '' }
}

/** The text as it stands in the page: of the whole element, and to the letter, spaces at its end included. */
async function readsLike(told: Told, text: string | RegExp, toast: boolean): Promise<void> {
  const { page } = told
  const place = toast ? page.locator('[role=status][popover]') : page.locator('body')
  const found = place.getByText(text, { exact: true }).filter({ visible: true }).first()
  await found.waitFor()
  if (typeof text === 'string') expect(await found.textContent()).toBe(text)
}

async function provokeAndRead(told: Told, { at, when, provoke, says, toast = undefined }: Message): Promise<void> {
  const { page, orderId } = told
  await page.unrouteAll()
  await page.goto(at.replace('{order}', orderId))
  try {
    await provoke?.(told)
    for (const text of says) await readsLike(told, text, toast === true)
    if (!toast) expect(await page.locator('[role=status][popover]').count(), 'no toast').toBe(0)
  } catch (failure) {
    throw new Error(`${at}, when ${when}: ${failure instanceof Error ? failure.message : String(failure)}`, { cause: failure })
  }
}

journey(
  'every message has its place (a visitor)',
  async scene => {
    const told = { ...scene, ...(await somebodyNew(scene.server.origin)) }
    for (const message of login) await provokeAndRead(told, message)
  },
  [iPhone],
)

for (const [who, prepare, messages] of TABLE)
  journey(
    `every message has its place (${who})`,
    async scene => {
      const told = { ...scene, ...(await prepare(scene.server.origin)) }
      // The due date may be moved only once it is less than a week ahead.
      if (messages === owing) await scene.sandbox.advance('P1D')
      if (messages === over) scene.forgive(/Failed to load resource/)
      if (messages === ready) answered(await told.borrower.browser.calls(contract.verify).saveBaseInfo(BASE_INFO))
      await told.borrower.enter(scene.page.context())
      for (const message of messages) await provokeAndRead(told, message)
    },
    [iPhone],
  )

test('the messages that have no page yet have none', () => {
  const folder = new URL('../web/locales/en/', import.meta.url)
  const words = readdirSync(folder).flatMap(name =>
    Object.values<string>(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
  )
  expect(words.filter(text => NOT_YET.includes(text))).toEqual([])
})
