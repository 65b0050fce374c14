import * as v from 'valibot'
import { type Day, isDay } from '#domain/day.ts'
import { fitsName, printedDayIn } from '#domain/identity/card.ts'
import { isAadhaarNumber, isPersonalPan } from '#domain/identity/identity.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CleanPicture } from '#server/platform/files/re-encode.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import { CASHFREE, cashfreeClient, pictureForm } from '#server/providers/cashfree-client.ts'
import type {
  AadhaarFront,
  CardReading,
  DocumentPort,
  PanCard,
  Read,
  StartedReading,
} from '#server/providers/document/port.ts'
import { VendorFailure } from '#server/providers/vendor-http.ts'

/** Pictures at the vendor at the same time; each is held in memory meanwhile. */
const AT_ONCE_MAX = 8
const USUAL_SECONDS = 5
/** A picture takes longer to send and read than other requests. */
const DURATION_MAX_MS = 30_000
const NAME_MAX = 200
/**
 * The certainty where the vendor gives none, or a PAN does not fit its name: the borrower is asked
 * to check again.
 */
const DOUBTFUL = 0.5

const text = v.nullish(v.string(), '')
/** A fraction of one or a percentage, as text or number. */
const confidence = v.nullish(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(score => (Number(score) > 1 ? Number(score) / 100 : Number(score))),
  ),
)
const anyCard = {
  valid: v.nullish(v.boolean()),
  status: text,
  confidence_score: confidence,
  name: text,
  dob: text,
}
const aadhaarFront = v.object({ ...anyCard, uid: text, gender: text })
const panCard = v.object({ ...anyCard, pan: text })
type AnyCard = v.InferOutput<v.ObjectSchema<typeof anyCard, undefined>>

const CALLS = {
  aadhaarFront: { what: 'read an Aadhaar card', method: 'POST', path: '/document/aadhaar' },
  pan: { what: 'read a PAN card', method: 'POST', path: '/document/pan' },
} as const
type Call = (typeof CALLS)[keyof typeof CALLS]

type Parts = { readonly ids: Ids; readonly clock: Pick<Clock, 'wall'> }

/**
 * Cards read by Cashfree, which gets the whole pictures. It does not locate the number, so no
 * picture of an Aadhaar card is stored; nor does it report progress.
 */
export function cashfreeCards(settings: CashfreeSettings, { ids, clock }: Parts): DocumentPort {
  const client = cashfreeClient({ timeoutMs: DURATION_MAX_MS, ...settings }, 'verification')
  const closing = new AbortController()
  let underWay = 0

  async function ask<Fields extends AnyCard>(
    call: Call,
    { bytes }: CleanPicture,
    schema: v.GenericSchema<unknown, Fields>,
  ) {
    const body = pictureForm(ids.uuid(clock.wall()), { front_image: bytes })
    const answer = await client.ask({ ...call, body, signal: closing.signal }, schema)
    if (answer.kind === 'refused') throw client.unexpected(call, answer)
    return { card: answer.data, isCard: isCard(call, answer.data) }
  }
  function begin<Card>(read: () => Promise<CardReading<Card>>): StartedReading<Card> {
    if (underWay >= AT_ONCE_MAX) return { state: 'busy', waitSeconds: USUAL_SECONDS }
    underWay += 1
    return { state: 'started', reading: read().finally(() => (underWay -= 1)) }
  }
  return {
    readAadhaarFront: picture =>
      begin(async () => {
        const { card, isCard } = await ask(CALLS.aadhaarFront, picture, aadhaarFront)
        return aadhaarReading(card, isCard)
      }),
    readPanCard: picture =>
      begin(async () => {
        const { card, isCard } = await ask(CALLS.pan, picture, panCard)
        return panReading(card, isCard)
      }),
    close: async () => closing.abort(),
  }
}

/** True if the vendor says that this is the card; an answer without a verdict is malformed. */
function isCard({ what }: Call, { valid, status }: AnyCard): boolean {
  if (typeof valid === 'boolean') return valid
  if (status === 'VALID') return true
  if (status.startsWith('INVALID')) return false
  throw new VendorFailure(CASHFREE, what, 'malformed', 'neither valid nor invalid')
}

function aadhaarReading(
  fields: v.InferOutput<typeof aadhaarFront>,
  isCard: boolean,
): CardReading<AadhaarFront> {
  const value = fields.uid.replace(/[\s-]/g, '')
  if (!isCard || !isAadhaarNumber(value)) return unclear(isCard || value !== '')
  const certainty = certaintyOf(fields)
  const gender = GENDERS[fields.gender.charAt(0).toUpperCase()]
  return {
    state: 'read',
    card: {
      number: { value, certainty },
      ...nameAndDate(fields),
      ...(gender && { gender: { value: gender, certainty } }),
    },
  }
}

/**
 * The PAN must have the right form as received: without a check digit a correction would be a
 * guess.
 */
function panReading(fields: v.InferOutput<typeof panCard>, isCard: boolean): CardReading<PanCard> {
  const value = fields.pan.replace(/\s/g, '').toUpperCase()
  if (!isCard || !isPersonalPan(value)) return unclear(isCard || value !== '')
  const rest = nameAndDate(fields)
  const isFitting = rest.name === undefined || fitsName(value, rest.name.value)
  const certainty = isFitting ? certaintyOf(fields) : Math.min(certaintyOf(fields), DOUBTFUL)
  return { state: 'read', card: { number: { value, certainty }, ...rest } }
}

function unclear(isPerhapsThatCard: boolean) {
  return { state: 'unclear', reason: isPerhapsThatCard ? 'not-legible' : 'not-this-card' } as const
}

const GENDERS: Readonly<Record<string, 'female' | 'male' | 'other'>> = {
  F: 'female',
  M: 'male',
  T: 'other',
}

function nameAndDate(fields: AnyCard): { readonly name?: Read<string>; readonly dob?: Read<Day> } {
  const certainty = certaintyOf(fields)
  const name = fields.name.trim()
  const dob = isDay(fields.dob) ? fields.dob : printedDayIn(fields.dob)
  return {
    ...(name !== '' && name.length <= NAME_MAX && { name: { value: name, certainty } }),
    ...(dob && { dob: { value: dob, certainty } }),
  }
}

function certaintyOf({ confidence_score: score }: AnyCard): number {
  return typeof score === 'number' && score >= 0 && score <= 1 ? score : DOUBTFUL
}
