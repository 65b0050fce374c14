import * as v from 'valibot'
import { type MandateMove, type MandateState, mandateAfter } from '#domain/lending/mandate.ts'
import type { Paise } from '#domain/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { Ids } from '#server/platform/ids.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import type { MandatePort, MandateReading } from '#server/providers/mandate/port.ts'
import {
  isGenuine,
  type PaymentNotice,
  readSignedWebhook,
} from '#server/providers/payment/simulated-webhook.ts'

const LIST_LIMIT = 50
/** UPI debits an amount only where it was announced at least a day before. */
const NOTICE_MS = 24 * 3_600_000

export type SimulatedMandate = Row<'sandbox-mandate-by-ref'>
/** The acts of a person in the simulated UPI app. `fail-debits`: the account has no money from now on. */
export type MandatePress = MandateMove | 'fail-debits' | 'pass-debits'
export type MandatePressed =
  | { readonly kind: 'done' | 'not-possible' | 'over'; readonly mandate: SimulatedMandate }
  | { readonly kind: 'missing' }

/** The simulated service: the port, and the UPI app. */
export type MandateSimulator = MandatePort & {
  readonly mandate: (ref: string) => Promise<SimulatedMandate | undefined>
  readonly mandates: () => Promise<readonly SimulatedMandate[]>
  readonly press: (ref: string, button: MandatePress) => Promise<MandatePressed>
}

const columns = `ref, mandate_id AS "mandateId", state, cap_paise AS "capPaise", description, return_url AS "returnUrl",
  ends_at AS "endsAt", created_at AS "createdAt", expires_at AS "expiresAt", is_failing AS "isFailing"`
const insertMandate = statement(
  'sandbox-mandate-insert',
  `INSERT INTO sandbox.mandate (ref, mandate_id, state, cap_paise, description, return_url, ends_at, created_at, expires_at)
   VALUES (:ref, :mandateId, 'asked', :cap, :description, :returnUrl, :endsAt, :now, :expiresAt)
   ON CONFLICT (mandate_id) DO NOTHING`,
)
const ofMandate = statement(
  'sandbox-mandate-of-id',
  'SELECT ref FROM sandbox.mandate WHERE mandate_id = $1',
)
const byRef = statement(
  'sandbox-mandate-by-ref',
  `SELECT ${columns} FROM sandbox.mandate WHERE ref = $1`,
)
const locked = statement(
  'sandbox-mandate-lock',
  `SELECT ${columns} FROM sandbox.mandate WHERE ref = $1 FOR UPDATE`,
)
const newest = statement(
  'sandbox-mandate-newest',
  `SELECT ${columns} FROM sandbox.mandate ORDER BY created_at DESC, ref DESC LIMIT ${LIST_LIMIT}`,
)
const setState = statement(
  'sandbox-mandate-state',
  'UPDATE sandbox.mandate SET state = $2 WHERE ref = $1',
)
const setFailing = statement(
  'sandbox-mandate-failing',
  'UPDATE sandbox.mandate SET is_failing = $2 WHERE ref = $1',
)
const insertDebit = statement(
  'sandbox-debit-insert',
  `INSERT INTO sandbox.mandate_debit (ref, debit_id, mandate_ref, amount_paise, announced_at)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (debit_id) DO NOTHING`,
)
const ofDebit = statement(
  'sandbox-debit-of-id',
  'SELECT ref FROM sandbox.mandate_debit WHERE debit_id = $1',
)
const debitLocked = statement(
  'sandbox-debit-lock',
  `SELECT ref, debit_id AS "debitId", mandate_ref AS "mandateRef", amount_paise AS amount, announced_at AS "announcedAt", state
   FROM sandbox.mandate_debit WHERE ref = $1 FOR UPDATE`,
)
const endDebit = statement(
  'sandbox-debit-end',
  'UPDATE sandbox.mandate_debit SET attempt_ref = $2, state = $3, ended_at = $4 WHERE ref = $1',
)
const attemptsOf = statement(
  'sandbox-debit-attempts',
  `SELECT debit_id AS "paymentId", attempt_ref AS "attemptRef!", state AS "state!", amount_paise AS amount, ended_at AS "paidAt!"
   FROM sandbox.mandate_debit WHERE ref = $1 AND state IS NOT NULL`,
)
const insertWebhook = statement(
  'sandbox-mandate-webhook-insert',
  `INSERT INTO sandbox.webhook (event_id, copy, body, due_at, path) VALUES ($1, 1, $2, $3, 'mandate')`,
)
const paidLocked = statement(
  'sandbox-debit-paid-lock',
  `SELECT amount_paise AS "paidPaise" FROM sandbox.mandate_debit WHERE attempt_ref = $1 AND state = 'paid' FOR UPDATE`,
)
const refundsOf = statement(
  'sandbox-debit-refunds',
  'SELECT key, amount_paise AS "amountPaise" FROM sandbox.refund WHERE attempt_ref = $1',
)
const insertRefund = statement(
  'sandbox-debit-refund-insert',
  'INSERT INTO sandbox.refund (key, attempt_ref, amount_paise, refunded_at) VALUES ($1, $2, $3, $4)',
)

