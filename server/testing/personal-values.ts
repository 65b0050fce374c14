/**
 * One invented person, and for every call of the contract an input that carries their personal
 * values.
 */

import type { Contract } from '#contract/index.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { aadhaarEnding } from './verification.ts'

/** Nothing else in the product looks like any of these. */
export const PERSON = {
  phone: '919817263544',
  aadhaar: aadhaarEnding('8264', 51_837_264),
  pan: 'QXZPK4821J',
  account: '73920184656173',
  otherAccount: '84031295767284',
  contactNames: ['Zubeida Quarrington', "Xerxes O'Vandeleur", 'Wilhelmina Yarbrough'],
  contactPhones: ['9745612380', '9634501279', '9523490168'],
  company: 'Quixotic Looms Jhunjhunu',
  pinCode: '333042',
  income: '48651',
  feedback: 'My kaleidoscopic complaint concerns xylophones.',
  answer: 'I embroider marionettes at the Jhunjhunu bazaar.',
  email: 'zubeida.q@xylomail.example',
  latitude: 28.123456,
  longitude: 75.398765,
  pushEndpoint: 'https://fcm.googleapis.com/fcm/send/qzx-personal-endpoint-7713',
  pushAuth: 'c2VjcmV0c2VjcmV0cw==',
  pushKey: `BF${'q'.repeat(85)}`,
  deviceId: 'device-of-zubeida-5519',
  code: '735197',
  credential: 'zubeida-s-credential-4417-xylophone',
} as const

const [nameOne, nameTwo, nameThree] = PERSON.contactNames
const [phoneOne, phoneTwo, phoneThree] = PERSON.contactPhones
const confirmedCard = {
  bankCode: 'SBIN0001234',
  cardNo: PERSON.account,
  confirmCardNo: PERSON.account,
}
const PASSKEY_SIGNATURE = {
  credentialId: PERSON.credential,
  clientDataJSON: PERSON.credential,
  authenticatorData: PERSON.credential,
  signature: PERSON.credential,
  userHandle: PERSON.credential,
}
const anId = '01a1fc5e-4940-7566-bffd-964037d99206'
const event = {
  eventId: 'page-enter',
  triggerTime: '2026-11-21T04:30:00Z',
  requestId: 'request-0001',
  value: PERSON.email,
}
const behaviour = {
  projectName: 'saral',
  pageName: '/order',
  behavior: 'enter',
  eventTime: '2026-11-21T04:30:00Z',
  value: PERSON.email,
  requestId: 'request-0002',
}
const wish = { extensionId: anId, orderId: anId, orderRepayId: anId }

