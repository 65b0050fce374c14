import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { BASE_INFO } from '#server/providers/simulated/person.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, lendingWorld, runningLoan, wish } from '#server/testing/lending.ts'
import { givesEverything, repaidLoan, rowsOf } from '#server/testing/own-data.ts'

const world = forFile(() => lendingWorld())

const ownData = ({ browser }: Borrower) => browser.calls(contract.ownData)
async function overviewOf(borrower: Borrower) {
  const answer = await ownData(borrower).overview({})
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
const kindsOf = async (borrower: Borrower) =>
  (await overviewOf(borrower)).items.map(({ kind }) => kind).sort()
const itemOf = async (borrower: Borrower, kind: string) =>
  (await overviewOf(borrower)).items.find(each => each.kind === kind)
const steps = async ({ browser }: Borrower) => browser.calls(contract.verify).status({})

const EVERY_KIND = [
  'bank-account',
  'basic',
  'contacts',
  'feedback',
  'identity',
  'location',
  'notifications',
  'number',
  'pictures',
  'use',
  'work',
]

describe('the overview', () => {
  test('lists each kind with its end date, for the borrower alone', async () => {
    const borrower = await world.borrower()
    const other = await world.borrower()
    await givesEverything(borrower)
    expect(await kindsOf(borrower)).toEqual(EVERY_KIND)
    expect(await kindsOf(other)).not.toContain('location')
    expect(await itemOf(borrower, 'pictures')).toMatchObject({
      because: 'period',
      keptUntil: '2026-12-21',
      erasure: 'at-once',
    })
    expect(await itemOf(borrower, 'number')).toMatchObject({
      because: 'account',
      keptUntil: null,
      erasure: 'at-once',
    })
    expect((await overviewOf(borrower)).closesAccount).toBe(true)
  })

  test('lists every consent, in the words and the language that the borrower read, with its withdrawal', async () => {
    const borrower = await world.borrower()
    borrower.browser.headers['x-language'] = 'hi'
    const device = borrower.browser.calls(contract.device)
    await device.answerConsent({ purpose: 'tracking', isGiven: true })
    await device.answerConsent({ purpose: 'tracking', isGiven: false })
    const { consents } = await overviewOf(borrower)
    expect(consents.map(({ purpose }) => purpose).sort()).toEqual([
      'agreement',
      'bank-account',
      'basic',
      'contacts',
      'face',
      'identity',
      'tracking',
      'work',
    ])
    expect(consents.find(({ purpose }) => purpose === 'tracking')).toMatchObject({
      language: 'hi',
      words: expect.stringContaining('गिनें'),
      withdrawnAt: expect.any(Date),
    })
    expect(consents.find(({ purpose }) => purpose === 'agreement')).toMatchObject({
      language: 'en',
      words: expect.stringMatching(
        /^I agree to the Loan Guarantee Agreement\n\nThese are the terms of use/,
      ),
      withdrawnAt: null,
    })
  })

  test('needs a session', async () => {
    const stranger = world.server.browser().calls(contract.ownData)
    expect(await stranger.overview({})).toMatchObject({ code: -4 })
    expect(await stranger.download({})).toMatchObject({ code: -4 })
    expect(await stranger.erase({ what: 'everything' })).toMatchObject({ code: -4 })
  })
})

describe('the download', () => {
  test('contains everything decrypted, with the pictures, and is never cached', async () => {
    const borrower = await world.borrower()
    await givesEverything(borrower)
    await repaidLoan(world, borrower)
    const answer = await ownData(borrower).download({})
    if (!answer.ok) throw new Error(answer.reason)
    const { sections, pictures } = answer.data
    expect(sections.map(({ kind }) => kind).sort()).toEqual(
      [...EVERY_KIND, 'decisions', 'loans', 'papers'].filter(k => k !== 'pictures').sort(),
    )
    const fields = new Map(
      sections.flatMap(({ kind, parts }) =>
        parts.flat().map(({ field, value }) => [`${kind}.${field}`, value]),
      ),
    )
    expect(Object.fromEntries(fields)).toMatchObject({
      'number.mobileNumber': borrower.phone,
      'basic.liveState': 'Maharashtra',
      'basic.pinCode': BASE_INFO.pinCode,
      'contacts.name': 'K. Nair',
      'bank-account.ifsc': 'SBIN0001234',
      'decisions.monthlyIncome': '42000',
      'loans.loanAmount': '5000',
      'loans.message': expect.stringMatching(/loan|repaid|payment|money/i),
      'location.latitude': '18.52',
      'use.event': 'page-enter',
      'notifications.calendarLinkMadeAt': expect.stringMatching(/^2026-11-21T/),
      'feedback.content': 'The button is hard to find',
    })
    expect([...fields.values()].every(value => value !== '' && value !== '[object Object]')).toBe(
      true,
    )
    const lines = sections.flatMap(({ parts }) => parts.flat())
    expect(lines.filter(({ field, label }) => label === '' || label === field)).toEqual([])
    expect(pictures.map(({ kind }) => kind).sort()).toEqual(['feedback', 'pictures'])
    const raw = await borrower.browser.fetch('/api1/own-data/v1/download', {
      method: 'POST',
      headers: {
        ...borrower.browser.headers,
        token: borrower.browser.token ?? '',
        'content-type': 'application/json',
      },
      body: '{}',
    })
    expect(raw.headers.get('cache-control')).toBe('no-store')
  })
})

describe('erasing everything', () => {
  test('of a borrower without a loan leaves nothing but ended consents, neither account nor file, and a repetition changes nothing', async () => {
    const borrower = await world.borrower()
    await givesEverything(borrower)
    const [once, twice] = await Promise.all([
      ownData(borrower).erase({ what: 'everything' }),
      ownData(borrower).erase({ what: 'everything' }),
    ])
    const answers = [once, twice].map(answer =>
      answer.ok ? answer.data.isAccountClosed : answer.reason,
    )
    expect(answers).toContain(true)
    const { consent = 0, ...others } = await rowsOf(world, borrower.id)
    expect(consent).toBeGreaterThan(5)
    expect(others).toEqual({ borrower: 1, consent_withdrawal: consent })
    expect(await ownData(borrower).overview({})).toMatchObject({ code: -4 })
    expect(await world.services.db.raw('SELECT * FROM file_removal')).toEqual([])
    world.server.clock.advance({ seconds: 61 })
    const again = await world.server.signIn(borrower.phone)
    expect(await again.calls(contract.account).me({})).toMatchObject({
      ok: true,
      data: { loansRepaid: 0 },
    })
  })

  test('while a loan runs deletes what it does not need, and leaves the rest', async () => {
    const borrower = await world.borrower()
    await givesEverything(borrower)
    await runningLoan(world, borrower)
    expect(await itemOf(borrower, 'contacts')).toMatchObject({
      because: 'loan',
      erasure: 'after-the-loan',
    })
    expect(await ownData(borrower).erase({ what: 'contacts' })).toMatchObject({
      reason: 'needed-for-loan',
    })
    expect(await ownData(borrower).erase({ what: 'everything' })).toEqual({
      ok: true,
      data: { isAccountClosed: false },
    })
    expect(await kindsOf(borrower)).toEqual([
      'bank-account',
      'basic',
      'contacts',
      'decisions',
      'identity',
      'loans',
      'number',
      'work',
    ])
    expect(await borrower.browser.calls(contract.device).consents({})).toMatchObject({
      data: [{ standing: 'refused' }, { standing: 'refused' }, { standing: 'refused' }],
    })
  })

  test('after a loan archives the identity for as long as the law requires, and lets the borrower return', async () => {
    const borrower = await world.borrower()
    await givesEverything(borrower)
    const orderId = await repaidLoan(world, borrower)
    expect(await ownData(borrower).erase({ what: 'everything' })).toEqual({
      ok: true,
      data: { isAccountClosed: false },
    })
    expect(await kindsOf(borrower)).toEqual([
      'decisions',
      'loans',
      'number',
      'papers',
      'record',
      'record',
    ])
    expect(await itemOf(borrower, 'record')).toMatchObject({
      law: 'pmla',
      keptUntil: '2031-11-21',
      erasure: 'kept-by-law',
    })
    const { consents } = await overviewOf(borrower)
    expect(
      consents.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ purpose }) => purpose),
    ).toEqual(['agreement'])
    expect(await steps(borrower)).toMatchObject({
      data: { basic: 0, work: 0, kycAadhaarAndPan: 0, kycFaceAndHold: 0, contact: 0 },
    })
    expect(await borrower.browser.calls(contract.order).detail({ orderId })).toMatchObject({
      ok: true,
      data: { bankNo: '' },
    })
    expect(await borrower.browser.calls(contract.bank).cards({})).toMatchObject({ data: [] })
    const download = await ownData(borrower).download({})
    expect(JSON.stringify(download)).toContain('accountNumber')
    // The order is closed: missing data does not make it fail.
    expect(await borrower.browser.calls(contract.order).list({})).toMatchObject({ ok: true })
  })
})

