import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountTypingError,
  type BankAccountEntry,
  bankLettersOf,
  ifscTypingProblem,
  isIfsc,
  maskedAccountNumber,
  readBankAccount,
  typedAccount,
  typedIfsc,
} from '#domain/identity/bank-account.ts'

const good = { bankCode: 'HDFC0001234', cardNo: '50100123456789', confirmCardNo: '50100123456789' }

const branch = { state: 'known' } as const
const read = (entry: BankAccountEntry) => readBankAccount(entry, branch)

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
    expect(read(entry)).toEqual({
      error: { column, ...whyOf(why) },
      reason: 'answers-incomplete',
    }),
  )

  test('refuses an unknown bank code after the four checks of the page and before the number’s length', () => {
    const error = { column: 'bankCode', reason: 'bank-unknown' }
    const entry = { bankCode: 'ZZZZ0999999', cardNo: '12345', confirmCardNo: '12345' }
    const unknown = { state: 'unknown' } as const
    expect(readBankAccount(entry, unknown)).toEqual({ error, reason: 'ifsc-unknown' })
    expect(readBankAccount({ ...entry, confirmCardNo: '1' }, unknown)).toMatchObject({
      error: { reason: 'confirm-differs' },
    })
  })

  test('refuses the code of a bank that merged, and names its successor', () => {
    const merged = {
      state: 'merged',
      bankName: 'Syndicate Bank',
      successor: { code: 'CNRB', bankName: 'Canara Bank' },
    } as const
    expect(readBankAccount({ ...good, bankCode: 'SYNB0000001' }, merged)).toEqual({
      error: {
        column: 'bankCode',
        reason: 'bank-merged',
        details: { bank: 'Syndicate Bank', successor: 'Canara Bank', code: 'CNRB' },
      },
      reason: 'ifsc-unknown',
    })
  })

  const masked = [
    'XXXXXX567890',
    'xxxxxx567890',
    '******567890',
    '••••567890',
    '••••••••7890',
    '●●●●7890',
    '∗∗∗∗7890',
    'XXXX XXXX 7890',
    'XX-XX-7890',
    'X567890',
    '*567890',
    '5010XXXXXX7890',
    '5010******7890',
    'A/c XX7890',
    'A/c no. XXXXX7890',
    'a/c ending ...7890',
    '…7890',
    '####7890',
    '____7890',
    '_ _ _ _ 7890',
    '----7890',
    '....7890',
    '????7890',
    '····7890',
    '■■■■7890',
    '××××7890',
    'NNNNNN567890',
    '\u200eXXXX\u200e7890',
    'XXXXXX५६७८९०',
    'XXXXXXXX',
  ]
  test.each(masked)('refuses %s as masked, before its digits are taken', number => {
    expect(read({ ...good, cardNo: number, confirmCardNo: number })).toEqual({
      error: { column: 'cardNo', reason: 'account-masked' },
      reason: 'answers-incomplete',
    })
    expect(read({ ...good, confirmCardNo: number })).toMatchObject({
      error: { column: 'confirmCardNo', reason: 'account-masked' },
    })
    expect(accountTypingError(typedAccount(number))).toEqual({ reason: 'account-masked' })
  })

  test.each([
    '50100123456789',
    '5010 0123 4567 89',
    '5010-0123-456789',
    'A/c No. 50100123456789',
    'A/c no.: 50100123456789',
    '# 50100123456789',
    'Axis 50100123456789',
    'Ac. (SB) 50100123456789',
    '५०१००१२३४५६७८९',
    '５０１００１２３４５６７８９',
    '\u200e50100123456789\u200f',
    'खाता 50100123456789',
  ])('trims all but the digits of %s', number => {
    expect(read({ ...good, cardNo: number })).toEqual({
      account: { ifsc: 'HDFC0001234', accountNumber: '50100123456789' },
    })
    expect(typedAccount(number)).toBe('50100123456789')
    expect(accountTypingError(typedAccount(number))).toBeUndefined()
  })

  test('accepts pasted spaces, dashes and lower case', () => {
    expect(
      read({
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
    expect(read(zeros)).toMatchObject({ account: { accountNumber: '000012345678' } })
  })

  test('reads every account of 6 to 19 digits with a well-formed IFSC unchanged', () => {
    const accounts = fc.stringMatching(/^[1-9][0-9]{5,18}$/)
    const codes = fc.stringMatching(/^(SBIN|HDFC|PUNB|ABHY|ZSBL)0[A-Z0-9]{6}$/)
    fc.assert(
      fc.property(codes, accounts, (ifsc, accountNumber) => {
        expect(
          read({ bankCode: ifsc, cardNo: accountNumber, confirmCardNo: accountNumber }),
        ).toEqual({
          account: { ifsc, accountNumber },
        })
      }),
    )
  })

  test('returns only well-formed accounts, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (bankCode, cardNo, confirmCardNo) => {
        const reading = read({ bankCode, cardNo, confirmCardNo })
        if ('account' in reading) expect(reading.account.accountNumber).toMatch(/^[0-9]{6,19}$/)
        else expect(reading.error.reason).not.toBe('')
      }),
    )
  })
})

describe('typing', () => {
  test('an account field shows digits only, and keeps and refuses more than 19', () => {
    expect(typedAccount(`a1b2 ${'9'.repeat(17)}`)).toBe(`12${'9'.repeat(17)}`)
    const longer = '9'.repeat(20)
    expect(typedAccount(longer)).toBe(longer)
    expect(accountTypingError(longer)).toEqual({
      reason: 'account-too-long',
      details: { count: 19 },
    })
    expect(accountTypingError('9'.repeat(19))).toBeUndefined()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), typed => {
        const shown = typedAccount(typed)
        if (accountTypingError(shown)?.reason !== 'account-masked')
          expect(shown).toMatch(/^[0-9]*$/)
      }),
    )
  })

  test.each([
    ['', undefined],
    ['ZZZ', undefined],
    ['SBIN', undefined],
    ['SBIN0', undefined],
    ['SBINO', 'ifsc-fifth'],
    ['SBIN0001234', undefined],
    ['SBIN00012345', 'ifsc-malformed'],
    ['IFSC:SBIN', 'ifsc-malformed'],
  ])('of an IFSC as far as %j says %s', (typed, why) => expect(ifscTypingProblem(typed)).toBe(why))

  test.each([
    ['sbin-000 1234', 'SBIN0001234'],
    ['ＳＢＩＮ０००１２３４', 'SBIN0001234'],
    ['sbin०००१२३४', 'SBIN0001234'],
    ['sbin-000 1234x', 'SBIN0001234X'],
    ['ifsc: sbin', 'IFSC:SBIN'],
  ])('an IFSC field shows %j as %j', (typed, shown) => expect(typedIfsc(typed)).toBe(shown))

  test('an IFSC has its form, and four letters for its bank', () => {
    expect(isIfsc('SBIN0001234')).toBe(true)
    for (const text of ['SBIN0001234\n', 'sbin0001234', 'XSBIN0001234', 'SBIN00012345'])
      expect(isIfsc(text)).toBe(false)
    expect(bankLettersOf('SBIN0001234')).toBe('SBIN')
    for (const text of ['SBI', 'SB1N0001234', '']) expect(bankLettersOf(text)).toBeUndefined()
  })
})

test('a mask shows only the last four digits', () => {
  expect(maskedAccountNumber('50100123456789')).toBe('•••• 6789')
})
