import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretHash } from '#server/accounts/db/session.ts'
import { cipherWith, fixedKeys } from '#server/platform/db/encrypt.ts'
import { sessionQueries, sessionToken } from './session-token.ts'

const BORROWER = '01940000-89ab-7cde-8f01-23456789abcd'

const newCipher = () =>
  cipherWith(
    fixedKeys({
      active: 'k1',
      masters: new Map([['k1', randomBytes(32)]]),
      hashing: randomBytes(32),
    }),
  )
const newSecret = () => randomBytes(32).toString('base64url')

test('only we can read the borrower of a token', () => {
  const cipher = newCipher()
  const token = sessionToken(cipher, newSecret(), BORROWER)
  const queryOf = sessionQueries(cipher)
  const query = {
    tokenHash: secretHash('token', token),
    formerHash: undefined,
    borrowerId: BORROWER,
  }
  expect(queryOf(token)).toEqual(query)
  expect(queryOf(token), 'once it is kept').toEqual(query)
  expect(sessionQueries(newCipher())(token).borrowerId).not.toBe(BORROWER)
})

test('two tokens of a borrower have nothing in common', () => {
  const cipher = newCipher()
  const [one, two] = [newSecret(), newSecret()].map(secret =>
    sessionToken(cipher, secret, BORROWER).slice(43),
  )
  expect(one).toHaveLength(22)
  expect(one).not.toBe(two)
  expect(Buffer.from(one ?? '', 'base64url').toString('hex')).not.toBe(BORROWER.replaceAll('-', ''))
})

test.each(['', newSecret(), `${newSecret()}x`, 'x'.repeat(66), `${'x'.repeat(64)}=`])(
  'a token of another form names nobody: %s',
  token => {
    const cipher = newCipher()
    expect(sessionQueries(cipher)(token)).toEqual({
      tokenHash: secretHash('token', token),
      formerHash: cipher.keyedHash('session-token', token).toString('hex'),
      borrowerId: undefined,
    })
  },
)
