import { randomUUID } from 'node:crypto'
import { order } from '#contract/order.ts'
import { rupeesToPaise } from '#e2e/rig/rupees.ts'
import { jobNames } from '#server/jobs.ts'
import { apply } from '#server/lending/borrowing/apply.ts'
import { bodyHashOf, once } from '#server/platform/actions/idempotency.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Database, Transaction } from '#server/platform/db/open.ts'
import { valuesInOrder } from '#server/platform/db/statement.ts'
import { randomIds } from '#server/platform/ids.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { cipher, idInSql, person } from './people.ts'

/** A statement as the server sent it, with the types that PostgreSQL gives its parameters. */
export type Query = {
  readonly sql: string
  readonly values: readonly unknown[]
  types: readonly string[]
}

/** A text of one person in a recorded statement, and the SQL that computes it for any person. */
export type Replacement = { readonly text: string; readonly sql: string }

/** Applies for one person with the server's code, and returns the statements of the transaction. */
export async function recordApply(
  db: Database,
  number: number,
): Promise<{ statements: Query[]; replacements: Replacement[] }> {
  const { borrowerId, cardId } = person(number)
  const key = randomUUID()
  const jobKey = randomUUID()
  const now = new Date()
  const services = { ids: randomIds(), cipher, config: { lender: undefined } }
  const statements: Query[] = []
  let orderId = ''
  const queue = await createQueue<Record<(typeof jobNames)[number], object>>(db, {
    names: jobNames,
    log: () => undefined,
  })
  try {
    const recordingDb: Database = {
      ...db,
      transaction: work => db.transaction(tx => work(recording(tx, statements))),
    }
    const action = { endpoint: order.apply, borrowerId, key, bodyHash: bodyHashOf({}), now }
    await once(recordingDb, action, async tx => {
      const wish = {
        productId: 'saral-seven',
        amount: rupeesToPaise(2000),
        period: 7,
        termsHash: undefined,
        keyFactsHash: undefined,
      }
      const auto = { purpose: undefined, autoGetMoney: false }
      const application = { ...wish, ...auto, borrowerId, cardId }
      const enqueueAll: typeof queue.enqueueAll = async (tx, name, all) => {
        for (const data of all) await queue.enqueue(tx, name, data, { singletonKey: jobKey })
      }
      await lockBorrower(tx, borrowerId)
      const applied = await apply(
        { services: { ...services, queue: { ...queue, enqueueAll } }, tx, at: now },
        application,
      )
      if ('refused' in applied)
        throw new Error(`The server refused the application: ${applied.refused}`)
      orderId = applied.orderId
      return applied
    })
  } finally {
    await queue.stop()
  }
  await nameTypes(db, statements)
  const replacements = [
    { text: borrowerId, sql: idInSql('borrower', ':person') },
    { text: cardId, sql: idInSql('card', ':person') },
    { text: orderId, sql: idInSql('order', ':person') },
    { text: key, sql: idInSql('session', ':person') },
    { text: jobKey, sql: idInSql('order', ':person') },
  ]
  return { statements, replacements }
}

function recording(tx: Transaction, statements: Query[]): Transaction {
  const note = (sql: string, values: readonly unknown[] = []) =>
    statements.push({ sql, values, types: [] })
  return {
    ...tx,
    query: (statement, ...values) => {
      note(statement.sql, valuesInOrder(statement, values[0]))
      return tx.query(statement, ...values)
    },
    one: (statement, ...values) => {
      note(statement.sql, valuesInOrder(statement, values[0]))
      return tx.one(statement, ...values)
    },
    maybeOne: (statement, ...values) => {
      note(statement.sql, valuesInOrder(statement, values[0]))
      return tx.maybeOne(statement, ...values)
    },
    raw: (sql, values) => {
      note(sql, values)
      return tx.raw(sql, values)
    },
  }
}

/** Asks PostgreSQL for the types of the parameters, so that the script can name them. */
async function nameTypes(db: Database, statements: Query[]): Promise<void> {
  await db.transaction(async tx => {
    for (const statement of statements) {
      await tx.raw(`PREPARE recorded AS ${statement.sql}`)
      const [row] = await tx.raw(
        `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'recorded'`,
      )
      statement.types = row?.types as string[]
      await tx.raw('DEALLOCATE recorded')
    }
  })
}
