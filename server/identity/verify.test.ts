import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { day } from '#domain/day.ts'
import { standingConsentsOf } from '#server/accounts/db/consent.ts'
import { identityOf } from '#server/identity/borrower-identity.ts'
import { isVerificationComplete } from '#server/identity/verification.ts'
import { workFactsOf } from '#server/lending/borrowing/borrower-facts.ts'
import { BASE_INFO, CONTACTS, WORK_INFO } from '#server/providers/simulated/person.ts'
import { testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { loggedText } from '#server/testing/logged.ts'
import {
  aadhaarEnding,
  borrowerIdOf,
  completeVerification,
  verificationParts,
} from '#server/testing/verification.ts'

const parts = verificationParts()
const server = forFile(() => testServer({ routes: parts.routes }))
afterAll(() => parts.remove())

let numbers = 0
const nextPhone = () => `91981000${String(++numbers).padStart(4, '0')}`
const signedIn = () => server.signIn(nextPhone())
const verifyOf = (browser: Browser) => browser.calls(contract.verify)
const doneOf = async (browser: Browser) => {
  const status = await verifyOf(browser).status({})
  if (!status.ok) throw new Error(status.msg)
  const { userAuthConfigVoList, ...flags } = status.data
  return Object.entries(flags).flatMap(([flag, value]) => (value === 1 ? [flag] : []))
}

test('every call needs a session', async () => {
  for (const call of [
    verifyOf(server.browser()).status({}),
    verifyOf(server.browser()).saveBaseInfo(BASE_INFO),
  ])
    expect(await call).toMatchObject({ ok: false, code: -4 })
})

test('a new borrower has every step ahead, in the configured order', async () => {
  const browser = await signedIn()
  expect(await verifyOf(browser).status({})).toEqual({
    ok: true,
    data: {
      userAuthConfigVoList: [
        { key: 'basic' },
        { key: 'work' },
        { key: 'identity' },
        { key: 'face' },
        { key: 'contacts' },
      ],
      basic: 0,
      work: 0,
      kycAadhaarAndPan: 0,
      kycFaceAndHold: 0,
      contact: 0,
    },
  })
})

test('the basic form comes in the requested language, with its fields and no answers', async () => {
  const browser = await signedIn()
  const english = await verifyOf(browser).baseInfoForm({ type: 'baseInfo' })
  expect(
    english.ok && english.data.map(field => [field.key, field.value, field.dataType, field.answer]),
  ).toEqual([
    ['Education', 'education', 0, null],
    ['Marital status', 'maritalStatus', 0, null],
    ['State you live in', 'liveState', 4, null],
    ['District', 'liveDistrict', 5, null],
    ['PIN code', 'pinCode', 1, null],
    ['Salary day of the month', 'salaryDay', 3, null],
  ])
  browser.headers['x-language'] = 'hi'
  const hindi = await verifyOf(browser).baseInfoForm({ type: 'baseInfo' })
  expect(hindi.ok && hindi.data[0]?.key).toBe('पढ़ाई')
})

test('the work form marks its hideable fields', async () => {
  const form = await verifyOf(await signedIn()).workInfoForm({ type: 'workInfo' })
  if (!form.ok) throw new Error(form.msg)
  expect(form.data.cannotHidden.map(field => field.value)).toEqual([
    'workState',
    'monthlyIncome',
    'monthlyObligations',
  ])
  expect(form.data.canHidden.map(field => field.value)).toEqual([
    'companyName',
    'companyState',
    'companyDistrict',
    'workingYears',
  ])
})

test('saved answers complete the step, come back, and may be changed', async () => {
  const browser = await signedIn()
  const verify = verifyOf(browser)
  expect(await verify.saveBaseInfo(BASE_INFO)).toEqual({ ok: true, data: null })
  expect(await verify.saveWorkInfo(WORK_INFO)).toEqual({ ok: true, data: null })
  expect(await doneOf(browser)).toEqual(['basic', 'work'])
  expect(await verify.saveBaseInfo({ ...BASE_INFO, pinCode: '411001' })).toEqual({
    ok: true,
    data: null,
  })
  const form = await verify.baseInfoForm({ type: 'baseInfo' })
  expect(
    form.ok && Object.fromEntries(form.data.map(field => [field.value, field.answer])),
  ).toEqual({
    ...BASE_INFO,
    pinCode: '411001',
  })
  const work = await verify.workInfoForm({ type: 'workInfo' })
  expect(work.ok && work.data.cannotHidden.map(field => field.answer)).toEqual([
    '1',
    '42000',
    '3000',
  ])
})

test('the hideable fields are neither required nor stored without work', async () => {
  const phone = nextPhone()
  const browser = await server.signIn(phone)
  const answers = {
    workState: '3',
    monthlyIncome: '9000',
    monthlyObligations: '0',
    companyName: 'Left over',
  }
  expect(await verifyOf(browser).saveWorkInfo(answers)).toEqual({ ok: true, data: null })
  const form = await verifyOf(browser).workInfoForm({ type: 'workInfo' })
  expect(form.ok && form.data.canHidden.map(field => field.answer)).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(await workFactsOf(server.services, await borrowerIdOf(server, phone))).toEqual({
    monthlyIncome: 900_000,
    monthlyObligations: 0,
  })
})

test('accepts JSON numbers where a form asks for a number', async () => {
  const browser = await signedIn()
  const verify = verifyOf(browser)
  expect(await verify.saveBaseInfo({ ...BASE_INFO, pinCode: 411001, salaryDay: 7 })).toEqual({
    ok: true,
    data: null,
  })
  const form = await verify.baseInfoForm({ type: 'baseInfo' })
  const answers = Object.fromEntries(
    form.ok ? form.data.map(({ value, answer }) => [value, answer]) : [],
  )
  expect(answers).toMatchObject({ pinCode: '411001', salaryDay: '7' })
  expect(
    await verify.saveWorkInfo({ ...WORK_INFO, monthlyIncome: 45_000, monthlyObligations: 0 }),
  ).toEqual({
    ok: true,
    data: null,
  })
  expect(await verify.saveWorkInfo({ ...WORK_INFO, companyName: 12345 })).toMatchObject({
    errorColumn: [{ column: 'companyName', msg: 'Please check Company name.' }],
  })
})

const PIN_CODE_BEGINS = 'PIN code cannot begin with 0.'

test.each([
  ['₹ २५,०००', 25_000],
  ['Rs. 25,000/-', 25_000],
  ['1,00,000', 1_00_000],
])('stores the income %s as an amount', async (monthlyIncome, rupees) => {
  const phone = nextPhone()
  const browser = await server.signIn(phone)
  expect(await verifyOf(browser).saveWorkInfo({ ...WORK_INFO, monthlyIncome })).toMatchObject({
    ok: true,
  })
  expect(await workFactsOf(server.services, await borrowerIdOf(server, phone))).toMatchObject({
    monthlyIncome: rupees * 100,
  })
})

test.each(['12,50', '1.234,50', '25,000.50', '-500', '5e2', '25k'])(
  'refuses the income %s, which is no whole amount',
  async monthlyIncome => {
    const browser = await signedIn()
    expect(await verifyOf(browser).saveWorkInfo({ ...WORK_INFO, monthlyIncome })).toMatchObject({
      reason: 'answers-incomplete',
      errorColumn: [{ column: 'monthlyIncome', msg: 'Monthly income takes digits only.' }],
    })
  },
)

test.each<[string, Record<string, string | number>, { column: string; msg: string }[]]>([
  [
    'nothing',
    {},
    [
      { column: 'education', msg: 'Education is missing.' },
      { column: 'maritalStatus', msg: 'Marital status is missing.' },
      { column: 'liveState', msg: 'State you live in is missing.' },
      { column: 'liveDistrict', msg: 'District is missing.' },
      { column: 'pinCode', msg: 'PIN code is missing.' },
      { column: 'salaryDay', msg: 'Salary day of the month is missing.' },
    ],
  ],
  [
    'one field empty',
    { ...BASE_INFO, education: ' ' },
    [{ column: 'education', msg: 'Education is missing.' }],
  ],
  [
    'a choice that is not offered',
    { ...BASE_INFO, education: '77' },
    [{ column: 'education', msg: 'Education: please choose from the list.' }],
  ],
  [
    'the 32nd',
    { ...BASE_INFO, salaryDay: '32' },
    [{ column: 'salaryDay', msg: 'Salary day of the month: please choose from the list.' }],
  ],
  [
    'letters in a number',
    { ...BASE_INFO, pinCode: '41a038' },
    [{ column: 'pinCode', msg: 'PIN code takes digits only.' }],
  ],
  [
    'a number that is too long',
    { ...BASE_INFO, pinCode: '4110381' },
    [{ column: 'pinCode', msg: 'PIN code has 6 digits.' }],
  ],
  [
    'a PIN code that begins with 0',
    { ...BASE_INFO, pinCode: '041103' },
    [{ column: 'pinCode', msg: PIN_CODE_BEGINS }],
  ],
  [
    'a number where a choice is asked for',
    { ...BASE_INFO, education: 5 },
    [{ column: 'education', msg: 'Please check Education.' }],
  ],
  [
    'a number that is no day of the month',
    { ...BASE_INFO, salaryDay: 1.5 },
    [{ column: 'salaryDay', msg: 'Salary day of the month: please choose from the list.' }],
  ],
  [
    'a district of another state',
    { ...BASE_INFO, liveState: '29' },
    [{ column: 'liveDistrict', msg: 'District does not belong to Karnataka.' }],
  ],
  [
    'a state that does not exist',
    { ...BASE_INFO, liveState: '99' },
    [
      { column: 'liveState', msg: 'State you live in: please choose from the list.' },
      { column: 'liveDistrict', msg: 'District: please choose the state first.' },
    ],
  ],
  [
    'a field that is not asked for',
    { ...BASE_INFO, isAdmin: '1' },
    [{ column: 'isAdmin', msg: 'This is not asked for here.' }],
  ],
])(
  'basic information is refused, and nothing kept, with %s',
  async (_what, answers, errorColumn) => {
    const browser = await signedIn()
    expect(await verifyOf(browser).saveBaseInfo(answers)).toMatchObject({
      ok: false,
      code: -1,
      reason: 'answers-incomplete',
      msg: errorColumn[0]?.msg,
      errorColumn,
    })
    expect(await doneOf(browser)).toEqual([])
    const form = await verifyOf(browser).baseInfoForm({ type: 'baseInfo' })
    expect(form.ok && form.data.every(field => field.answer === null)).toBe(true)
  },
)

test('refused answers leave the saved ones unchanged', async () => {
  const browser = await signedIn()
  await verifyOf(browser).saveWorkInfo(WORK_INFO)
  expect(
    await verifyOf(browser).saveWorkInfo({ ...WORK_INFO, monthlyIncome: '12345678' }),
  ).toMatchObject({
    errorColumn: [{ column: 'monthlyIncome', msg: 'Monthly income has at most 7 digits.' }],
  })
  const form = await verifyOf(browser).workInfoForm({ type: 'workInfo' })
  expect(form.ok && form.data.cannotHidden.map(field => field.answer)).toEqual([
    '1',
    '42000',
    '3000',
  ])
})

test('contacts are stored at their positions and come back', async () => {
  const browser = await signedIn()
  expect(await verifyOf(browser).contacts({})).toEqual({ ok: true, data: null })
  expect(await verifyOf(browser).saveContacts(CONTACTS)).toEqual({ ok: true, data: null })
  expect(await verifyOf(browser).contacts({})).toEqual({
    ok: true,
    data: { ...CONTACTS, declined: [] },
  })
  expect(await doneOf(browser)).toEqual(['contact'])
})

test('contacts are stored with the one number that was given, and with the joiners of their names', async () => {
  const browser = await signedIn()
  const contacts = {
    ...CONTACTS,
    oneName: 'श्रीलक्ष्\u200dमी देवी',
    oneMobile: '+91 (0) 98111-22233',
    twoMobile: '९८१११ २२२३४',
  }
  expect(await verifyOf(browser).saveContacts(contacts)).toEqual({ ok: true, data: null })
  expect(await verifyOf(browser).contacts({})).toMatchObject({
    data: { oneName: contacts.oneName, oneMobile: '9811122233', twoMobile: '9811122234' },
  })
})

test.each<[string, Partial<typeof CONTACTS>, { column: string; msg: string }[]]>([
  [
    'a name missing',
    { oneName: '' },
    [{ column: 'oneName', msg: 'Please input 1th contact name' }],
  ],
  [
    'a phone and a relation missing',
    { twoMobile: '', thirdRelation: '' },
    [
      { column: 'twoMobile', msg: 'Please input 2th contact phone number' },
      { column: 'thirdRelation', msg: 'Please indicate 3th contact relationship' },
    ],
  ],
  [
    'three missing',
    { oneName: '', oneMobile: '', oneRelation: '' },
    [
      {
        column: 'oneName',
        msg: 'In order to apply for a loan, please complete the emergency contact information.',
      },
    ],
  ],
  [
    'digits in a name',
    { oneName: 'R2D2' },
    [
      {
        column: 'oneName',
        msg: 'Name of the first contact: letters, spaces, apostrophes and periods only, at most 60.',
      },
    ],
  ],
  [
    'a number that is too short',
    { twoMobile: '98222' },
    [
      {
        column: 'twoMobile',
        msg: 'Number of the second contact: please enter a valid 10-digit mobile number.',
      },
    ],
  ],
  [
    'a relation of nobody',
    { thirdRelation: '4' },
    [
      {
        column: 'thirdRelation',
        msg: 'Relationship of the third contact: please choose from the list.',
      },
    ],
  ],
  [
    'one number twice',
    { thirdMobile: CONTACTS.oneMobile },
    [
      {
        column: 'thirdMobile',
        msg: 'The third contact has the same number as the first. Please name another person.',
      },
    ],
  ],
])('contacts are refused, and nothing kept, with %s', async (_what, change, errorColumn) => {
  const browser = await signedIn()
  expect(await verifyOf(browser).saveContacts({ ...CONTACTS, ...change })).toMatchObject({
    ok: false,
    code: -1,
    reason: 'answers-incomplete',
    msg: errorColumn[0]?.msg,
    errorColumn,
  })
  expect(await verifyOf(browser).contacts({})).toEqual({ ok: true, data: null })
  expect(await doneOf(browser)).toEqual([])
})

test("refuses the borrower's own number as a contact", async () => {
  const phone = nextPhone()
  const browser = await server.signIn(phone)
  expect(
    await verifyOf(browser).saveContacts({ ...CONTACTS, oneMobile: phone.slice(2) }),
  ).toMatchObject({
    errorColumn: [
      {
        column: 'oneMobile',
        msg: 'The first contact has your own number. Please name another person.',
      },
    ],
  })
})

test('refuses unknown and missing fields of the contacts', async () => {
  const browser = await signedIn()
  const { oneName: _left, ...fewer } = CONTACTS
  for (const body of [{ ...CONTACTS, fourName: 'x' }, fewer, [], 'x']) {
    const response = await browser.fetch('/api1/auth/v1/contacts', {
      method: 'POST',
      headers: {
        ...browser.headers,
        'content-type': 'application/json',
        token: browser.token ?? '',
      },
      body: JSON.stringify(body),
    })
    expect(await response.json()).toMatchObject({ code: -1, data: { reason: 'input-invalid' } })
  }
  expect(await verifyOf(browser).contacts({})).toEqual({ ok: true, data: null })
})

test('states and districts are those of the directory', async () => {
  const place = (await signedIn()).calls(contract.place)
  const states = await place.states({})
  expect(states.ok && states.data.length).toBe(36)
  const districts = await place.districts({ stateId: '27' })
  expect(districts.ok && districts.data).toContainEqual({ id: '490', name: 'Pune' })
  expect(await place.districts({ stateId: '99' })).toEqual({ ok: true, data: [] })
  expect(await place.districts({ stateId: "27'--" })).toMatchObject({
    ok: false,
    reason: 'input-invalid',
  })
})

test('a borrower who has done every step is verified, and lending reads the facts', async () => {
  const phone = nextPhone()
  const browser = await server.signIn(phone)
  const borrowerId = await borrowerIdOf(server, phone)
  expect(await isVerificationComplete(server.services, borrowerId)).toBe(false)
  expect(await identityOf(server.services, borrowerId, day('2026-11-21'))).toBeUndefined()
  expect(await workFactsOf(server.services, borrowerId)).toBeUndefined()
  await completeVerification(server, browser, {
    phone,
    aadhaar: aadhaarEnding('4321'),
    panNo: 'ABCPV4321F',
  })
  expect(await doneOf(browser)).toEqual([
    'basic',
    'work',
    'kycAadhaarAndPan',
    'kycFaceAndHold',
    'contact',
  ])
  expect(await isVerificationComplete(server.services, borrowerId)).toBe(true)
  expect(await workFactsOf(server.services, borrowerId)).toEqual({
    monthlyIncome: 4_200_000,
    monthlyObligations: 300_000,
  })
  expect(await identityOf(server.services, borrowerId, day('2026-11-21'))).toMatchObject({
    isVerified: true,
    namesAgree: 'same',
    faceCheck: 'passed',
    cardsCheck: 'passed',
    name: expect.stringMatching(/^\w+ \w+$/),
  })
  const consents = await standingConsentsOf(server.services.db, borrowerId)
  expect(consents.map(consent => consent.purpose).sort()).toEqual([
    'agreement',
    'basic',
    'contacts',
    'face',
    'identity',
    'work',
  ])
})

test('stores the answers encrypted, and logs none', async () => {
  const browser = await signedIn()
  await verifyOf(browser).saveContacts(CONTACTS)
  await verifyOf(browser).saveWorkInfo(WORK_INFO)
  const rows = await server.services.db.raw(
    `SELECT encode(contact_sealed, 'escape') AS sealed FROM emergency_contact UNION ALL
     SELECT encode(answers_sealed, 'escape') FROM form_answers`,
  )
  expect(rows.length).toBeGreaterThan(3)
  const stored = JSON.stringify(rows) + loggedText(server)
  for (const secret of ['Meena', '9811111111', 'Verma Textiles', '42000'])
    expect(stored).not.toContain(secret)
})
