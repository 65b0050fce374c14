/**
 * The past of a measured database: a borrower lives one loan on a server, from the first code to
 * the last payment, and their rows are copied for others. Files, and entries of the audit log,
 * which belong to no borrower, are not copied.
 */
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { openSandbox } from '#e2e/rig/sandbox.ts'
import type { Server } from '#e2e/rig/server.ts'
import { identifiers, type Table, tablesInOrder } from '#server/platform/db/backup/tables.ts'
import type { Database } from '#server/platform/db/open.ts'
import { TABLE_KINDS } from '#server/platform/db/spread/table-kinds.ts'

const PRODUCT = 'saral-seven'
const RUPEES = 5_000
const TENOR_DAYS = 7
/** A settled order, as the specification numbers it. */
const SETTLED = 'settled'
const COPIES_AT_ONCE = 500
/** Transactions of copies at the same time. */
const COPYING_AT_ONCE = 2

/** Adds this number of settled loans, each with its borrower and its whole history. */
export async function addLivedLoans(server: Server, loans: number): Promise<void> {
  const borrowerId = await liveLoan(server)
  await server.reading(async db => {
    const copies = await copyStatements(db)
    let next = 1
    const copyOn = async () => {
      while (next < loans) {
        const from = next
        next += COPIES_AT_ONCE
        const to = Math.min(next, loans) - 1
        await db.transaction(async tx => {
          for (const copy of copies) await tx.raw(copy, [from, to, borrowerId])
        })
      }
    }
    await Promise.all(Array.from({ length: COPYING_AT_ONCE }, copyOn))
  })
}

/** Lets a new borrower take a loan and repay it after its tenor; returns the borrower's id. */
async function liveLoan(server: Server): Promise<string> {
  const living = await server.beside({ JOBS: 'yes' })
  try {
    const sandbox = openSandbox(living.origin)
    const borrower = await readyBorrower(living.origin)
    const orderId = await borrower.borrow(PRODUCT, RUPEES)
    for (let day = 0; day < TENOR_DAYS; day += 1) await sandbox.advance('P1D')
    await borrower.pay(orderId, 'all')
    await borrower.orderIs(orderId, SETTLED)
    return await server.reading(async db => {
      const [row] = await db.raw('SELECT borrower_id::text AS id FROM loan_order')
      return String(row?.id)
    })
  } finally {
    await living.end()
  }
}

/** Copies the borrower `$3` as the numbers from `$1` to `$2`: a statement for each table, in the order of references. */
async function copyStatements(db: Database): Promise<string[]> {
  const tables = await tablesInOrder({ query: async sql => ({ rows: await db.raw(sql) }) })
  return tables.flatMap(table => {
    const kind = TABLE_KINDS[table.name.replace('public.', '')]
    const isOwned = table.columns.some(({ name }) => name === 'borrower_id')
    if (!isOwned || kind === undefined || kind.kind === 'coordinator') return []
    return [copyStatement(table, kind.kind === 'lookup' ? kind.key : undefined)]
  })
}

/**
 * An id becomes another one in the same way everywhere, so that rows go on referring to each other.
 * The ids of a later copy sort after those of an earlier one, as the product's own ids do: in another
 * order every row would lie on a page of its own.
 */
function copyStatement({ name: table, columns }: Table, lookupKey: string | undefined): string {
  const names = identifiers(columns.map(({ name }) => name))
  const values = columns.map(({ name, type }) => {
    const column = `t.${identifiers([name])}`
    if (type === 'uuid')
      return `(lpad(to_hex(n), 12, '0') || substr(md5(${column}::text || n), 13))::uuid`
    if (name !== lookupKey) return column
    return type === 'bytea' ? `sha256(${column} || n::text::bytea)` : `${column} || '-' || n`
  })
  return `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} t, generate_series($1::int, $2::int) AS copy (n)
    WHERE t.borrower_id = $3::uuid`
}
