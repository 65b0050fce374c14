import type { Paise } from '#domain/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Cipher, CipherContext } from '#server/platform/db/encrypt.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { Ids } from '#server/platform/ids.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import type { PayoutPort, PayoutRequest, PayoutStatus } from '#server/providers/payout/port.ts'

/** The time that the simulated bank takes (product §7). */
const SETTLES_AFTER_MS = 2_000
const DELAY_MS = 60_000
const MIN_AMOUNT_PAISE = 100
const UTR_DIGITS = 12
/** As with the real vendors. */
const REVERSIBLE_FOR_DAYS = 180
const LIST_LIMIT = 50

/** A payout as the simulated bank stores it: never the whole account number. */
export type SimulatedPayout = {
  readonly id: string
  readonly key: string
  readonly amountPaise: Paise
  readonly holder: string
  readonly accountLastFour: string
  readonly ifsc: string
  readonly narration: string
  readonly state: PayoutStatus['state']
  readonly utr: string
  readonly reason: string | null
  readonly sentAt: Date
}

export const PAYOUT_OUTCOMES = ['succeed', 'refuse', 'delay', 'reverse'] as const
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number]

export type PayoutDecision =
  | { readonly kind: 'done'; readonly payout: SimulatedPayout }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too-late' }

/** As stored: the account's holder encrypted. */
type PayoutRow = Row<'sandbox-payout-by-key'>

/** The simulated bank: the port, and the acts of a person at its counter. */
export type PayoutSimulator = PayoutPort & {
  readonly list: () => Promise<readonly SimulatedPayout[]>
  readonly isHeld: () => Promise<boolean>
  /** While held, no payout ends by itself; on release, overdue ones end at once. */
  readonly hold: (isHeld: boolean) => Promise<void>
  /**
   * Ends a pending payout one way or the other, delays it by a minute, or reverses a succeeded one.
   */
  readonly decide: (id: string, outcome: PayoutOutcome) => Promise<PayoutDecision>
}

const columns = `id, key, amount_paise AS "amountPaise", holder_sealed AS "holderSealed", account_last_four AS "accountLastFour", ifsc, narration,
  state, utr, reason, sent_at AS "sentAt"`
const REFUSED_REASON = 'The beneficiary account does not accept credits.'
const REVERSED_REASON = 'Returned by the beneficiary bank.'

const insertPayout = statement(
  'sandbox-payout-insert',
  `INSERT INTO sandbox.payout (id, key, amount_paise, holder_sealed, account_last_four, ifsc, narration, state, utr, sent_at, due_at)
   VALUES (:id, :key, :amount, :holderSealed, :lastFour, :ifsc, :narration, 'pending', :utr, :now, :dueAt) ON CONFLICT (key) DO NOTHING`,
)
/** An account ending 0000 refuses (product §7). */
const endDue = statement(
  'sandbox-payout-end-due',
  `UPDATE sandbox.payout SET
     state = CASE WHEN account_last_four = '0000' THEN 'refused' ELSE 'succeeded' END,
     reason = CASE WHEN account_last_four = '0000' THEN $2 END
   WHERE state = 'pending' AND due_at <= $1 AND NOT (SELECT are_payouts_held FROM sandbox.setting)`,
)
const byKey = statement(
  'sandbox-payout-by-key',
  `SELECT ${columns} FROM sandbox.payout WHERE key = $1`,
)
const byIdLocked = statement(
  'sandbox-payout-by-id',
  `SELECT ${columns} FROM sandbox.payout WHERE id = $1 FOR UPDATE`,
)
const newest = statement(
  'sandbox-payout-newest',
  `SELECT ${columns} FROM sandbox.payout ORDER BY sent_at DESC, id DESC LIMIT ${LIST_LIMIT}`,
)
const endAs = statement(
  'sandbox-payout-end-as',
  `UPDATE sandbox.payout SET state = $2, reason = $3 WHERE id = $1 RETURNING ${columns}`,
)
const delayUntil = statement(
  'sandbox-payout-delay',
  `UPDATE sandbox.payout SET due_at = $2 WHERE id = $1 RETURNING ${columns}`,
)
const readHold = statement(
  'sandbox-payout-hold-read',
  'SELECT are_payouts_held AS held FROM sandbox.setting',
)
const writeHold = statement(
  'sandbox-payout-hold-write',
  'UPDATE sandbox.setting SET are_payouts_held = $1',
)

export type PayoutSimulatorParts = {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly cipher: Cipher
}

/**
 * A simulated bank. Every payout succeeds about two seconds after it was sent, by wall time and
 * across restarts, unless payouts are held; an account ending `0000` refuses it (product §7).
 */
