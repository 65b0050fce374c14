/** Measures how two servers close the day of many running loans, some of which cannot be closed. */
import { setTimeout as pause } from 'node:timers/promises'
import { settleDown } from '#bench/load/filled.ts'
import { idInSql, idOf } from '#bench/load/people.ts'
import { insertOrders } from '#bench/orders.ts'
import type { Measure } from '#bench/table.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { startServer } from '#e2e/rig/server.ts'
import { untilBranchesAreImported } from '#e2e/rig/template.ts'
import type { Database } from '#server/platform/db/open.ts'

/** Loans whose interest the database refuses to book. */
const BROKEN = 1_000
const PEOPLE_AT_ONCE = 5_000
const LOOKED_EVERY_MS = 500
/** Counting a million open loans takes part of a processor, so the bench counts for a small part of its time. */
const REST_FOR_EACH_LOOK = 20
/** The target for ten million loans: half an hour on four servers. */
const PROJECTED = { loans: 10_000_000, servers: 4, minutes: 30 }

/** A moment of the run, and how many loans were still open then. */
type Moment = { readonly ms: number; readonly open: number }

/**
 * Fills a database with running loans whose interest is booked up to yesterday, lets two servers
 * close today, and kills one when half is closed. The broken loans are those with the first numbers.
 */
export async function measureClosing(loans: number): Promise<Measure[]> {
  const server = await startServer({ JOBS: 'no', LOG_LEVEL: 'silent' })
  try {
    return await server.reading(async db => {
      const today = indiaDayOf(new Date())
      const jobs = { JOBS: 'yes' }
      // The first jobs import the branches of banks, which would take their part of the machine.
      const importing = await server.beside(jobs)
      await untilBranchesAreImported(db)
      await importing.end()
      await fill(db, loans, today)
      const [killed, survivor] = await Promise.all([server.beside(jobs), server.beside(jobs)])
      const half = await openAtMost(db, today, loans / 2)
      await killed.kill9()
      const all = await openAtMost(db, today, BROKEN)
      const listed = await allListed(db)
      const [booked] = await db.raw(
        `SELECT (SELECT sum(loans)::int FROM accrual_sum WHERE day = $1) AS counted,
           (SELECT count(*)::int FROM loan_order WHERE accrued_day = $1) AS loans`,
        [today],
      )
      await survivor.end()
      return measuresOf({ loans, half, all, listed, booked })
    })
  } finally {
    await server.stop()
  }
}

const borrower = `${idInSql('borrower', 'n')}::uuid`
const card = `${idInSql('card', 'n')}::uuid`
const order = `${idInSql('order', 'n')}::uuid`
const PEOPLE = 'FROM generate_series($1::int, $2::int) AS p (n)'
const START = '$3::date - 2'

const FILL = [
  // Nobody's data is due to be reviewed today.
  `INSERT INTO borrower (borrower_id, phone_sealed, phone_masked, created_at, review_on)
   SELECT ${borrower}, '', '', ${START}, $3::date + 60 ${PEOPLE}`,
  `INSERT INTO bank_card (borrower_id, card_id, ifsc, account_hash, account_sealed, account_last_four, name_at_bank_sealed,
     names_agree, added_at)
   SELECT ${borrower}, ${card}, 'SBIN0001234', '', '', '1234', '', 'same', ${START} ${PEOPLE}`,
  insertOrders(
    {
      borrower_id: borrower,
      order_id: order,
      order_no: "'SR ' || n",
      card_id: card,
      state: "'loaned'",
      instalments: '4',
      applied_at: START,
      decided_at: START,
      offer_until: START,
      confirmed_at: START,
      disbursed_at: START,
      disbursed_day: START,
      next_due_day: '$3::date + 5',
      accrued_day: '$3::date - 1',
    },
    PEOPLE,
  ),
  `INSERT INTO order_instalment (borrower_id, order_id, number, due_day, principal, interest, amount)
   SELECT ${borrower}, ${order}, number, ${START} + 7 * number, 50000, 350, 50350 ${PEOPLE}, generate_series(1, 4) AS i (number)`,
  `INSERT INTO ledger_posting (borrower_id, number, posting, order_id, day, at, previous, seal)
   SELECT ${borrower}, 1, 'payout:' || n, ${order}, ${START}, ${START}, repeat('0', 64), repeat('0', 64) ${PEOPLE}`,
  `INSERT INTO ledger_transfer (borrower_id, posting, line, order_id, debit, credit, amount, day, at)
   SELECT ${borrower}, 'payout:' || n, line, ${order}, 'principal_receivable', credit, amount, ${START}, ${START} ${PEOPLE},
     (VALUES (1, 'payout_in_transit', 188200), (2, 'fee_income', 10000), (3, 'gst_payable', 1800)) AS e (line, credit, amount)`,
]