/** In wire form. The type requires an entry for every call that is added to the contract. */
export const INPUTS: {
  readonly [Area in keyof Contract]: Readonly<
    Record<keyof Contract[Area], Readonly<Record<string, unknown>>>
  >
} = {
  login: {
    sendCode: { phone: PERSON.phone },
    login: { phone: PERSON.phone, code: PERSON.code },
    logout: { everywhere: false },
  },
  account: {
    me: {},
    sendConfirmCode: {},
    confirmDevice: { code: '123456' },
    devices: {},
    endDevice: { deviceId: '00000000-0000-4000-8000-000000000000' },
  },
  passkey: {
    signInOptions: {},
    signIn: { signature: PASSKEY_SIGNATURE },
    confirmOptions: {},
    confirm: { signature: PASSKEY_SIGNATURE },
    list: {},
    addOptions: {},
    add: {
      credentialId: PERSON.credential,
      clientDataJSON: PERSON.credential,
      attestationObject: PERSON.credential,
    },
    remove: { passkeyId: '00000000-0000-4000-8000-000000000000' },
  },
  native: {
    login: { by: 'code', phone: PERSON.phone, code: PERSON.code },
    partnerLogin: {
      partnerId: 'partner',
      phone: PERSON.phone,
      deviceId: PERSON.deviceId,
      timestamp: 1_795_000_000,
      nonce: 'n'.repeat(20),
      sign: 'a'.repeat(64),
    },
    exchangeCode: {},
  },
  home: { index: {} },
  product: { info: { id: 'saral-weekly' } },
  verify: {
    status: {},
    baseInfoForm: { type: 'baseInfo' },
    workInfoForm: { type: 'workInfo' },
    saveBaseInfo: {
      education: '5',
      maritalStatus: '1',
      liveState: '27',
      liveDistrict: '490',
      salaryDay: '1',
      pinCode: PERSON.pinCode,
    },
    saveWorkInfo: {
      workState: '1',
      companyState: '27',
      companyDistrict: '490',
      workingYears: '2',
      monthlyObligations: '3000',
      companyName: PERSON.company,
      monthlyIncome: PERSON.income,
    },
    contacts: {},
    saveContacts: {
      oneName: nameOne,
      oneMobile: phoneOne,
      oneRelation: '2',
      twoName: nameTwo,
      twoMobile: phoneTwo,
      twoRelation: '1',
      thirdName: nameThree,
      thirdMobile: phoneThree,
      thirdRelation: '3',
    },
  },
  place: { states: {}, districts: { stateId: '27' } },
  calendar: { link: {}, create: {}, revoke: {} },
  autopay: {
    status: { orderId: anId },
    setUp: { orderId: anId, isAgreed: true },
    change: { orderId: anId, to: 'pause' },
    skip: { orderId: anId },
  },
  ownData: { overview: {}, download: {}, erase: { what: 'feedback' } },
  contact: { naming: {}, decline: { decline: true } },
  kyc: {
    type: {},
    chooseType: { kycPageType: 2 },
    upload: { type: 'pan', file: picture() },
    readCard: { type: 'pan', image: picture() },
    uploads: {},
    sendAadhaarOtp: { aadhaar: PERSON.aadhaar },
    verifyAadhaarOtp: { aadhaar: PERSON.aadhaar, otp: PERSON.code },
    proveByCode: { code: '12345678901234567890' },
    saveIdentity: { type: 2, idNo: PERSON.aadhaar, panNo: PERSON.pan },
    livingConfig: {},
    livingCheck: { image: picture() },
    livingHold: {},
    faceResult: {},
  },
  digilocker: { offer: {}, open: {}, result: {} },
  bank: {
    cards: {},
    addCard: confirmedCard,
  },
  directory: {
    banks: {},
    states: { pId: '1' },
    cities: { stateId: '1' },
    branches: { cityId: '1' },
    bank: { code: 'UTIB' },
    branch: { ifsc: 'UTIB0000007' },
  },
  order: {
    quote: { productId: 'saral-weekly', amount: 5_000, period: 7 },
    precheck: { productId: 'saral-weekly' },
    apply: {
      productId: 'saral-weekly',
      borrowAmount: 5_000,
      periods: 7,
      autoGetMoney: 0,
      loanPurpose: 'medical',
    },
    list: {},
    detail: { orderId: anId },
    loan: { orderId: anId },
    keyFactsOffered: { productId: 'saral-weekly', amount: 5_000, period: 7 },
    keyFacts: { orderId: anId },
    outcome: {},
    outcomeSeen: { at: '2026-11-23T05:00:00.000Z' },
    withdraw: { orderId: anId },
  },
  question: {
    list: { orderId: anId },
    answer: { orderId: anId, number: 1, answer: PERSON.answer },
  },
  schedule: {
    reserve: { borrowAmount: 5_000, orderNo: 'SL 1' },
    detail: { orderId: anId },
    cancel: { id: anId, orderNo: 'SL 1' },
  },
  repay: {
    repay: { orderId: anId, scope: 'due' },
    status: { paymentId: anId },
    upi: { paymentId: anId },
    payoff: { orderId: anId },
  },
  hardship: {
    plans: { orderId: anId },
    keyFacts: { orderId: anId, moveDays: '7' },
    request: { orderId: anId, moveDays: 7, keyFactsHash: 'a'.repeat(64) },
  },
  extension: {
    calculate: { id: anId },
    keyFacts: { orderId: anId, extensionId: anId },
    apply: wish,
    giveUp: wish,
  },
  loanDocument: {
    list: { orderId: anId },
    all: {},
    statement: { orderId: anId },
    page: { documentId: anId },
    pdf: { documentId: anId },
    verify: { code: 'ABCD-EFGH-JKMN-PQRS' },
  },
  comparison: {
    trueCost: {
      amount: 20_000,
      charges: 400,
      isGstAdded: false,
      instalment: 969.73,
      instalments: 24,
      every: { unit: 'month', count: 1 },
    },
  },
  content: {
    config: {},
    faq: {},
    aboutUs: {},
    downloadEligibility: {},
    distribution: {},
    country: {},
  },
  feedback: {
    types: {},
    save: { content: PERSON.feedback, problemType: 'other', multipartFiles: picture() },
    list: {},
    complain: { feedbackId: anId },
  },
  device: {
    needUpload: {},
    uploadInfo: { latitude: PERSON.latitude, longitude: PERSON.longitude, address: '' },
    consents: {},
    answerConsent: { purpose: 'location', isGiven: true },
  },
  ownLimits: { state: {}, setCeiling: { ceiling: 5000 }, setPause: { until: null } },
  reminder: { wish: {}, saveWish: { way: 'text', time: 'evening', language: 'hi' } },
  push: {
    subscribe: {
      endpoint: PERSON.pushEndpoint,
      auth: PERSON.pushAuth,
      userPublicKey: PERSON.pushKey,
    },
    unsubscribe: { endpoint: PERSON.pushEndpoint },
  },
  tracking: {
    config: {},
    events: { events: [event] },
    eventsAndPages: { events: [event, behaviour] },
    page: behaviour,
  },
}

/** Every personal value by itself, as text. */
export function personalTexts(): string[] {
  const { latitude, longitude, income, ...texts } = PERSON
  return [
    ...Object.values(texts).flat(),
    String(latitude),
    String(longitude),
    PERSON.phone.slice(2),
    income,
  ].map(String)
}

/** Shorter ones occur by chance in random text, so they count only as whole words. */
const UNMISTAKABLE_MIN_CHARS = 8

/**
 * The values that a text contains: plain, as JSON, in an address, in hex, or in base64 at any place
 * of a longer text.
 */
export function heldIn(text: string, values: readonly string[]): string[] {
  const lower = text.toLowerCase()
  return values.filter(value => {
    if (value.length < UNMISTAKABLE_MIN_CHARS)
      return new RegExp(`(?<![0-9a-z])${value}(?![0-9a-z])`, 'i').test(text)
    return (
      inBase64(value).some(form => text.includes(form)) ||
      otherForms(value).some(form => lower.includes(form.toLowerCase()))
    )
  })
}

function otherForms(value: string): string[] {
  const inAddress = encodeURIComponent(value)
  const inJson = JSON.stringify(value).slice(1, -1)
  return [
    value,
    inJson,
    inAddress,
    inAddress.replaceAll('%20', '+'),
    Buffer.from(value).toString('hex'),
  ]
}

/** The letters that encode the value alone, without what precedes and follows it. */
function inBase64(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(2)]).toString('base64')
    const certain = text.slice(
      Math.ceil((before * 4) / 3),
      Math.floor(((before + bytes.length) * 4) / 3),
    )
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
