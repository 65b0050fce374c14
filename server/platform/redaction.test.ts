import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { logSerializers, redactingPort } from '#server/platform/redaction.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import { VendorFailure } from '#server/providers/vendor-http.ts'

const quoting = () => Promise.reject(new Error('234567890124 is not known'))
const port = redactingPort('the register', {
  ask: quoting,
  askAtOnce: () => {
    throw new Error('234567890124 is not known')
  },
  begin: () => ({ state: 'begun', reading: quoting() }),
  busy: () => ({ state: 'busy', waitSeconds: 5 }),
  asks: true,
})

test('an error reveals its kind and nothing else, whether it comes at once, later, or in a later part of an answer', async () => {
  const message = 'the register failed: Error'
  await expect(port.ask()).rejects.toThrow(message)
  expect(() => port.askAtOnce()).toThrow(message)
  const { state, reading } = port.begin()
  expect(state).toBe('begun')
  await expect(reading).rejects.toThrow(message)
})

test.each([
  [StatedError.of('The face check took too long.'), 'The face check took too long.'],
  [
    new VendorFailure('Razorpay', 'send a payout', 'not-admitted', 'status 401'),
    'Razorpay, send a payout: not-admitted (status 401)',
  ],
  [new TypeError('919876543210 is no number'), 'TypeError'],
])('keeps only the words that we wrote: %s', async (thrown, words) => {
  const bank = redactingPort('the bank', { ask: () => Promise.reject(thrown) })
  const error: unknown = await bank.ask().catch((each: unknown) => each)
  expect(error).toMatchObject({ message: `the bank failed: ${words}` })
  expect(logged({ err: error })).toMatchObject({ err: { message: `the bank failed: ${words}` } })
})

test('words with a value in them are none of ours', () => {
  const phone: string = '919876543210'
  // @ts-expect-error a value stands in it
  StatedError.of(`${phone} is no number`)
  // @ts-expect-error nobody knows what it says
  StatedError.of(phone)
})

/** The line of the product's log for these arguments, without the level and the time. */
function logged(fields: object): object {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  pino({ base: null, serializers: logSerializers }, { write }).warn(fields, 'a sentence')
  const { level, time, ...rest } = JSON.parse(lines.join())
  return rest
}

test('the log shows nothing of a request and of its answer, whose headers are as good as keys', () => {
  const headers = { token: 'a token', cookie: '__Host-saral-session=a-cookie' }
  const req = { method: 'GET', url: '/api1/user/v1/info?phone=919876543210', headers }
  expect(logged({ req, res: { headers } })).toEqual({ msg: 'a sentence' })
})

test('the log shows the code of an error of the database, and not the row that it quotes', () => {
  const message = 'duplicate key: (phone, name)=(919876543210, Asha Rao)'
  const err = Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
    severity: 'ERROR',
    code: '23505',
    detail: 'Failing row contains (919876543210, Asha Rao).',
  })
  const line = logged({ err })
  expect(line).toMatchObject({ err: { message: 'the database answered 23505', code: '23505' } })
  expect(JSON.stringify(line)).not.toMatch(/919876543210|Asha/)
})

test('answers and properties pass unchanged', () => {
  expect([port.busy(), port.asks]).toEqual([{ state: 'busy', waitSeconds: 5 }, true])
})