describe('erasing one kind', () => {
  test.each([
    ['basic', 'basic'],
    ['work', 'work'],
    ['contacts', 'contact'],
    ['pictures', 'kycFaceAndHold'],
  ] as const)('%s withdraws the consent and opens its step again', async (what, flag) => {
    const borrower = await world.borrower()
    expect(await ownData(borrower).erase({ what })).toMatchObject({ ok: true })
    expect(await steps(borrower)).toMatchObject({ data: { [flag]: 0, kycAadhaarAndPan: 1 } })
    expect(await kindsOf(borrower)).not.toContain(what)
    const { consents } = await overviewOf(borrower)
    const ended = consents
      .filter(({ withdrawnAt }) => withdrawnAt !== null)
      .map(({ purpose }) => purpose)
    expect(ended).toEqual([what === 'pictures' ? 'face' : what])
  })

  test('the identity is deleted with its pictures, and can be proved again', async () => {
    const borrower = await world.borrower()
    expect(await ownData(borrower).erase({ what: 'identity' })).toMatchObject({ ok: true })
    expect(await steps(borrower)).toMatchObject({
      data: { kycAadhaarAndPan: 0, kycFaceAndHold: 0, contact: 1 },
    })
    expect(await rowsOf(world, borrower.id)).not.toHaveProperty('aadhaar_owner')
  })

  test('the account of an application is emptied, and the application stays readable', async () => {
    const borrower = await world.borrower({ monthlyIncome: '4000' })
    const applied = await borrower.browser
      .calls(contract.order)
      .apply(wish(borrower), { idempotencyKey: 'a'.repeat(20) })
    if (!applied.ok) throw new Error(applied.reason)
    await world.runJobs()
    expect(await ownData(borrower).erase({ what: 'bank-account' })).toMatchObject({ ok: true })
    const columns = await world.services.db.raw(
      `SELECT key, value FROM bank_card, jsonb_each_text(to_jsonb(bank_card))
       WHERE borrower_id = $1 AND (key LIKE '%\\_sealed' OR key = 'account_last_four')`,
      [borrower.id],
    )
    expect(columns.map(({ key }) => key)).toContain('account_sealed')
    expect(columns.filter(({ value }) => value !== null)).toEqual([])
    expect(
      await borrower.browser.calls(contract.order).detail({ orderId: applied.data.orderId }),
    ).toMatchObject({ ok: true })
  })
})