export function payoutSimulator({ db, clock, ids, cipher }: PayoutSimulatorParts): PayoutSimulator {
  const endWhatIsDue = (by: Queryable) => by.query(endDue, [clock.wall(), REFUSED_REASON])
  return {
    name: 'sandbox',
    reversibleForDays: REVERSIBLE_FOR_DAYS,
    async send(request) {
      refuseMalformed(request)
      const now = clock.now()
      const dueAt = new Date(clock.wall().getTime() + SETTLES_AFTER_MS)
      const { number, holder, ifsc } = request.account
      const utr = ids.digits(UTR_DIGITS)
      const id = ids.uuid(now)
      const holderSealed = cipher.encrypt(holder, contextOf(id))
      const lastFour = number.slice(-4)
      const row = { ...request, id, holderSealed, lastFour, ifsc, utr, now, dueAt }
      await db.query(insertPayout, row)
      await endWhatIsDue(db)
      const payout = await db.one(byKey, [request.key])
      refuseOtherBody(payout, request)
      return statusOf(payout)
    },
    async status(key) {
      await endWhatIsDue(db)
      const payout = await db.maybeOne(byKey, [key])
      return payout ? statusOf(payout) : { state: 'unknown' }
    },
    async list() {
      await endWhatIsDue(db)
      return (await db.query(newest)).map(row => payoutOf(cipher, row))
    },
    async isHeld() {
      return (await db.one(readHold)).held
    },
    async hold(isHeld) {
      // Run before and after: payouts due under the old rule end by it, payouts released by the new
      // rule end at once.
      await endWhatIsDue(db)
      await db.query(writeHold, [isHeld])
      await endWhatIsDue(db)
    },
    decide: (id, outcome) =>
      db.transaction(async tx => {
        await endWhatIsDue(tx)
        return decide({ db: tx, cipher }, id, outcome, clock.wall())
      }),
  }
}

type Counter = { readonly db: Queryable; readonly cipher: Cipher }

async function decide(
  { db, cipher }: Counter,
  id: string,
  outcome: PayoutOutcome,
  wall: Date,
): Promise<PayoutDecision> {
  const payout = await db.maybeOne(byIdLocked, [id])
  if (!payout) return { kind: 'missing' }
  const { from, to, reason } = MOVES[outcome]
  if (payout.state === to && to !== 'pending')
    return { kind: 'done', payout: payoutOf(cipher, payout) }
  if (payout.state !== from) return { kind: 'too-late' }
  const changed =
    to === 'pending'
      ? await db.one(delayUntil, [id, new Date(wall.getTime() + DELAY_MS)])
      : await db.one(endAs, [id, to, reason])
  return { kind: 'done', payout: payoutOf(cipher, changed) }
}

function payoutOf(cipher: Cipher, { holderSealed, ...payout }: PayoutRow): SimulatedPayout {
  return {
    ...payout,
    holder: holderSealed ? cipher.decryptText(holderSealed, contextOf(payout.id)) : '',
  }
}

function contextOf(id: string): CipherContext {
  return { table: 'sandbox.payout', row: id, column: 'holder_sealed' }
}

type Move = {
  readonly from: SimulatedPayout['state']
  readonly to: SimulatedPayout['state']
  readonly reason: string | null
}

const MOVES: Record<PayoutOutcome, Move> = {
  succeed: { from: 'pending', to: 'succeeded', reason: null },
  refuse: { from: 'pending', to: 'refused', reason: REFUSED_REASON },
  delay: { from: 'pending', to: 'pending', reason: null },
  reverse: { from: 'succeeded', to: 'reversed', reason: REVERSED_REASON },
}

/** The actions that a person may still take on a payout in a state. */
export function outcomesOpenIn(state: SimulatedPayout['state']): readonly PayoutOutcome[] {
  return PAYOUT_OUTCOMES.filter(outcome => MOVES[outcome].from === state)
}

function statusOf({ state, utr, reason }: PayoutRow): PayoutStatus {
  if (state === 'succeeded') return { state, utr }
  if (state === 'pending') return { state }
  return { state, reason: reason ?? '' }
}

/** A real provider answers 400 to these. */
function refuseMalformed({ amount, narration }: PayoutRequest): void {
  if (amount < MIN_AMOUNT_PAISE) throw StatedError.of('a payout is at least one rupee')
  if (!/^[A-Za-z0-9 ]{1,30}$/.test(narration))
    throw StatedError.of('a narration is at most 30 letters, digits and spaces')
}

/** A repeated key must have the same payout (a real provider insists on it, too). */
function refuseOtherBody(payout: PayoutRow, { amount, account }: PayoutRequest): void {
  const isSame =
    payout.amountPaise === amount &&
    payout.accountLastFour === account.number.slice(-4) &&
    payout.ifsc === account.ifsc
  if (!isSame) throw StatedError.of('the payout key was already used for another payout')
}
