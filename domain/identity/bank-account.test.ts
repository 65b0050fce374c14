import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountDigits,
  ifscChars,
  ifscTypingProblem,
  isIfsc,
  maskedAccountNumber,
  readBankAccount,
} from '#domain/identity/bank-account.ts'

const good = { bankCode: 'HDFC0001234', cardNo: '50100123456789', confirmCardNo: '50100123456789' }

const NO_SUCH_BANK = 'bank-unknown'

/** A reason, and the count that its sentence names. */
function whyOf(why: string) {
  const [reason, count] = why.split(' ')
  return count === undefined ? { reason } : { reason, details: { count: Number(count) } }
}

describe('adding a bank account', () => {
  test.each([
    [
      'everything empty: the IFSC first',
      { bankCode: '', cardNo: '', confirmCardNo: '' },
      'bankCode',
      'ifsc-missing',
    ],
    ['account empty', { ...good, cardNo: '', confirmCardNo: '' }, 'cardNo', 'account-missing'],
    ['account without a digit', { ...good, cardNo: 'abc' }, 'cardNo', 'account-missing'],
    ['confirm empty', { ...good, confirmCardNo: ' ' }, 'confirmCardNo', 'confirm-missing'],
    ['confirm differs', { ...good, confirmCardNo: '1' }, 'confirmCardNo', 'confirm-differs'],
    [
      'confirm differs before the IFSC is looked at',
      { ...good, bankCode: 'X', confirmCardNo: '1' },
      'confirmCardNo',
      'confirm-differs',
    ],
    ['IFSC malformed', { ...good, bankCode: 'HDFC1001234' }, 'bankCode', 'ifsc-malformed'],
    [
      'too short',
      { ...good, cardNo: '12345', confirmCardNo: '12345' },
      'cardNo',
      'account-too-short 6',
    ],
    [
      'too long',
      { ...good, cardNo: '1'.repeat(20), confirmCardNo: '1'.repeat(20) },
      'cardNo',
      'account-too-long 19',
    ],
    [
      'zeros',
      { ...good, cardNo: '000000', confirmCardNo: '000000' },
      'cardNo',
      'account-all-zeros',
    ],
  ])('%s', (_, entry, column, why) =>
    expect(readBankAccount(entry)).toEqual({
      error: { column, ...whyOf(why) },
      reason: 'answers-incomplete',
    }),
  )

  test('refuses an unknown bank code after the four checks of the page and before the number’s length', () => {
    const error = { column: 'bankCode', reason: NO_SUCH_BANK }
    const entry = { bankCode: 'ZZZZ0999999', cardNo: '12345', confirmCardNo: '12345' }
    expect(readBankAccount(entry)).toEqual({ error, reason: 'ifsc-unknown' })
    expect(readBankAccount({ ...entry, confirmCardNo: '1' })).toMatchObject({
      error: { reason: 'confirm-differs' },
    })
  })

  test('accepts pasted spaces, dashes and lower case', () => {
    expect(
      readBankAccount({
        bankCode: ' hdfc 0001234 ',
        cardNo: '5010 0123-456789',
        confirmCardNo: '50100123456789',
      }),
    ).toEqual({
      account: { ifsc: 'HDFC0001234', accountNumber: '50100123456789' },
    })
  })

  test('an account number may begin with zeros', () => {
    const zeros = { ...good, cardNo: '000012345678', confirmCardNo: '000012345678' }
    expect(readBankAccount(zeros)).toMatchObject({ account: { accountNumber: '000012345678' } })
  })

  test('reads every account of 6 to 19 digits with a well-formed IFSC unchanged', () => {
    const accounts = fc.stringMatching(/^[1-9][0-9]{5,18}$/)
    const codes = fc.stringMatching(/^(SBIN|HDFC|PUNB|ABHY|ZSBL)0[A-Z0-9]{6}$/)
    fc.assert(
      fc.property(codes, accounts, (ifsc, accountNumber) => {
        expect(
          readBankAccount({ bankCode: ifsc, cardNo: accountNumber, confirmCardNo: accountNumber }),
        ).toEqual({
          account: { ifsc, accountNumber },
        })
      }),
    )
  })

  test('returns only well-formed accounts, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (bankCode, cardNo, confirmCardNo) => {
        const reading = readBankAccount({ bankCode, cardNo, confirmCardNo })
        if ('account' in reading) expect(reading.account.accountNumber).toMatch(/^[0-9]{6,19}$/)
        else expect(reading.error.reason).not.toBe('')
      }),
    )
  })
})

describe('typing', () => {
  test('an account field keeps at most 19 digits', () => {
    fc.assert(
      fc.property(fc.string(), typed => {
        expect(accountDigits(typed)).toMatch(/^[0-9]{0,19}$/)
      }),
    )
    expect(accountDigits(`a1b2 ${'9'.repeat(30)}`)).toBe(`12${'9'.repeat(17)}`)
  })

  test.each([
    ['', undefined],
    ['ZZZ', undefined],
    ['ZZZZ', NO_SUCH_BANK],
    ['zzzz0', NO_SUCH_BANK],
    ['SBIN', undefined],
    ['SBIN0', undefined],
    ['SBINO', 'ifsc-fifth'],
    ['SBIN0001234', undefined],
  ])('of an IFSC as far as %j says %s', (typed, why) => expect(ifscTypingProblem(typed)).toBe(why))

  test('an IFSC field keeps letters and digits, in upper case', () => {
    expect(ifscChars('sbin-000 1234x')).toBe('SBIN0001234')
    expect(isIfsc('SBIN0001234')).toBe(true)
    expect(isIfsc('SBIN0001234\n')).toBe(false)
    expect(isIfsc('sbin0001234')).toBe(false)
    expect(isIfsc('XSBIN0001234')).toBe(false)
    expect(isIfsc('SBIN00012345')).toBe(false)
  })
})

test('a mask shows only the last four digits', () => {
  expect(maskedAccountNumber('50100123456789')).toBe('•••• 6789')
})