test('a denied borrower cannot avoid the wait with a new account', async () => {
  const borrower = await world.borrower({ monthlyIncome: '4000' })
  await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower), { idempotencyKey: 'b'.repeat(20) })
  await world.runJobs()
  expect(await itemOf(borrower, 'number')).toMatchObject({ law: 'wait', keptUntil: '2026-12-06' })
  expect(await ownData(borrower).erase({ what: 'everything' })).toEqual({
    ok: true,
    data: { isAccountClosed: false },
  })
  expect(await kindsOf(borrower)).toEqual(['loans', 'number'])
  const rows = await rowsOf(world, borrower.id)
  for (const table of ['aadhaar_owner', 'pan_owner']) expect(rows, table).toHaveProperty(table)
})

test('the facts of a decision are unreadable in the record, and lost once their key is destroyed', async () => {
  const borrower = await world.borrower({ monthlyIncome: '4321' })
  await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower), { idempotencyKey: 'c'.repeat(20) })
  await world.runJobs()
  const record = async () =>
    JSON.stringify(
      await world.services.db.raw('SELECT details FROM order_event WHERE borrower_id = $1', [
        borrower.id,
      ]),
    )
  expect(await record()).toContain('sealed')
  expect(await record()).not.toMatch(/\b4321\b|ageYears|monthlyIncome/)
  expect(JSON.stringify(await ownData(borrower).download({}))).toContain('monthlyIncome')
  const before = await record()
  await ownData(borrower).erase({ what: 'everything' })
  expect(JSON.stringify(await ownData(borrower).download({}))).not.toContain('monthlyIncome')
  expect(await record(), 'the record itself stays as it was').toBe(before)
})
