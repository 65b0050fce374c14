import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addYears, daysBetween, indiaDayOf } from '#domain/day.ts'
import { keepHouse } from '#server/housekeeping.ts'
import {
  type Borrower,
  type LendingWorld,
  lendingWorld,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { givesEverything, repaidLoan, rowsOf } from '#server/testing/own-data.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
afterAll(() => world.close())

const kindsOf = async ({ browser }: Borrower) => {
  const answer = await browser.calls(contract.ownData).overview({})
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data.items.map(({ kind }) => kind).sort()
}

/** Advances the clock by days, with the daily housekeeping. */
async function daysPass(days: number): Promise<void> {
  world.server.clock.advance({ days })
  await keepHouse({ ...world.services, files: world.files })
}

/** Keeps sessions: wall time stands still in these tests. */
async function leave({ browser }: Borrower): Promise<void> {
  await browser.calls(contract.login).logout({ everywhere: false })
}

describe('the data of a borrower who repaid a loan', () => {
  test('loses pictures and location after 30 days, contacts 30 days after the loan, the record of the loan after five years', async () => {
    const borrower = await world.borrower()
    await givesEverything(borrower)
    await repaidLoan(world, borrower)
    await daysPass(30)
    expect(await kindsOf(borrower)).toEqual(
      expect.arrayContaining(['contacts', 'location', 'pictures']),
    )
    await daysPass(1)
    const remaining = [
      'bank-account',
      'basic',
      'decisions',
      'feedback',
      'identity',
      'loans',
      'notifications',
      'number',
      'papers',
      'use',
      'work',
    ]
    expect(await kindsOf(borrower)).toEqual(remaining)
    expect(await borrower.browser.calls(contract.verify).status({})).toMatchObject({
      data: { contact: 0, kycFaceAndHold: 1 },
    })
    expect(await borrower.browser.calls(contract.device).needUpload({})).toMatchObject({
      data: [{ needUpload: 0 }],
    })
    await daysPass(335)
    expect(await kindsOf(borrower)).toEqual([
      'bank-account',
      'decisions',
      'identity',
      'loans',
      'notifications',
      'number',
      'papers',
      'use',
    ])
    await daysPass(365 * 4)
    expect(await kindsOf(borrower)).toContain('identity')
    await leave(borrower)
    await daysPass(1)
    const rows = await rowsOf(world, borrower.id)
    for (const table of [
      'identity',
      'aadhaar_owner',
      'pan_owner',
      'record_key',
      'phone_lookup',
      'device',
      'loan_document_content',
    ])
      expect(rows, table).not.toHaveProperty(table)
    expect(rows).toMatchObject({ loan_order: 1, borrower: 1 })
    expect(rows.consent).toBeGreaterThan(0)
    expect(rows.consent_withdrawal).toBe(rows.consent)
    const [row] = await world.services.db.raw(
      'SELECT phone_sealed FROM borrower WHERE borrower_id = $1',
      [borrower.id],
    )
    expect(row).toEqual({ phone_sealed: null })
  })

  test('archived at its erasure is deleted on its day', async () => {
    const borrower = await world.borrower()
    await repaidLoan(world, borrower)
    await borrower.browser.calls(contract.ownData).erase({ what: 'everything' })
    const inFiveYears = addYears(indiaDayOf(world.services.clock.now()), 5)
    await leave(borrower)
    await daysPass(daysBetween(indiaDayOf(world.services.clock.now()), inFiveYears))
    expect(await rowsOf(world, borrower.id)).toMatchObject({ kept_record: 2, phone_lookup: 1 })
    await daysPass(1)
    const rows = await rowsOf(world, borrower.id)
    expect(rows).not.toHaveProperty('kept_record')
    expect(rows).not.toHaveProperty('phone_lookup')
  })
})

test('stays while a running loan needs it, however long it runs', async () => {
  const borrower = await world.borrower()
  await runningLoan(world, borrower)
  await daysPass(500)
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
})

describe('the data of a borrower without a loan', () => {
  test('is deleted after a year, together with the account', async () => {
    const borrower = await world.borrower()
    await leave(borrower)
    await daysPass(365)
    expect(await rowsOf(world, borrower.id)).toMatchObject({ form_answers: 2, identity: 1 })
    await daysPass(1)
    const { consent, ...others } = await rowsOf(world, borrower.id)
    expect(others).toEqual({ borrower: 1, consent_withdrawal: consent })
  })

  test('is deleted a year after a denial', async () => {
    const borrower = await world.borrower({ monthlyIncome: '4000' })
    await daysPass(100)
    await borrower.browser
      .calls(contract.order)
      .apply(wish(borrower), { idempotencyKey: 'a'.repeat(20) })
    await world.runJobs()
    await daysPass(365)
    expect(await kindsOf(borrower)).toEqual(
      expect.arrayContaining(['basic', 'identity', 'decisions']),
    )
    await daysPass(1)
    expect(await kindsOf(borrower)).toEqual(['loans', 'number'])
  })

  test('is deleted when the wait after a denial ends, if the borrower asked for erasure', async () => {
    const borrower = await world.borrower({ monthlyIncome: '4000' })
    await borrower.browser
      .calls(contract.order)
      .apply(wish(borrower), { idempotencyKey: 'b'.repeat(20) })
    await world.runJobs()
    await borrower.browser.calls(contract.ownData).erase({ what: 'everything' })
    await daysPass(15)
    expect(await rowsOf(world, borrower.id)).toMatchObject({ phone_lookup: 1, pan_owner: 1 })
    await daysPass(1)
    const rows = await rowsOf(world, borrower.id)
    for (const table of ['phone_lookup', 'aadhaar_owner', 'pan_owner', 'session'])
      expect(rows).not.toHaveProperty(table)
  })

  test('stays if the borrower returns meanwhile', async () => {
    const borrower = await world.borrower({ monthlyIncome: '4000' })
    await borrower.browser
      .calls(contract.order)
      .apply(wish(borrower), { idempotencyKey: 'c'.repeat(20) })
    await world.runJobs()
    await borrower.browser.calls(contract.ownData).erase({ what: 'everything' })
    await daysPass(3)
    await borrower.browser.calls(contract.verify).saveContacts({
      oneName: 'Meena Verma',
      oneMobile: '9811111111',
      oneRelation: '2',
      twoName: 'Ravi',
      twoMobile: '9822222222',
      twoRelation: '1',
      thirdName: 'K. Nair',
      thirdMobile: '9833333333',
      thirdRelation: '3',
    })
    await daysPass(20)
    expect(await kindsOf(borrower)).toEqual(['contacts', 'loans', 'number'])
  })
})

test('includes files, also those whose removal was interrupted', async () => {
  const borrower = await world.borrower()
  await givesEverything(borrower)
  const files = async () =>
    (await readdir(world.folder, { recursive: true, withFileTypes: true })).filter(each =>
      each.isFile(),
    ).length
  const before = await files()
  const broken = { ...world.files, remove: () => Promise.reject(new Error('the store is away')) }
  world.server.clock.advance({ days: 31 })
  await keepHouse({ ...world.services, files: broken })
  expect(await files()).toBe(before)
  await daysPass(0)
  expect(await files()).toBeLessThan(before)
  expect(await world.services.db.raw('SELECT * FROM file_removal')).toEqual([])
})
