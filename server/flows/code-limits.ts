/** How often codes may be asked for (decisions §10, "Login code"). */
import { type Refusal, refused } from '#contract/envelope.ts'
import { LOGIN_CODES_PER_DAY, OTP_RESEND_SECONDS } from '#domain/limits.ts'
import type { Queryable } from '#server/db/open.ts'
import { type Allowance, countUses } from '#server/db/rate-window.ts'
import { addressKey, LimitReached } from '#server/http/limits.ts'
import type { Services } from '#server/services.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** Many borrowers share an address behind a mobile operator's gateway; a guesser of numbers needs far more than this. */
const CODES_PER_ADDRESS_AND_HOUR = 1_000
/** Ten thousand numbers share a prefix: `91`, and the first six digits of ten. */
const CODES_PER_PREFIX_AND_DAY = 2_000
const PREFIX_CHARS = 8
/** What messages may cost in a day, whoever asks. */
const CODES_FOR_ALL_PER_DAY = 50_000

export type CodeLimitRefusal = Refusal<'code-resend-too-soon' | 'code-limit-reached'>

/**
 * Counts a code about to be sent to a number. The number's own limits are refusals that its owner understands; the others
 * (address, prefix, day) throw and are answered with 429. Either way the transaction must not be committed.
 */
export async function allowCode(
  { sealer, config }: Pick<Services, 'sealer' | 'config'>,
  tx: Queryable,
  asked: { kind: 'login' | 'confirm'; phone: string; ip: string; now: Date },
): Promise<CodeLimitRefusal | undefined> {
  const hashed = (value: string) => sealer.keyedHash('rate-window', value).toString('base64url')
  const scaled = (most: number) => Math.ceil(most * config.limitScale)
  const resend = `${asked.kind}-resend:${hashed(asked.phone)}`
  const perDay = `${asked.kind}-day:${hashed(asked.phone)}`
  const allowances: Allowance[] = [
    { bucket: resend, most: 1, windowSeconds: OTP_RESEND_SECONDS },
    { bucket: perDay, most: LOGIN_CODES_PER_DAY, windowSeconds: DAY_SECONDS },
    {
      bucket: `code-address:${hashed(addressKey(asked.ip))}`,
      most: scaled(CODES_PER_ADDRESS_AND_HOUR),
      windowSeconds: HOUR_SECONDS,
    },
    {
      bucket: `code-prefix:${hashed(asked.phone.slice(0, PREFIX_CHARS))}`,
      most: scaled(CODES_PER_PREFIX_AND_DAY),
      windowSeconds: DAY_SECONDS,
    },
    { bucket: 'code-all', most: scaled(CODES_FOR_ALL_PER_DAY), windowSeconds: DAY_SECONDS },
  ]
  const overrun = await countUses(tx, allowances, asked.now)
  if (!overrun) return undefined
  if (overrun.bucket === resend) return refused('code-resend-too-soon', { details: { waitSeconds: overrun.waitSeconds } })
  if (overrun.bucket === perDay) return refused('code-limit-reached')
  throw new LimitReached(overrun.waitSeconds)
}
