/**
 * Decides whether the code from an unknown device is compared at all, and records what that cost
 * (domain/accounts/code-guessing.ts).
 */
import {
  admission,
  afterRight,
  afterWrong,
  BUDGETS,
  type Budget,
  type BudgetName,
  NEW_ADDRESS,
  NEW_PREFIX,
  ONE_WRONG_CODE,
  type Payment,
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
import { countUses, restartUse, usesOf } from '#server/platform/db/rate-window.ts'
import { addressKey, LimitReached, prefixKey } from '#server/platform/http/limits.ts'
import type { Services, Work } from '#server/services.ts'

const DAY_SECONDS = 86_400
const FORGOTTEN_AFTER_DAYS = 30
const HOME_SECONDS = 30 * DAY_SECONDS
const BUDGET_SCOPES: Readonly<Record<BudgetName, string>> = {
  first: 'all:first',
  further: 'all:further',
  home: 'all:home',
}

export type Guess = {
  readonly ip: string
  readonly phoneHash: Buffer
  readonly isRight: boolean
}

/**
 * Counts a code that is about to be judged, in the transaction that counts its try. Throws where it
 * must not be judged (answered with 429, right or wrong alike), without counting. Sign-ins from one
 * prefix wait for each other here; others only read what they share.
 */
export async function countGuess(
  { services, tx, at }: Work<Pick<Services, 'cipher' | 'config'>>,
  { ip, phoneHash, isRight }: Guess,
): Promise<void> {
  const { cipher, config } = services
  const scopeOf = (name: string) => cipher.keyedHash('rate-window', name).toString('base64url')
  const addressScope = `address:${scopeOf(addressKey(ip))}`
  const prefixScope = `prefix:${scopeOf(prefixKey(ip))}`
  const fresh = new Map([
    [addressScope, NEW_ADDRESS.credit],
    [prefixScope, NEW_PREFIX.credit],
  ])
  const rows = await lockStandings(tx, fresh, at)
  const standings = {
    address: standingIn(rows, addressScope),
    prefix: standingIn(rows, prefixScope),
  }
  // A test setup may loosen the limit, but never make a wrong code cost more than one.
  const cost = Math.max(1, Math.round(ONE_WRONG_CODE / Math.max(1, config.limitScale)))
  const home = `home:${scopeOf(`${phoneHash.toString('base64url')} ${prefixKey(ip)}`)}`
  const guessing = {
    ...standings,
    budgets: await budgetsIn(tx, at),
    isHome: (await usesOf(tx, [home], at)).has(home),
  }
  const admitted = admission(guessing, cost, at.getTime())
  if ('waitMs' in admitted && !(isRight && admitted.isPaidAtHome))
    throw new NotJudged(Math.ceil(admitted.waitMs / 1000), admitted.isPaidAtHome ? cost : 0)
  if (isRight) await restartUse(tx, { bucket: home, windowSeconds: HOME_SECONDS }, at)
  if (isRight && !(await isFirstToday(tx, phoneHash, at))) return
  const after =
    'waitMs' in admitted || isRight
      ? afterRight(standings)
      : afterWrong(standings, admitted.payment, cost, at.getTime())
  await saveStanding(tx, rowOf(addressScope, after.address, at))
  await saveStanding(tx, rowOf(prefixScope, after.prefix, at))
  if ('payment' in admitted && !isRight) await charge(tx, admitted.payment, cost, at)
}

/** Thrown out of the transaction of a code that is answered as not compared. */
export class NotJudged extends LimitReached {
  readonly #homeCost: number
  constructor(retryAfterSeconds: number, homeCost: number) {
    super(retryAfterSeconds, 'codes-wrong-too-often')
    this.#homeCost = homeCost
  }

  /** Charges a wrong code of a number at home, once the transaction has ended. */
  async charge(db: Queryable, at: Date): Promise<void> {
    if (this.#homeCost > 0) await chargeBudget(db, 'home', this.#homeCost, at)
  }
}

/** Removes standings that were unused for so long that they no longer matter. */
export async function forgetOldStandings(db: Queryable, now: Date): Promise<void> {
  await forgetStandings(db, new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * DAY_SECONDS * 1000))
}

async function isFirstToday(tx: Transaction, phoneHash: Buffer, now: Date): Promise<boolean> {
  const bucket = `right:${phoneHash.toString('base64url')}`
  return (await countUses(tx, [{ bucket, most: 1, windowSeconds: DAY_SECONDS }], now)) === undefined
}

async function charge(tx: Transaction, payment: Payment, cost: number, now: Date): Promise<void> {
  if (payment === 'credit' || payment === 'prefix-credit') return
  await chargeBudget(tx, payment, cost, now)
}

function chargeBudget(db: Queryable, name: BudgetName, cost: number, now: Date): Promise<void> {
  return chargeSharedBudget(db, { scope: BUDGET_SCOPES[name], ...BUDGETS[name], cost, now })
}

async function budgetsIn(tx: Transaction, now: Date): Promise<Record<BudgetName, Budget>> {
  const rows = await readStandings(tx, Object.values(BUDGET_SCOPES))
  const budget = (name: BudgetName): Budget => {
    const row = rows.find(({ scope }) => scope === BUDGET_SCOPES[name])
    return row
      ? { credit: row.credit, atMs: row.changedAt.getTime() }
      : { credit: BUDGETS[name].most, atMs: now.getTime() }
  }
  return { first: budget('first'), further: budget('further'), home: budget('home') }
}

function standingIn(rows: readonly StandingRow[], name: string): Standing {
  const row = rows.find(({ scope }) => scope === name)
  if (!row) throw new Error('a standing was not locked')
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
