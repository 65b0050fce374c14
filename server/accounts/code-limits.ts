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
  takeBackUses,
} from '#server/platform/db/rate-window.ts'
import { addressKey, LimitReached, prefixKey } from '#server/platform/http/limits.ts'
import type { Services, Work } from '#server/services.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** Many borrowers share an address behind an operator's gateway; guessing needs far more. */
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
  /** True if it replaces a code that became too short while it was typed: it waits for nothing. */
  readonly replacesShorter?: boolean
}

/** The windows in which a code was counted: the number's own, and those shared with others. */
export type CountedCode = { readonly ofNumber: string[]; readonly shared: string[] }

/** The count of a code that is about to be requested. */
export const noneCounted = (): CountedCode => ({ ofNumber: [], shared: [] })

type Parts = Pick<Services, 'cipher' | 'config'>

/**
 * Counts a code about to be sent to a number. The number's own limits are refusals that its owner
 * understands; the others (address, similar numbers, day) throw and are answered with 429. Either
 * way the transaction must not be committed. Notes the windows in `counted`.
 */
export async function allowCode(
  { services, tx, at }: Work<Parts>,
  request: CodeRequest,
  { ofNumber, shared }: CountedCode = noneCounted(),
): Promise<CodeLimitRefusal | undefined> {
  const hashed = hasher(services)
  const { kind, phone, ip, knownDevice, replacesShorter = false } = request
  const asker = knownDevice
    ? `device:${knownDevice.toString('base64url')}`
    : `prefix:${prefixKey(ip)}`
  const counting = { tx, at, buckets: ofNumber }
  const pace = await paced(counting, `${kind}:${hashed(phone)}:${hashed(asker)}`, secondsAfterCode)
  if (pace.waitSeconds > 0 && !replacesShorter) return tooSoon(pace)
  if (knownDevice) return undefined
  const strangersPace = await pacedAmongStrangers(
    counting,
    `${kind}-strangers:${hashed(phone)}`,
    pace.sent === 0,
  )
  if (strangersPace.waitSeconds > 0 && !replacesShorter) return tooSoon(strangersPace)
  const allowances = sharedAllowances(services, request)
  const overrun = await countUses(tx, allowances, at)
  shared.push(...allowances.map(({ bucket }) => bucket))
  if (overrun) throw new LimitReached(overrun.waitSeconds)
  shared.push(...(await allowOfDay(services, tx, request, at)))
  return undefined
}

const hasher =
  ({ cipher }: Parts) =>
  (value: string) =>
    cipher.keyedHash('rate-window', value).toString('base64url')

/**
 * Reverts the count of a code that was not sent. One that may have been sent costs its number
 * nothing, but stays in the windows that limit all codes.
 */
export async function takeBackCode(
  db: Queryable,
  { ofNumber, shared }: CountedCode,
  isCertainlyUnsent: boolean,
): Promise<void> {
  await takeBackUses(db, isCertainlyUnsent ? [...ofNumber, ...shared] : ofNumber)
}

type Pace = { readonly sent: number; readonly waitSeconds: number }
/** The transaction and the moment of a count, and the windows that it adds to. */
type Counting = { readonly tx: Queryable; readonly at: Date; readonly buckets: string[] }

/** Counts one use, and notes its window. */
function countOwn(
  { tx, at, buckets }: Counting,
  window: Pick<Allowance, 'bucket' | 'windowSeconds'>,
) {
  buckets.push(window.bucket)
  return countUse(tx, window, at)
}

/** Counts one use of each allowance, and notes their windows. */
function countEachOwn({ tx, at, buckets }: Counting, allowances: readonly Allowance[]) {
  buckets.push(...allowances.map(({ bucket }) => bucket))
  return countUses(tx, allowances, at)
}

/** Counts a code towards its day and the current pause; pauses grow with the number of codes. */
async function paced(
  counting: Counting,
  bucket: string,
  secondsAfter: (nth: number) => number,
): Promise<Pace> {
  const { count } = await countOwn(counting, dayOf(bucket))
  const windowSeconds = secondsAfter(count)
  const pause: Allowance = { bucket: `${bucket}:pause`, most: 1, windowSeconds }
  const overrun = windowSeconds === 0 ? undefined : await countEachOwn(counting, [pause])
  return { sent: count - 1, waitSeconds: overrun?.waitSeconds ?? 0 }
}

/** Counts a code towards those of all strangers; a newcomer goes before the others. */
async function pacedAmongStrangers(
  counting: Counting,
  bucket: string,
  isNewcomer: boolean,
): Promise<Pace> {
  if (!isNewcomer) return paced(counting, bucket, secondsAfterStrangersCode)
  const { count } = await countOwn(counting, dayOf(bucket))
  const windowSeconds = secondsAfterStrangersCode(count)
  if (windowSeconds === 0) return { sent: count - 1, waitSeconds: 0 }
  const overrun = await countEachOwn(counting, [
    { bucket: `${bucket}:newcomers`, most: NEWCOMERS_PER_DAY, windowSeconds: DAY_SECONDS },
    { bucket: `${bucket}:newcomer`, most: 1, windowSeconds: NEWCOMERS_PAUSE_SECONDS },
  ])
  const pause = { bucket: `${bucket}:pause`, most: 1, windowSeconds }
  if (!overrun) {
    await restartUse(counting.tx, pause, counting.at)
    counting.buckets.push(pause.bucket)
  }
  const waiting = overrun && (await countEachOwn(counting, [pause]))
  // A newcomer may take either way.
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
  const scaled = (max: number) => Math.ceil(max * parts.config.limitScale)
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
 * Counts a code towards those of the day. Half of them go to the first requests. The other half is
 * reserved for networks that have had few, so that nobody with fewer than ten thousands of networks
 * uses up the codes of all others.
 */
async function allowOfDay(
  services: Parts,
  tx: Queryable,
  { ip, phone }: CodeRequest,
  now: Date,
): Promise<string[]> {
  const { cipher, config } = services
  const row = rowOf(cipher.keyedHash('rate-window', phone), BUDGET_ROWS)
  const half = Math.ceil(config.codesPerDay / 2 / BUDGET_ROWS)
  const ofDay = { most: half, windowSeconds: DAY_SECONDS }
  const all = `code-all:${row}`
  if (!(await countUses(tx, [{ ...ofDay, bucket: all }], now))) return [all]
  const rights = await rightsOfNetwork(services, tx, ip)
  const allowances = [
    {
      bucket: `code-kept-network:${hasher(services)(prefixKey(ip))}`,
      most: codesKeptForNetwork(rights),
      windowSeconds: DAY_SECONDS,
    },
    { ...ofDay, bucket: `code-kept:${row}` },
  ]
  const overrun = await countUses(tx, allowances, now)
  if (overrun) throw new LimitReached(overrun.waitSeconds)
  return allowances.map(({ bucket }) => bucket)
}
