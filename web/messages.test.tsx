/**
 * Every message of the specification in its place, as the borrower reads it, and the line of a main
 * button about missing input.
 */
import { fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { IMAGE_MAX_BYTES } from '#domain/limits.ts'
import { pending, reservation } from '#web/testing/answers.ts'
import { onIPhone } from '#web/testing/device.ts'
import { open } from '#web/testing/open.tsx'
import {
  arrive,
  control,
  fill,
  pick,
  says,
  see,
  settle,
  tap,
  turn,
  type,
} from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'
import * as pages from '#web/testing/stubs.ts'

const { login, comparison, feedback, verify, kyc, bank, directory, order } = contract
const { stubApplying, stubIdentity, stubOrder, stubSteps } = pages
const down = { refused: 'failed-unexpectedly' } as const
const DOWN = 'Something went wrong on our side. Nothing was changed. Please try again.'

const askForCode = async () => {
  await type('Mobile number', '9876543210')
  await turn(/^I agree/)
  await tap('Get')
}
const AMOUNT_MISSING =
  'Please enter an amount in rupees, such as 20,000 or 969.73. At most ₹10,00,00,000.'

const visiting: readonly State[] = [
  {
    at: '/login',
    when: 'a code is asked for without the agreement (§5)',
    act: async () => [await type('Mobile number', '9876543210'), await tap('Get')],
    sees: ['Please agree with Loan Guarantee Argreement.'],
    toast: true,
  },
  {
    at: '/login',
    when: 'the server sends no code: its words, beside the field (§8)',
    given: () =>
      stub(login.sendCode, { refused: 'code-resend-too-soon', details: { waitSeconds: 42 } }),
    act: askForCode,
    sees: ['Please wait 42 seconds before asking for another code.'],
  },
  {
    at: '/login',
    when: 'the login is refused (§8)',
    given: () => {
      stub(login.sendCode, { resendSeconds: 60, codeDigits: 4 })
      stub(login.login, { refused: 'code-wrong' })
    },
    act: async () => {
      await askForCode()
      await see(/^Sent by SMS/)
      await type('Code', '1111')
      await tap('LOGIN')
    },
    sees: ['This code is wrong. Please check it and try again.'],
    toast: true,
  },
  {
    at: '/compare',
    when: 'nothing is entered: beside each field that is needed',
    act: () => tap('Show what it costs'),
    sees: [AMOUNT_MISSING, 'Please enter a whole number from 1 to 600.'],
  },
  {
    at: '/compare',
    when: 'the charges leave nothing of the loan: within the page',
    given: () => stub(comparison.trueCost, { refused: 'nothing-received' }),
    act: async () => {
      await type('Loan amount', '5000')
      await type('Fees deducted or charged', '5000')
      await type('Each instalment', '5035')
      await type('How many instalments', '1')
      await tap('Show what it costs')
    },
    sees: ['After the charges, nothing is left of the loan. Please check the figures.'],
  },
]

const stubFeedback = () =>
  void stub(feedback.types, [{ problemType: 't1', problemDesc: 'Repayment' }])

const CONTACTS = {
  oneRelation: '1',
  oneName: 'Asha Rao',
  oneMobile: '9812345671',
  twoRelation: '1',
  twoName: 'Asha Rao',
  twoMobile: '9812345672',
  thirdRelation: '1',
  thirdName: 'Asha Rao',
  thirdMobile: '9812345673',
}
const stubContacts = () => [stubSteps('contacts'), stub(verify.contacts, null)]

/** Answers every question about the contacts except these. */
const answersExcept =
  (...missing: string[]) =>
  async () => {
    for (const [name, value] of Object.entries(CONTACTS))
      if (!missing.includes(name)) await fill(name, value)
    await tap('NEXT')
  }

const AADHAAR = '234567890124'
const askOtp = async () => [await fill('idNo', AADHAAR), await tap('Send OTP')]
const noOtp = (why: string) =>
  stub(kyc.sendAadhaarOtp, { state: 0, success: false, message: '', reason: why })

const identity: readonly State[] = [
  {
    at: '/auth/contacts',
    when: 'more than two answers are missing (§5)',
    given: stubContacts,
    act: () => tap('NEXT'),
    sees: ['In order to apply for a loan, please complete the emergency contact information.'],
    missing: ['NEXT', '9 answers are still missing'],
  },
  {
    at: '/auth/contacts',
    when: 'two relationships are missing (§5)',
    given: stubContacts,
    act: answersExcept('oneRelation', 'twoRelation'),
    sees: ['Please indicate 1th contact relationship', 'Please indicate 2th contact relationship'],
    missing: ['NEXT', '2 answers are still missing'],
  },
  {
    at: '/auth/contacts',
    when: 'the third relationship is missing (§5)',
    given: stubContacts,
    act: answersExcept('thirdRelation'),
    sees: ['Please indicate 3th contact relationship'],
  },
  ...['one', 'two', 'third'].map((slot, at) => ({
    at: '/auth/contacts',
    when: `a name and a number are missing (§5, contact ${at + 1})`,
    given: stubContacts,
    act: answersExcept(`${slot}Name`, `${slot}Mobile`),
    sees: [
      `Please input ${at + 1}th contact name`,
      `Please input ${at + 1}th contact phone number`,
    ],
  })),
  {
    at: '/auth/identity',
    when: 'there is no number (§5)',
    given: () => stubIdentity(2),
    act: () => tap('CONFIRM'),
    sees: ['Please Input IDcard No.'],
    missing: ['CONFIRM', 'Still missing: Aadhaar OTP, PAN'],
  },
  {
    at: '/auth/identity',
    when: 'there is no PAN (§5)',
    given: () => stubIdentity(2),
    act: async () => [await fill('idNo', AADHAAR), await tap('CONFIRM')],
    sees: ['Please Input Pan Id. '],
  },
  {
    at: '/auth/identity',
    when: 'no OTP can be sent: code -1100001 (§4, §8)',
    given: () => [
      stubIdentity(2),
      stub(kyc.sendAadhaarOtp, { refused: 'aadhaar-otp-unavailable' }),
    ],
    act: askOtp,
    sees: ['Can not finish the verification?', 'Change'],
  },
  {
    at: '/auth/identity',
    when: 'the OTP was not sent: data.success is false (§8)',
    given: () => [stubIdentity(2), noOtp('aadhaar-wrong')],
    act: askOtp,
    sees: ['This is not a valid Aadhaar number. Please check it.'],
    toast: true,
  },
  {
    at: '/auth/identity',
    when: 'the OTP is refused with any other code (§8)',
    given: () => [
      stubIdentity(2),
      stub(kyc.sendAadhaarOtp, { refused: 'aadhaar-otp-too-soon', details: { waitSeconds: 42 } }),
    ],
    act: askOtp,
    sees: ['Please wait 42 seconds before asking for another OTP.'],
    toast: true,
  },
]

/** A picture that stays above the limit however it is compressed. */
function hugePicture(): File {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: () => undefined }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(give =>
    give(sized(IMAGE_MAX_BYTES + 1)),
  )
  return sized(IMAGE_MAX_BYTES + 1)
}
const sized = (size: number) =>
  Object.defineProperty(new File([], 'huge.png'), 'size', { value: size })