/** Adds a running loan for each of this number of people, and breaks the first of them. */
async function fill(db: Database, loans: number, today: Day): Promise<void> {
  for (let from = 0; from < loans; from += PEOPLE_AT_ONCE) {
    const to = Math.min(from + PEOPLE_AT_ONCE, loans) - 1
    await db.transaction(async tx => {
      for (const text of FILL) await tx.raw(text, [from, to, today])
    })
  }
  await db.raw(
    `ALTER TABLE loan_order ADD CONSTRAINT broken
     CHECK (order_id >= '${idOf('order', BROKEN)}' OR accrued_day < '${today}') NOT VALID`,
  )
  await settleDown(db)
}

/** Waits until at most this number of loans is still open. */
async function openAtMost(db: Database, today: Day, most: number): Promise<readonly Moment[]> {
  const moments: Moment[] = []
  for (;;) {
    const startMs = performance.now()
    const [row] = await db.raw(
      "SELECT count(*)::int AS open FROM loan_order WHERE state = 'loaned' AND coalesce(accrued_day, '-infinity'::date) < $1",
      [today],
    )
    const open = Number(row?.open)
    const ms = performance.now()
    moments.push({ ms, open })
    if (open <= most) return moments
    await pause(Math.max(LOOKED_EVERY_MS, (ms - startMs) * REST_FOR_EACH_LOOK))
  }
}

/** Waits until every broken loan is listed for a person; returns how many are. */
async function allListed(db: Database): Promise<number> {
  for (;;) {
    const [row] = await db.raw(
      "SELECT count(*)::int AS listed FROM order_left_behind WHERE step = 'accrue'",
    )
    if (Number(row?.listed) >= BROKEN) return Number(row?.listed)
    await pause(LOOKED_EVERY_MS)
  }
}

function measuresOf(run: {
  readonly loans: number
  readonly half: readonly Moment[]
  readonly all: readonly Moment[]
  readonly listed: number
  readonly booked: Record<string, unknown> | undefined
}): Measure[] {
  const { loans, half, all, listed, booked } = run
  const ofTwo = paceOf(half)
  const minutes = PROJECTED.loans / ((ofTwo / 2) * PROJECTED.servers) / 60
  const closed = loans - BROKEN
  return [
    { what: 'running loans', unit: '', value: loans },
    { what: 'closed by two servers', unit: '/s', value: ofTwo, note: spanOf(half) },
    { what: 'closed by the one that was left', unit: '/s', value: paceOf(all), note: spanOf(all) },
    { what: 'loans closed', unit: '', value: Number(booked?.loans), target: { atLeast: closed } },
    {
      what: 'loans that the daily sums count twice',
      unit: '',
      value: Number(booked?.counted) - Number(booked?.loans),
      target: { atMost: 0 },
    },
    { what: 'broken loans listed', unit: '', value: listed, target: { atLeast: BROKEN } },
    {
      what: 'ten million loans on four servers, projected',
      unit: 'min',
      value: minutes,
      target: { atMost: PROJECTED.minutes },
      note: 'as if four servers closed twice what two did here',
    },
  ]
}

/** Loans closed a second, from the first moment after which some were closed. */
function paceOf(moments: readonly Moment[]): number {
  const first = begunAt(moments)
  const last = moments.at(-1)
  if (!first || !last) return 0
  return ((first.open - last.open) * 1000) / (last.ms - first.ms)
}

function begunAt(moments: readonly Moment[]): Moment | undefined {
  const [first] = moments
  return moments.findLast(({ open }) => open === first?.open)
}

function spanOf(moments: readonly Moment[]): string {
  const first = begunAt(moments)
  const last = moments.at(-1)
  if (!first || !last) return ''
  return `${first.open} to ${last.open} open in ${Math.round((last.ms - first.ms) / 1000)} s`
}
