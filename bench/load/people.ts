import { randomBytes } from 'node:crypto'
import { BASE_PATH } from '#contract/path.ts'
import { secretHash } from '#server/accounts/db/session.ts'
import { sessionToken } from '#server/accounts/session-token.ts'
import { type Cipher, cipherWith, fixedKeys } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { requestText } from './line.ts'

const master = randomBytes(32)
const hashing = randomBytes(32)

/** The keys of the measured servers, as `SARAL_KEYS` takes them, and the cipher of these keys. */
export const SARAL_KEYS = JSON.stringify({
  active: 'k1',
  masters: { k1: master.toString('base64') },
  hashing: hashing.toString('base64'),
})
export const cipher: Cipher = cipherWith(
  fixedKeys({ active: 'k1', masters: new Map([['k1', master]]), hashing }),
)

/** A numbered borrower who may apply at once: signed in, verified, with a bank account. */
export type Person = {
  readonly borrowerId: string
  readonly cardId: string
  readonly token: string
  readonly cookie: string
}

/** Distinguishes the ids that belong to one person. */
const KINDS = {
  borrower: '8000',
  card: '8001',
  device: '8002',
  session: '8003',
  order: '8004',
} as const

type Kind = keyof typeof KINDS

const AT_ONCE = 5_000
/** The letters of a session's secret. */
const SECRET_LENGTH = 43

/** Returns an id that SQL can compute too (`idInSql`). */
export function idOf(kind: Kind, number: number): string {
  return `${idStart(kind)}${String(number).padStart(12, '0')}`
}

/** Returns the id as an SQL expression of a number. */
export function idInSql(kind: Kind, number: string): string {
  return `('${idStart(kind)}' || lpad((${number})::text, 12, '0'))`
}

function idStart(kind: Kind): string {
  return `00000000-0000-7000-${KINDS[kind]}-`
}

export function person(number: number): Person {
  const borrowerId = idOf('borrower', number)
  return {
    borrowerId,
    cardId: idOf('card', number),
    token: sessionToken(cipher, `bench-token-${number}`.padEnd(SECRET_LENGTH, '-'), borrowerId),
    cookie: `bench-cookie-${number}`,
  }
}

/** Inserts the people with numbers below `count`, each signed in and with every step done. */
export async function insertPeople(db: Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at)
    const people = numbers.map(person)
    const tokens = people.map(({ token }) => secretHash('token', token))
    const cookies = people.map(({ cookie }) => secretHash('cookie', cookie))
    await db.transaction(async tx => {
      for (const statement of INSERTS) await tx.raw(statement, [numbers, tokens, cookies])
    })
  }
}

const FROM = `FROM (SELECT n, decode(token, 'hex') AS token, decode(cookie, 'hex') AS cookie
  FROM unnest($1::int[], $2::text[], $3::text[]) AS input (n, token, cookie)) AS p`
const ids = Object.fromEntries(
  (Object.keys(KINDS) as Kind[]).map(kind => [kind, `${idInSql(kind, 'n')}::uuid`]),
)

const INSERTS = [
  `INSERT INTO borrower (borrower_id, phone_sealed, phone_masked, created_at) SELECT ${ids.borrower}, '', '', now() ${FROM}`,
  `INSERT INTO device (borrower_id, device_id, cookie_hash, first_seen_at) SELECT ${ids.borrower}, ${ids.device}, cookie, now() ${FROM}`,
  `INSERT INTO session (borrower_id, session_id, device_id, token_hash, cookie_hash, created_at, last_seen_at)
   SELECT ${ids.borrower}, ${ids.session}, ${ids.device}, token, cookie, now(), now() ${FROM}`,
  `INSERT INTO session_lookup (token_hash, borrower_id, session_id) SELECT token, ${ids.borrower}, ${ids.session} ${FROM}`,
  `INSERT INTO verification_step (borrower_id, step, done_at)
   SELECT ${ids.borrower}, step, now() ${FROM}, unnest(ARRAY['basic', 'work', 'identity', 'face', 'contacts']) AS s (step)`,
  `INSERT INTO bank_card (borrower_id, card_id, ifsc, account_hash, account_sealed, account_last_four, name_at_bank_sealed,
     names_agree, added_at)
   SELECT ${ids.borrower}, ${ids.card}, 'SBIN0001234', cookie, '', '1234', '', 'same', now() ${FROM}`,
]

/** The path of the call that the bench reads. */
export const HOME_PATH = `${BASE_PATH}/home/v1/index`

export function applyRequest(number: number): Buffer {
  const { cardId, token, cookie } = person(number)
  const body = { cardId, borrowAmount: 2000, periods: 7, productId: 'saral-seven', autoGetMoney: 0 }
  const headers = {
    ...headersOf(token, cookie),
    'content-type': 'application/json',
    'idempotency-key': `bench-${number}`,
  }
  return requestText('POST', `${BASE_PATH}/order/v1/apply`, headers, JSON.stringify(body))
}

export function homeRequest(number: number): Buffer {
  const { token, cookie } = person(number)
  return requestText('GET', HOME_PATH, headersOf(token, cookie))
}

function headersOf(token: string, cookie: string): Record<string, string> {
  return {
    token,
    cookie: `${cookieName('session', false)}=${cookie}`,
    os: 'android-h5',
    accept: 'application/json',
  }
}
