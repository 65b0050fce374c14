/** Limits how often codes may be requested (product §10, "Login code"). */
import { type Refusal, refused } from '#contract/envelope.ts'
import {
  codesKeptForNetwork,
  NEWCOMERS_PAUSE_SECONDS,
  NEWCOMERS_PER_DAY,
  secondsAfterCode,
  secondsAfterStrangersCode,
} from '#domain/accounts/code-pace.ts'
import { LOGIN_CODES_PER_DAY } from '#domain/limits.ts'
import { rightsOfNetwork } from '#server/accounts/code-guesses.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import {
  type Allowance,
  countUse,
  countUses,
  restartUse,
  rowOf,
} from '#server/platform/db/rate-window.ts'
import { addressKey, LimitReached, prefixKey } from '#server/platform/http/limits.ts'
import type { Services, Work } from '#server/services.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/**
 * Many borrowers share an address behind a mobile operator's gateway; somebody guessing numbers
 * needs far more than this.
 */
const CODES_PER_ADDRESS_AND_HOUR = 1_000
/** Ten thousand numbers share these digits: `91`, and the first six of ten. */
const CODES_PER_NUMBERS_AND_HOUR = 2_000
const SHARED_DIGITS = 8
/** The rows that share the daily budget, so that no code waits for all others. */
const BUDGET_ROWS = 16

export type CodeLimitRefusal = Refusal<'code-resend-too-soon' | 'code-limit-reached'>

export type CodeRequest = {
  readonly kind: 'login' | 'confirm'
  readonly phone: string
  readonly ip: string
  /** The hash of the number's own device, if it asks: it shares no allowance with strangers. */
  readonly knownDevice: Buffer | undefined
  /** It takes the place of a code that became too short while it was typed, and waits for nothing. */
  readonly replacesShorter?: boolean
}

type Parts = Pick<Services, 'cipher' | 'config'>

/**
 * Counts a code about to be sent to a number. The number's own limits are refusals that its owner
 * understands; the others (address, similar numbers, day) throw and are answered with 429. Either
 * way the transaction must not be committed.
 */
export async function allowCode(
  { services, tx, at }: Work<Parts>,
  request: CodeRequest,
): Promise<CodeLimitRefusal | undefined> {
  const hashed = hasher(services)
  const { kind, phone, ip, knownDevice, replacesShorter = false } = request
  const asker = knownDevice
    ? `device:${knownDevice.toString('base64url')}`
    : `prefix:${prefixKey(ip)}`
  const pace = await paced(tx, `${kind}:${hashed(phone)}:${hashed(asker)}`, secondsAfterCode, at)
  if (pace.waitSeconds > 0 && !replacesShorter) return tooSoon(pace)
  if (knownDevice) return undefined
  const strangersPace = await pacedAmongStrangers(
    tx,
    `${kind}-strangers:${hashed(phone)}`,
    pace.sent === 0,
    at,
  )
  if (strangersPace.waitSeconds > 0 && !replacesShorter) return tooSoon(strangersPace)
  const overrun = await countUses(tx, sharedAllowances(services, request), at)
  if (overrun) throw new LimitReached(overrun.waitSeconds)
  await allowOfDay(services, tx, request, at)
  return undefined
}

const hasher =
  ({ cipher }: Parts) =>
  (value: string) =>
    cipher.keyedHash('rate-window', value).toString('base64url')

type Pace = { readonly sent: number; readonly waitSeconds: number }

/** Counts a code towards its day and the current pause; pauses grow with the number of codes. */
async function paced(
  tx: Queryable,
  bucket: string,
  secondsAfter: (nth: number) => number,
  now: Date,
): Promise<Pace> {
  const { count } = await countUse(tx, dayOf(bucket), now)
  const windowSeconds = secondsAfter(count)
  const pause: Allowance = { bucket: `${bucket}:pause`, most: 1, windowSeconds }
  const overrun = windowSeconds === 0 ? undefined : await countUses(tx, [pause], now)
  return { sent: count - 1, waitSeconds: overrun?.waitSeconds ?? 0 }
}

