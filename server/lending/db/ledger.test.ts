import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#domain/lending/ledger.ts'
import { orderStates } from '#domain/lending/order.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the chart of accounts matches the domain’s, account by account', async () => {
  const rows = await database.db.raw('SELECT account, side FROM ledger_account')
  expect(Object.fromEntries(rows.map(({ account, side }) => [account, side]))).toEqual(accounts)
})

test('an order accepts every state of the domain, and no other', async () => {
  const [check] = await database.db.raw(`
    SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
    WHERE conrelid = 'loan_order'::regclass AND conname = 'loan_order_state_check'`)
  const states = String(check?.text)
    .match(/'([a-z]+)'/g)
    ?.map(state => state.slice(1, -1))
  expect(states?.toSorted()).toEqual(Object.keys(orderStates).toSorted())
})

test.each([
  ['an entry of nothing', { amount: 0 }, 'ledger_transfer_amount_check'],
  ['an entry from an account to itself', { credit: 'bank' }, 'ledger_transfer_check'],
])('the ledger refuses %s', async (_what, changed, constraint) => {
  const { debit, credit, amount } = { debit: 'bank', credit: 'fee_income', amount: 1, ...changed }
  const id = '01999999-9999-7999-8999-999999999999'
  const booked = database.db.raw(
    `INSERT INTO ledger_transfer (borrower_id, posting, line, order_id, debit, credit, amount, day, at)
     VALUES ($1, 'test:1', 1, $1, $2, $3, $4, '2026-11-21', now())`,
    [id, debit, credit, amount],
  )
  await expect(booked).rejects.toThrow(`constraint "${constraint}"`)
})