const changeBody = v.object({
  id: v.string(),
  type: v.literal('mandate.changed'),
  data: v.object({ mandateId: v.string() }),
})

export type MandateSimulatorParts = {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  /** The public origin of the UPI app's page, without a trailing slash. */
  readonly publicOrigin: () => string
  /** The secret that signs webhooks. */
  readonly secret: string
}

/** A simulated holder of UPI AutoPay mandates, with the UPI app as a page (product §7). */
export function mandateSimulator(parts: MandateSimulatorParts): MandateSimulator {
  const { db, clock, ids, publicOrigin, secret } = parts
  return {
    name: 'sandbox',
    async create({ mandateId, cap, endsAt, expiresAt, description, returnUrl }) {
      const now = clock.now()
      const back = returnUrl.startsWith(`${publicOrigin()}/`)
        ? returnUrl.slice(publicOrigin().length)
        : returnUrl
      const row = { ref: ids.uuid(now), mandateId, cap, description, returnUrl: back, endsAt, now }
      await db.query(insertMandate, { ...row, expiresAt })
      const { ref } = await db.one(ofMandate, [mandateId])
      return { mandateRef: ref, url: `${publicOrigin()}/sandbox/mandates/${ref}` }
    },
    state: async ref => {
      const mandate = await db.one(byRef, [ref])
      return { state: stateAt(mandate, clock.now()), key: mandate.mandateId }
    },
    setState: (ref, state) =>
      db.transaction(async tx => {
        await change(tx, parts, ref, moveTo(state))
        return { state: 'done' } as const
      }),
    announce: async ({ debitId, mandateRef, amount }) => {
      const now = clock.now()
      await db.query(insertDebit, [ids.uuid(now), debitId, mandateRef, amount, now])
      return { debitRef: (await db.one(ofDebit, [debitId])).ref }
    },
    debit: ({ debitRef, amount }) => db.transaction(tx => debit(tx, parts, debitRef, amount)),
    attempts: debitRef => db.query(attemptsOf, [debitRef]),
    readWebhook: (rawBody, headers) => {
      if (!isGenuine(rawBody, headers, [secret], clock.wall())) return { kind: 'forged' }
      const reading = readSignedWebhook(rawBody, headers, [secret], clock.wall())
      return reading.kind === 'event' ? reading : readChange(rawBody)
    },
    refund: request => db.transaction(tx => refund(tx, request, clock.now())),
    mandate: ref => db.maybeOne(byRef, [ref]),
    mandates: () => db.query(newest),
    press: (ref, button) => db.transaction(tx => press(tx, parts, ref, button)),
  }
}

/** A page that was not answered in time is refused, and a mandate after its end has ended. */
function stateAt(
  { state, expiresAt, endsAt }: Pick<SimulatedMandate, 'state' | 'expiresAt' | 'endsAt'>,
  now: Date,
): MandateState {
  if (state === 'asked' && expiresAt <= now) return 'refused'
  return (state === 'active' || state === 'paused') && endsAt <= now ? 'ended' : state
}