type UploadKind = Parameters<typeof uploadOf>[0]
const uploadOf = (type: 'aadhaarFront' | 'pan') => ({
  uploadId: type,
  type,
  state: 'read' as const,
  progress: 100,
  why: null,
  value_keys: [],
  uncertain: [],
})
const stubUploads = (...types: UploadKind[]) => [
  stubIdentity(1),
  stub(kyc.uploads, { uploads: types.map(uploadOf) }),
]
const confirm = () => tap('CONFIRM')

const pictures: readonly State[] = [
  {
    at: '/auth/face',
    when: 'there is no picture (§5)',
    given: () => pages.stubFace(),
    act: () => tap('NEXT'),
    sees: ['Please Upload Face Recognition '],
    missing: ['NEXT', 'Still missing: a picture of your face'],
  },
  {
    at: '/auth/face',
    when: 'a picture is over 10 MB even when compressed (§5)',
    given: () => pages.stubFace(),
    act: () => pick('Upload a picture instead', hugePicture()),
    sees: ['Image size is too big, limit 10MB'],
  },
  {
    at: '/feedback',
    when: 'a picture is over 10 MB even when compressed (§5)',
    given: stubFeedback,
    act: () => pick(/picture/i, hugePicture()),
    sees: ['Image size is too big, limit 10MB'],
  },
  {
    at: '/auth/identity',
    when: 'a picture of a card is over 10 MB even when compressed (§5)',
    given: () => stubUploads(),
    act: () => pick('Aadhaar front: From a file', hugePicture()),
    sees: ['Image size is too big, limit 10MB'],
  },
  {
    at: '/auth/identity',
    when: 'there is no picture of the Aadhaar (§5)',
    given: () => stubUploads(),
    act: confirm,
    sees: ['Please Upload Aadhaar front'],
    missing: ['CONFIRM', 'Still missing: Aadhaar front, PAN, Face'],
  },
  {
    at: '/auth/identity',
    when: 'there is no picture of the PAN (§5)',
    given: () => stubUploads('aadhaarFront'),
    act: confirm,
    sees: ['Please Upload PAN '],
    missing: ['CONFIRM', 'Still missing: PAN, Face'],
  },
  {
    at: '/auth/identity',
    when: 'there is no picture of the face (§5)',
    given: () => stubUploads('aadhaarFront', 'pan'),
    act: confirm,
    sees: ['Please Upload Face '],
    missing: ['CONFIRM', 'Still missing: Face'],
  },
]