/** Counts a code towards those of all strangers; a newcomer goes before the others. */
async function pacedAmongStrangers(
  tx: Queryable,
  bucket: string,
  isNewcomer: boolean,
  now: Date,
): Promise<Pace> {
  if (!isNewcomer) return paced(tx, bucket, secondsAfterStrangersCode, now)
  const { count } = await countUse(tx, dayOf(bucket), now)
  const windowSeconds = secondsAfterStrangersCode(count)
  if (windowSeconds === 0) return { sent: count - 1, waitSeconds: 0 }
  const overrun = await countUses(
    tx,
    [
      { bucket: `${bucket}:newcomers`, most: NEWCOMERS_PER_DAY, windowSeconds: DAY_SECONDS },
      { bucket: `${bucket}:newcomer`, most: 1, windowSeconds: NEWCOMERS_PAUSE_SECONDS },
    ],
    now,
  )
  if (!overrun) await restartUse(tx, { bucket: `${bucket}:pause`, windowSeconds }, now)
  const pause = { bucket: `${bucket}:pause`, most: 1, windowSeconds }
  const waiting = overrun && (await countUses(tx, [pause], now))
  // Either way is open to a newcomer.
  const waitSeconds = waiting ? Math.min(overrun.waitSeconds, waiting.waitSeconds) : 0
  return { sent: count - 1, waitSeconds }
}

const dayOf = (bucket: string) => ({ bucket: `${bucket}:day`, windowSeconds: DAY_SECONDS })

function tooSoon({ sent, waitSeconds }: Pace): CodeLimitRefusal {
  const details = { waitSeconds, waitMinutes: Math.ceil(waitSeconds / 60) }
  return refused(sent < LOGIN_CODES_PER_DAY ? 'code-resend-too-soon' : 'code-limit-reached', {
    details,
  })
}

function sharedAllowances(parts: Parts, { ip, phone }: CodeRequest): Allowance[] {
  const hashed = hasher(parts)
  const scaled = (most: number) => Math.ceil(most * parts.config.limitScale)
  return [
    {
      bucket: `code-address:${hashed(addressKey(ip))}`,
      most: scaled(CODES_PER_ADDRESS_AND_HOUR),
      windowSeconds: HOUR_SECONDS,
    },
    {
      bucket: `code-prefix:${hashed(phone.slice(0, SHARED_DIGITS))}`,
      most: scaled(CODES_PER_NUMBERS_AND_HOUR),
      windowSeconds: HOUR_SECONDS,
    },
  ]
}

/**
 * Counts a code towards those of the day. Half of them go to whoever asks first. The other half is
 * kept for networks that have had few of it, so that nobody with fewer than ten thousands of networks
 * uses up the codes of all others.
 */
async function allowOfDay(
  services: Parts,
  tx: Queryable,
  { ip, phone }: CodeRequest,
  now: Date,
): Promise<void> {
  const { cipher, config } = services
  const row = rowOf(cipher.keyedHash('rate-window', phone), BUDGET_ROWS)
  const half = Math.ceil(config.codesPerDay / 2 / BUDGET_ROWS)
  const ofDay = { most: half, windowSeconds: DAY_SECONDS }
  if (!(await countUses(tx, [{ ...ofDay, bucket: `code-all:${row}` }], now))) return
  const rights = await rightsOfNetwork(services, tx, ip)
  const kept = [
    {
      bucket: `code-kept-network:${hasher(services)(prefixKey(ip))}`,
      most: codesKeptForNetwork(rights),
      windowSeconds: DAY_SECONDS,
    },
    { ...ofDay, bucket: `code-kept:${row}` },
  ]
  const overrun = await countUses(tx, kept, now)
  if (overrun) throw new LimitReached(overrun.waitSeconds)
}
