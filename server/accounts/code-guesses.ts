/**
 * Decides the length of a code for an unknown device and whether it is compared, and records its
 * cost (domain/accounts/code-guessing.ts).
 */
import {
  afterRight,
  afterWrong,
  BUDGETS,
  type Budget,
  type BudgetName,
  type CodeLength,
  digitsOfNextCode,
  NEW_ADDRESS,
  NEW_PREFIX,
  paymentFor,
  priceOf,
  type Standing,
} from '#domain/accounts/code-guessing.ts'
import {
  chargeSharedBudget,
  forgetStandings,
  lockStandings,
  readStandings,
  type StandingRow,
  saveStanding,
} from '#server/accounts/db/code-standing.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { countUses } from '#server/platform/db/rate-window.ts'
import { addressKey, prefixKey } from '#server/platform/http/limits.ts'
import type { Services, Work } from '#server/services.ts'

const DAY_SECONDS = 86_400
const FORGOTTEN_AFTER_DAYS = 30
const BUDGET_SCOPES: Readonly<Record<BudgetName, string>> = { first: 'all:first', long: 'all:long' }

type Parts = Pick<Services, 'cipher' | 'config'>

/** The digits of the next code for an unknown device at this address. Locks nothing. */
export async function nextCodeDigits(
  services: Parts & Pick<Services, 'db'>,
  ip: string,
  at: Date,
): Promise<number> {
  const { addressScope, prefixScope } = scopesOf(services, ip)
  const rows = await readStandings(services.db, [
    addressScope,
    prefixScope,
    ...Object.values(BUDGET_SCOPES),
  ])
  const guessing = {
    address: standingIn(rows, addressScope) ?? NEW_ADDRESS,
    prefix: standingIn(rows, prefixScope) ?? NEW_PREFIX,
    budgets: budgetsIn(rows, at),
  }
  return digitsOfNextCode(guessing, lengthOf(services), at.getTime())
}

/** The digits of the next code for an unknown device in a network without any history. */
export async function newcomersCodeDigits(
  services: Pick<Services, 'config' | 'db'>,
  at: Date,
): Promise<number> {
  const budgets = budgetsIn(await readStandings(services.db, Object.values(BUDGET_SCOPES)), at)
  const guessing = { address: NEW_ADDRESS, prefix: NEW_PREFIX, budgets }
  return digitsOfNextCode(guessing, lengthOf(services), at.getTime())
}

/** The right codes of a network since its standing was last removed. */
export async function rightsOfNetwork(
  services: Pick<Services, 'cipher'>,
  db: Queryable,
  ip: string,
): Promise<number> {
  const { prefixScope } = scopesOf(services, ip)
  const rows = await readStandings(db, [prefixScope])
  return standingIn(rows, prefixScope)?.rights ?? 0
}

export type Guess = {
  readonly ip: string
  readonly phoneHash: Buffer
  readonly isRight: boolean
  /** The length of the code. */
  readonly digits: number
}

/**
 * Counts a code that is about to be judged, in the transaction that counts its try. False where it
 * must not be judged, right or wrong alike, because nothing would pay for a wrong one: a longer
 * code is sent instead. Sign-ins from one prefix wait for each other here; others only read what
 * they share.
 */
export async function countGuess(
  { services, tx, at }: Work<Parts>,
  { ip, phoneHash, isRight, digits }: Guess,
): Promise<boolean> {
  const { addressScope, prefixScope } = scopesOf(services, ip)
  const fresh = new Map([
    [addressScope, NEW_ADDRESS.credit],
    [prefixScope, NEW_PREFIX.credit],
  ])
  const rows = await lockStandings(tx, fresh, at)
  const standings = {
    address: standingIn(rows, addressScope) ?? NEW_ADDRESS,
    prefix: standingIn(rows, prefixScope) ?? NEW_PREFIX,
  }
  const budgets = budgetsIn(await readStandings(tx, Object.values(BUDGET_SCOPES)), at)
  const length = lengthOf(services)
  const payment = paymentFor({ ...standings, budgets }, digits, length, at.getTime())
  if (payment === undefined) return false
  if (isRight && !(await isFirstToday(tx, phoneHash, at))) return true
  const price = priceOf(digits, length.scale)
  const after = isRight
    ? afterRight(standings)
    : afterWrong(standings, payment, price, at.getTime())
  await saveStanding(tx, rowOf(addressScope, after.address, at))
  await saveStanding(tx, rowOf(prefixScope, after.prefix, at))
  if (!isRight && (payment === 'first' || payment === 'long'))
    await chargeSharedBudget(tx, {
      scope: BUDGET_SCOPES[payment],
      ...BUDGETS[payment],
      cost: price,
      now: at,
    })
  return true
}

/** Removes standings that have been unused so long that they have no effect. */
export async function forgetOldStandings(db: Queryable, now: Date): Promise<void> {
  await forgetStandings(db, new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * DAY_SECONDS * 1000))
}

async function isFirstToday(tx: Transaction, phoneHash: Buffer, now: Date): Promise<boolean> {
  const bucket = `right:${phoneHash.toString('base64url')}`
  return (await countUses(tx, [{ bucket, most: 1, windowSeconds: DAY_SECONDS }], now)) === undefined
}

function budgetsIn(rows: readonly StandingRow[], now: Date): Record<BudgetName, Budget> {
  const budget = (name: BudgetName): Budget => {
    const row = rows.find(({ scope }) => scope === BUDGET_SCOPES[name])
    return row
      ? { credit: row.credit, atMs: row.changedAt.getTime() }
      : { credit: BUDGETS[name].max, atMs: now.getTime() }
  }
  return { first: budget('first'), long: budget('long') }
}

function lengthOf({ config }: Pick<Services, 'config'>): CodeLength {
  return { minDigits: config.loginCodeDigits, scale: config.limitScale }
}

/** The rows of an address and of its prefix, whose names do not reveal them. */
function scopesOf({ cipher }: Pick<Services, 'cipher'>, ip: string) {
  const scopeOf = (name: string) => cipher.keyedHash('rate-window', name).toString('base64url')
  return {
    addressScope: `address:${scopeOf(addressKey(ip))}`,
    prefixScope: `prefix:${scopeOf(prefixKey(ip))}`,
  }
}

function standingIn(rows: readonly StandingRow[], name: string): Standing | undefined {
  const row = rows.find(({ scope }) => scope === name)
  if (!row) return undefined
  const { credit, rights, strikes, struckAt } = row
  return { credit, rights, strikes, struckAtMs: struckAt?.getTime() ?? 0 }
}

function rowOf(
  scope: string,
  { credit, rights, strikes, struckAtMs }: Standing,
  now: Date,
): StandingRow {
  return {
    scope,
    credit,
    rights,
    strikes,
    struckAt: struckAtMs === 0 ? null : new Date(struckAtMs),
    changedAt: now,
  }
}