/** Fills the first fields of a new account with these values, and submits. */
const addAccount =
  (...filled: string[]) =>
  async () => {
    for (const [at, label] of ['IFSC code', 'Bank Account No.', 'Confirm Account No.'].entries())
      await type(label, filled[at] ?? '')
    await tap('Apply Now')
  }
const stubBranch = () => {
  stub(directory.bank, { state: 'known' })
  stub(directory.branch, { bankName: 'State Bank of India', branch: null })
}

/** Chooses the only bank, state, city and branch of the IFSC finder. */
async function findBranch(): Promise<void> {
  for (const [list, entry] of [
    ['Bank', 'ICICI Bank'],
    ['State', 'Goa'],
    ['City', 'Panaji'],
    ['Branch', 'Market Road'],
  ] as const) {
    await tap(new RegExp(`^${list}:`))
    const option = await see(entry)
    await settle(() => fireEvent.click(option))
  }
}

const banking: readonly State[] = [
  {
    at: '/bank/add',
    when: 'there is no IFSC (§5)',
    act: addAccount(),
    sees: ['Please input Ifsc Code.'],
    missing: ['Apply Now', 'Still missing: IFSC code, Bank Account No., Confirm Account No.'],
  },
  {
    at: '/bank/add',
    when: 'there is no account (§5)',
    given: stubBranch,
    act: addAccount('SBIN0001234'),
    sees: ['Please input Bank Account.'],
    missing: ['Apply Now', 'Still missing: Bank Account No., Confirm Account No.'],
  },
  {
    at: '/bank/add',
    when: 'the account is not confirmed (§5)',
    given: stubBranch,
    act: addAccount('SBIN0001234', '012345678901'),
    sees: ['Please input Confirm Account.'],
  },
  {
    at: '/bank/add',
    when: 'the two accounts differ (§5)',
    given: stubBranch,
    act: addAccount('SBIN0001234', '012345678901', '012345678902'),
    sees: ['Please Confirm Account.'],
  },
  {
    at: '/bank/add',
    when: 'no bank has these letters: beside the field, as soon as they are typed',
    given: () => stub(directory.bank, { state: 'unknown' }),
    act: () => type('IFSC code', 'ZZZZ'),
    sees: ['No bank has an IFSC code that starts with these four letters. Please check it.'],
  },
  {
    at: '/bank/add',
    when: 'the account cannot be added (§8)',
    given: () => [stubBranch(), stub(bank.addCard, { refused: 'bank-card-exists' })],
    act: addAccount('SBIN0001234', '112233445566', '112233445566'),
    sees: ['This account is already in your list.'],
    toast: true,
  },
  {
    at: '/bank/ifsc',
    when: 'a branch is chosen (§2, §4)',
    given: () => {
      stub(directory.banks, [{ id: 'b', bankName: 'ICICI Bank', isPart: false }])
      stub(directory.states, [{ id: 's', state: 'Goa' }])
      stub(directory.cities, [{ id: 'c', city: 'Panaji' }])
      stub(directory.branches, [{ id: 'ICIC0000001', branch: 'Market Road', ifsc: 'ICIC0000001' }])
    },
    act: findBranch,
    sees: ['Is this yor IFSC Code?', 'Yes', 'RE-FIND'],
  },
]