function moveTo(state: 'active' | 'paused' | 'revoked'): MandateMove {
  return ({ active: 'resume', paused: 'pause', revoked: 'revoke' } as const)[state]
}

/** Makes a move where the mandate's table allows it; false if it does not. */
async function change(
  tx: Queryable,
  { clock }: MandateSimulatorParts,
  ref: string,
  move: MandateMove,
): Promise<boolean> {
  const mandate = await tx.one(locked, [ref])
  const to = mandateAfter(stateAt(mandate, clock.now()), move)
  if (to) await tx.query(setState, [ref, to])
  return to !== undefined
}

async function press(
  tx: Queryable,
  parts: MandateSimulatorParts,
  ref: string,
  button: MandatePress,
): Promise<MandatePressed> {
  const { clock, ids } = parts
  const before = await tx.maybeOne(locked, [ref])
  if (!before) return { kind: 'missing' }
  const now = clock.now()
  const state = stateAt(before, now)
  if (state !== before.state) return { kind: 'over', mandate: { ...before, state } }
  if (button === 'fail-debits' || button === 'pass-debits') {
    await tx.query(setFailing, [ref, button === 'fail-debits'])
    return { kind: 'done', mandate: await tx.one(byRef, [ref]) }
  }
  if (!(await change(tx, parts, ref, button))) return { kind: 'not-possible', mandate: before }
  const id = ids.uuid(now)
  const body = { id, type: 'mandate.changed', data: { mandateId: before.mandateId } }
  await tx.query(insertWebhook, [id, JSON.stringify(body), clock.wall()])
  return { kind: 'done', mandate: await tx.one(byRef, [ref]) }
}

/**
 * Like the real network, fails a debit of a mandate that is not active, above its cap, of another
 * amount than announced, or announced less than a day before.
 */
async function debit(
  tx: Queryable,
  { clock, ids }: MandateSimulatorParts,
  debitRef: string,
  amount: Paise,
): Promise<void> {
  const debit = await tx.one(debitLocked, [debitRef])
  if (debit.state !== null) return
  const now = clock.now()
  const mandate = await tx.one(locked, [debit.mandateRef])
  const isAllowed =
    stateAt(mandate, now) === 'active' &&
    !mandate.isFailing &&
    amount === debit.amount &&
    amount <= mandate.capPaise &&
    now.getTime() - debit.announcedAt.getTime() >= NOTICE_MS
  const state = isAllowed ? 'paid' : 'failed'
  const attemptRef = ids.uuid(now)
  await tx.query(endDebit, [debitRef, attemptRef, state, now])
  const notice: PaymentNotice = {
    id: ids.uuid(now),
    type: `payment.${state}`,
    data: {
      paymentId: debit.debitId,
      attemptRef,
      amountPaise: debit.amount,
      paidAt: now.toISOString(),
    },
  }
  await tx.query(insertWebhook, [notice.id, JSON.stringify(notice), clock.wall()])
}

function readChange(rawBody: Uint8Array): MandateReading {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), changeBody),
    Buffer.from(rawBody).toString('utf8'),
  )
  if (!parsed.success) return { kind: 'ignored' }
  return { kind: 'mandate', eventId: parsed.output.id, key: parsed.output.data.mandateId }
}

async function refund(
  tx: Queryable,
  { key, attemptRef, amount }: Parameters<MandatePort['refund']>[0],
  now: Date,
): Promise<{ readonly state: 'done' }> {
  const attempt = await tx.maybeOne(paidLocked, [attemptRef])
  if (!attempt) throw StatedError.of('only a debit that was made can be refunded')
  const earlier = await tx.query(refundsOf, [attemptRef])
  if (earlier.some(one => one.key === key)) return { state: 'done' }
  const refundedPaise = earlier.reduce((total, one) => total + one.amountPaise, 0)
  if (refundedPaise + amount > attempt.paidPaise)
    throw StatedError.of('a refund cannot exceed what was debited')
  await tx.query(insertRefund, [key, attemptRef, amount, now])
  return { state: 'done' }
}
