import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderMoves, orderNotes } from '#domain/lending/order.ts'
import { LOOK_PARTS } from '#domain/staff/look.ts'
import { ACCOUNTS_ACTIONS } from '#server/accounts/audit-actions.ts'
import { COMMANDS_ACTIONS } from '#server/commands/audit-actions.ts'
import { IDENTITY_ACTIONS } from '#server/identity/audit-actions.ts'
import { LENDING_ACTIONS } from '#server/lending/audit-actions.ts'
import { MESSAGE_KINDS } from '#server/notices/kinds.ts'
import { type AuditActions, PLATFORM_ACTIONS } from '#server/platform/audit/entries.ts'
import { PRIVACY_ACTIONS } from '#server/privacy/audit-actions.ts'
import { STAFF_ACTIONS } from '#server/staff/audit-actions.ts'
import { SUPPORT_ACTIONS } from '#server/support/audit-actions.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'
import audit from '#words/staff/audit.json' with { type: 'json' }
import order from '#words/staff/order.json' with { type: 'json' }
import words from '#words/staff/record.json' with { type: 'json' }

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** The values that the database allows in a column. */
async function wordsOf(table: string, column: string): Promise<string[]> {
  const rows = await database.db.raw(
    `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE 'CHECK ((' || $2 || ' = ANY %'`,
    [table, column],
  )
  return rows.flatMap(({ rule }) =>
    [...String(rule).matchAll(/'([^']+)'/g)].map(([, word]) => String(word)),
  )
}

test('every value of a borrower’s record has a text for staff', async () => {
  const records: readonly (readonly [string, readonly string[]])[] = [
    ['order', [...orderNotes, ...Object.keys(orderMoves)]],
    ['look', LOOK_PARTS],
    ['payout', (await wordsOf('payout', 'state')).filter(state => state !== 'pending')],
    ['message', ['reminder', ...MESSAGE_KINDS]],
    ['consent', await wordsOf('consent', 'purpose')],
    ['document', await wordsOf('loan_document', 'kind')],
    ['face', await wordsOf('face_review', 'outcome')],
    ['cards', await wordsOf('face_review', 'outcome')],
    ['names', await wordsOf('name_review', 'outcome')],
    ['complaint', await wordsOf('complaint_entry', 'what')],
    ['collection', await wordsOf('collection_note', 'what')],
    ['how', await wordsOf('order_event', 'actor')],
    ['how', await wordsOf('refund', 'cause')],
    ['how', (await wordsOf('borrower_message', 'state')).filter(state => state !== 'sent')],
  ]
  for (const [kind, all] of records) expect(all.length, kind).toBeGreaterThan(1)
  const nameless = records.flatMap(([kind, all]) =>
    all.map(word => `record.${kind}.${word}`).filter(id => !Object.hasOwn(words, id)),
  )
  expect(nameless).toEqual([])
})

/** The audited actions of every room; a missing room does not compile. */
const auditActions: AuditActions = {
  platform: PLATFORM_ACTIONS,
  accounts: ACCOUNTS_ACTIONS,
  identity: IDENTITY_ACTIONS,
  lending: LENDING_ACTIONS,
  support: SUPPORT_ACTIONS,
  staff: STAFF_ACTIONS,
  privacy: PRIVACY_ACTIONS,
  commands: COMMANDS_ACTIONS,
}

test('every action of the log and every purpose of a payment has a text for staff', () => {
  // The constraint payment_scope_check.
  const scopes = ['due', 'all', 'part', 'extension']
  const acts = Object.values<readonly string[]>({ ...auditActions }).flatMap(acts =>
    acts.map(act => `acted.${act}`),
  )
  expect(acts.filter(id => !Object.hasOwn(audit, id))).toEqual([])
  expect(scopes.filter(scope => !Object.hasOwn(order, `scope.${scope}`))).toEqual([])
})