const borrowing: readonly State[] = [
  {
    at: '/feedback',
    when: 'more than 300 characters are written, some of them not allowed (§5)',
    given: stubFeedback,
    act: () => type('Your feedback', `<${'a'.repeat(310)}>`),
    sees: [/^300\/300 · /],
  },
  {
    at: '/feedback',
    when: 'nothing is written (§5)',
    given: stubFeedback,
    act: () => tap('Submit'),
    sees: ['Please write your feedback first.'],
    missing: ['Submit', 'Please choose what it is about.'],
  },
  {
    at: '/feedback',
    when: 'the server refuses it: no toast, and its words are not shown (§8)',
    given: () => [stubFeedback(), stub(feedback.save, down)],
    act: async () => {
      await type('What is it about?', 't1')
      await type('Your feedback', 'Hello')
      await tap('Submit')
    },
    sees: ['We could not send it. Your text is kept; please try again.'],
  },
  {
    at: '/',
    when: 'the auth status cannot be read on APPLY (§8)',
    given: () => [onIPhone(), pages.stubHome(), stub(verify.status, down)],
    act: () => tap('APPLY'),
    sees: [DOWN],
    toast: true,
  },
  {
    at: '/auth/basic',
    when: 'the server does not take an answer: a numbered list (§5, §8)',
    given: () => {
      pages.stubBasic()
      const error = { column: 'pinCode', reason: 'field-exact-digits' }
      const details = { field: 'PIN code', count: 6 }
      const errorColumn = [{ ...error, details }]
      stub(verify.saveBaseInfo, { refused: 'answers-incomplete', errorColumn })
    },
    act: async () => {
      await type('PIN code', '411038')
      await tap('NEXT')
      expect(await see(/./, 'ol li')).toBeTruthy()
    },
    sees: ['PIN code has 6 digits.'],
  },
  {
    at: '/auth/basic',
    when: 'a PIN code begins with 0: beside the field, as soon as it is typed',
    given: () => pages.stubBasic(),
    act: () => type('PIN code', '0'),
    sees: ['PIN code cannot begin with 0.'],
  },
  {
    at: '/product/p1/detail',
    when: 'there is no bank account to apply with (§5)',
    given: () => [stubApplying([]), stub(order.apply, { refused: 'bank-card-required' })],
    act: async () => [await see('It costs'), await tap('APPLY NOW')],
    sees: ['Attention! Just one step away from receiving cash! Add payment account.'],
    missing: ['APPLY NOW', 'Still missing: a bank account, the loan purpose'],
    toast: true,
  },
  {
    at: '/product/p1/detail',
    when: 'the application is refused (§8)',
    given: () => [stubApplying(), stub(order.apply, down)],
    act: async () => [await turn('Shopping'), await see('It costs'), await tap('APPLY NOW')],
    sees: [DOWN],
    toast: true,
  },
]

const owing: readonly State[] = [
  {
    at: '/orders/o1/detail',
    when: 'the payment cannot be opened: nothing is shown (§8)',
    given: () => [stubOrder(), stub(contract.repay.repay, { refused: 'order-state' })],
    // The second tap shows that the button works again after the refusal.
    act: async () => {
      await tap('Repayment')
      await tap(/^Pay ₹/)
      await tap(/^Pay ₹/)
    },
    sees: ['Repayment'],
  },
  {
    at: '/orders/o1/extension',
    when: 'always: what happens when the time limit passes (§8)',
    given: () => pages.stubExtension(0),
    sees: [/^Failing to pay within the time limit makes the extension fail\./],
  },
  {
    at: '/orders/o1/extension',
    when: 'the extension is given up (§2, §4)',
    given: () => pages.stubExtension(1),
    act: () => tap('Abandon extension'),
    sees: ['Confirm giving up on extension?'],
  },
  {
    at: '/schedule/o1',
    when: 'the scheduled order is cancelled (§2)',
    given: () => stub(contract.schedule.detail, reservation),
    act: () => tap('Cancel'),
    sees: ['Are you confirm cancel this schedule order ?'],
  },
  {
    at: '/schedule/o1',
    when: 'it cannot be cancelled: nothing is shown (§8)',
    given: () => [
      stub(contract.schedule.detail, reservation),
      stub(contract.schedule.cancel, { refused: 'reservation-ended' }),
    ],
    act: async () => [await tap('Cancel'), await tap('Cancel', 1)],
    sees: ['Scheduled order'],
  },
  {
    at: '/orders/audit?orderId=o1',
    when: 'the native audit page cannot refresh (§4, §8)',
    given: () => stub(order.detail, pending),
    act: async () => {
      await see('₹5,000.00')
      stub(order.detail, { refused: 'order-not-found' })
      await tap('Refresh')
    },
    sees: ['We could not find this order.'],
    toast: true,
  },
  {
    at: '/product/p1/detail',
    when: 'the application was refused (§8)',
    given: () => pages.stubDenied(),
    sees: ['We could not approve your apolication at this moment. Please re-apply in 15 days.'],
  },
  {
    at: '/orders/o1/detail',
    when: 'the application was refused, perhaps more than 15 days ago',
    given: () => stubOrder({ ...pending, orderState: 'denied' }),
    sees: ['We could not approve this application.'],
  },
  {
    at: '/order',
    when: 'the session is over: code -4 (§8)',
    given: () => {
      stub(order.list, { refused: 'not-logged-in' })
      stub(order.outcome, { refused: 'not-logged-in' })
    },
    act: () => arrive('/login'),
    sees: ['LOGIN'],
  },
]

testStates([
  ...visiting.map(message => ({ ...message, by: 'visitor' as const })),
  ...identity,
  ...pictures,
  ...banking,
  ...borrowing,
  ...owing,
])

test('NEXT of a configured form waits for its answers', async () => {
  pages.stubBasic()
  await open('/auth/basic')
  await says('One answer is still missing')
  expect(await control('NEXT')).toHaveProperty('disabled', true)
  await type('PIN code', '411038')
  expect(await control('NEXT')).toHaveProperty('disabled', false)
})
