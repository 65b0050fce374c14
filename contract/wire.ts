import * as v from 'valibot'
import { type Day, isDay } from '#domain/day.ts'
import { type OrderState, orderStates, type ShownOrderState } from '#domain/lending/order.ts'
import {
  type BasisPoints,
  basisPoints,
  type Paise,
  type PpmPerYear,
  paise,
  ppmPerYear,
} from '#domain/money.ts'

/**
 * The building blocks of every schema. Types whose wire form differs from their inside form (rupees
 * for paise, percent for rates, ISO text for instants) convert both ways: the schema decodes,
 * `encode` in codec.ts encodes.
 */
const encoders = new WeakMap<object, (inside: never) => unknown>()

function codec<S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  encode: (inside: v.InferOutput<S>) => unknown,
): S {
  encoders.set(schema, encode)
  return schema
}

/** The function that converts a schema's inside form to its wire form, if the two differ. */
export function encoderOf(schema: object): ((inside: never) => unknown) | undefined {
  return encoders.get(schema)
}

/** False if a text holds half of a surrogate pair (the method of this name is newer than Chrome 110). */
export const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text)

/** A number that a query string carries as text. */
const numeric = v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))])

/**
 * Exact for any size: the number is the binary fraction nearest to some whole number of hundredths
 * (paise, basis points), or it is not.
 */
const hasAtMostTwoDecimals = (value: number) => {
  const nearest = Math.round(value * 100)
  return Number.isSafeInteger(nearest) && nearest / 100 === value
}

/**
 * Money: rupees with at most two decimals on the wire, integer paise inside. The only conversion in
 * the product.
 */
export const rupees = codec(
  v.pipe(
    numeric,
    v.check(hasAtMostTwoDecimals, 'An amount has at most two decimals.'),
    v.transform((value): Paise => paise(Math.round(value * 100))),
  ),
  inside => inside / 100,
)

const PPM_PER_YEAR_OF_A_PERCENT_PER_DAY = 3_650_000

/** A rate per day: percent on the wire (0.1 is 0.1 % a day), parts per million per year inside. */
export const percentPerDay = codec(
  v.pipe(
    v.number(),
    v.transform(
      (percent): PpmPerYear => ppmPerYear(Math.round(percent * PPM_PER_YEAR_OF_A_PERCENT_PER_DAY)),
    ),
  ),
  inside => inside / PPM_PER_YEAR_OF_A_PERCENT_PER_DAY,
)

/** A share or a yearly rate such as the APR: percent on the wire, basis points inside. */
export const percent = codec(
  v.pipe(
    v.number(),
    v.check(hasAtMostTwoDecimals, 'A share has at most two decimals.'),
    v.transform((value): BasisPoints => basisPoints(Math.round(value * 100))),
  ),
  inside => inside / 100,
)

/** An instant: ISO 8601 in UTC on the wire, a Date inside. */
export const instant = codec(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform(text => new Date(text)),
  ),
  inside => inside.toISOString(),
)

/** A calendar day in India, `YYYY-MM-DD`. */
export const indiaDay = v.custom<Day>(
  value => typeof value === 'string' && isDay(value),
  'Not a calendar day.',
)

export const whole = v.pipe(numeric, v.integer(), v.minValue(0), v.maxValue(1_000_000_000))
export const flag = v.pipe(numeric, v.picklist([0, 1]))
/** A page of a person that is read again after an act: the look that opened it counts for it, too. */
export const again = v.optional(v.boolean())
/** An opaque id. Its format is checked so that nonsense never reaches the database. */
export const id = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{1,64}$/))
/** PostgreSQL stores no text with a NUL. */
export const text = v.pipe(v.string(), v.maxLength(2000), v.excludes('\0'))

/**
 * A reason with its figures (amounts in paise), and both as a sentence for clients that do not know
 * the reason.
 */
export const statedReason = v.object({
  reason: v.string(),
  details: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  msg: text,
})

const STATES = Object.keys(orderStates) as OrderState[]
const CODES = STATES.map(state => orderStates[state].code)
const stateByCode = new Map<string, OrderState>(
  STATES.map(state => [orderStates[state].code, state]),
)
function stateOf(code: string): OrderState {
  const state = stateByCode.get(code)
  if (state === undefined) throw new Error(`no order state has the code ${code}`)
  return state
}

/** The state of an order: the specification's code on the wire, its name inside. */
export const orderState = codec(
  v.pipe(
    v.picklist(CODES),
    v.transform((code): OrderState => stateOf(code)),
  ),
  inside => orderStates[inside].code,
)

/** The specification's code for an order that the native audit page has done with; never stored (product §6). */
const FINISHED_CODE = '10'

/** The state in order detail: that of the order, or that the native audit page has done with it. */
export const shownOrderState = codec(
  v.pipe(
    v.picklist([...CODES, FINISHED_CODE]),
    v.transform((code): ShownOrderState => (code === FINISHED_CODE ? 'finished' : stateOf(code))),
  ),
  inside => (inside === 'finished' ? FINISHED_CODE : orderStates[inside].code),
)

/** An upload as part of a multipart form: a Blob in the browser and in Node. */
export type Upload = {
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}
export const file = v.custom<Upload>(
  value => typeof value === 'object' && value !== null && 'arrayBuffer' in value && 'size' in value,
  'A file is needed.',
)
export const nothing = v.null()
