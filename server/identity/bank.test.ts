import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { loadBankAccounts } from '#server/identity/bank-account.ts'
import { waitingNames } from '#server/identity/db/name-review.ts'
import { bankCardOf } from '#server/lending/borrowing/borrower-facts.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { columnError } from '#server/testing/people.ts'
import {
  aadhaarEnding,
  BANK_CARD,
  borrowerIdOf,
  proveIdentity,
  verificationParts,
} from '#server/testing/verification.ts'

const parts = verificationParts()
const server = forFile(() => testServer({ routes: parts.routes }))
afterAll(() => parts.remove())
beforeEach(() => vi.restoreAllMocks())

let people = 0
/** A borrower whose identity is verified, with no bank account yet. */
async function somebody() {
  people += 1
  const phone = `91983000${String(people).padStart(4, '0')}`
  const browser = await server.signIn(phone)
  const aadhaar = aadhaarEnding(String(4000 + people), 40_000_000 + people * 100)
  await proveIdentity(server, browser, phone, aadhaar, `ABCPW${4000 + people}F`)
  return {
    phone,
    browser,
    bank: browser.calls(contract.bank),
    borrowerId: await borrowerIdOf(server, phone),
  }
}
const accountOf = (cardNo: string) => ({ ...BANK_CARD, cardNo, confirmCardNo: cardNo })
const spyOnBank = () => vi.spyOn(parts.services().bankAccount, 'check')

test('adds an account, lists it masked, and decrypts it for its payout only', async () => {
  const { bank, borrowerId } = await somebody()
  expect(await bank.cards({})).toEqual({ ok: true, data: [] })
  const added = await bank.addCard({ ...BANK_CARD, productId: 'p1', clientId: 'anything' })
  expect(added).toEqual({
    ok: true,
    data: {
      id: expect.any(String),
      bank_id: 'SBIN',
      cardNo: '•••• 8901',
      bankCode: 'SBIN0001234',
      bankName: 'State Bank of India',
      nameCheck: 'passed',
      deniedBecause: null,
      holderName: expect.any(String),
    },
  })
  if (!added.ok) throw new Error(added.msg)
  const { holderName, ...card } = added.data
  const [account] = await loadBankAccounts(server.services, borrowerId)
  expect(holderName).toBe(account?.nameAtBank)
  expect(await bank.cards({ productId: 'p1' })).toEqual({ ok: true, data: [card] })
  expect(await bankCardOf(server.services, borrowerId, added.data.id)).toMatchObject({
    accountNumber: '12345678901',
    ifsc: 'SBIN0001234',
    maskedNumber: '•••• 8901',
    nameAtBank: expect.any(String),
  })
})

test('accepts spaces and lower case, and names an unlisted bank by its letters', async () => {
  const { bank } = await somebody()
  expect(
    await bank.addCard({
      bankCode: ' nkgs0 123456 ',
      cardNo: '1234 5678 901',
      confirmCardNo: '12345678901',
    }),
  ).toMatchObject({
    data: { bankCode: 'NKGS0123456', bankName: 'NKGS', bank_id: 'NKGS' },
  })
})

test.each<[string, Partial<typeof BANK_CARD>, string, string]>([
  [
    'everything empty',
    { bankCode: '', cardNo: '', confirmCardNo: '' },
    'bankCode',
    'Please input Ifsc Code.',
  ],
  ['no account', { cardNo: '', confirmCardNo: '' }, 'cardNo', 'Please input Bank Account.'],
  ['no confirmation', { confirmCardNo: '' }, 'confirmCardNo', 'Please input Confirm Account.'],
  [
    'a confirmation that differs',
    { confirmCardNo: '12345678902' },
    'confirmCardNo',
    'Please Confirm Account.',
  ],
  [
    'a differing confirmation before a malformed IFSC',
    { bankCode: 'X', confirmCardNo: '1' },
    'confirmCardNo',
    'Please Confirm Account.',
  ],
  ['a malformed IFSC', { bankCode: 'SBIN1001234' }, 'bankCode', 'Please check the Ifsc Code.'],
  [
    'a number that is too short',
    accountOf('12345'),
    'cardNo',
    'A bank account number has at least 6 digits.',
  ],
  [
    'a number that is too long',
    accountOf('12345678901234567890'),
    'cardNo',
    'A bank account number has at most 19 digits.',
  ],
  ['zeros', accountOf('000000'), 'cardNo', 'Please check the bank account number.'],
  ...['XXXXXX567890', '******567890', '••••567890', '5010XXXX7890'].map(
    (number): [string, Partial<typeof BANK_CARD>, string, string] => [
      `the masked number ${number}`,
      accountOf(number),
      'cardNo',
      'Some digits of this account number are hidden. Please enter the whole number.',
    ],
  ),
  [
    'a masked confirmation',
    { confirmCardNo: 'XXXXXXX8901' },
    'confirmCardNo',
    'Some digits of this account number are hidden. Please enter the whole number.',
  ],
])('adds no account and asks no bank with %s', async (_what, change, column, msg) => {
  const { bank } = await somebody()
  const bankCalls = spyOnBank()
  expect(await bank.addCard({ ...BANK_CARD, ...change })).toMatchObject(columnError(column, msg))
  expect(bankCalls).not.toHaveBeenCalled()
  expect(await bank.cards({})).toEqual({ ok: true, data: [] })
})

test.each<[string, string, string]>([
  [
    'does not exist',
    '1234569999',
    'We could not find this account. Please check the account number and the IFSC code.',
  ],
  ['is blocked', '1234568888', 'The bank has blocked this account. Please choose another one.'],
  [
    'is somebody else’s',
    '1234560003',
    'This account is in a different name from your Aadhaar. We can only pay the loan to your own account.',
  ],
])('refuses an account that %s with the reason', async (_what, cardNo, msg) => {
  const { bank } = await somebody()
  expect(await bank.addCard(accountOf(cardNo))).toMatchObject(columnError('cardNo', msg))
  expect(await bank.cards({})).toEqual({ ok: true, data: [] })
})

test('refuses the code of an unknown bank at its field, and asks no bank', async () => {
  const { bank } = await somebody()
  const bankCalls = spyOnBank()
  const msg = 'No bank has an IFSC code that starts with these four letters. Please check it.'
  expect(await bank.addCard({ ...BANK_CARD, bankCode: 'ZZZZ0999999' })).toMatchObject({
    ok: false,
    code: -1,
    reason: 'ifsc-unknown',
    msg,
    errorColumn: [{ column: 'bankCode', msg }],
  })
  expect(bankCalls).not.toHaveBeenCalled()
  expect(await bank.cards({})).toEqual({ ok: true, data: [] })
})

test('refuses an IFSC that no bank has, and adds nothing if the bank cannot be reached', async () => {
  const { bank } = await somebody()
  spyOnBank()
    .mockResolvedValueOnce({ state: 'invalid', reason: 'no-such-ifsc' })
    .mockRejectedValueOnce(new Error('out of order'))
  expect(await bank.addCard(BANK_CARD)).toMatchObject({
    ok: false,
    reason: 'ifsc-unknown',
    msg: 'Please check the Ifsc Code.',
  })
  expect(await bank.addCard(BANK_CARD)).toMatchObject({ ok: false, reason: 'check-not-available' })
  expect(await bank.cards({})).toEqual({ ok: true, data: [] })
})

test('adds an account whose name is written differently for a person to review, and names no holder', async () => {
  const { bank, borrowerId } = await somebody()
  const added = await bank.addCard(accountOf('1234560002'))
  expect(added).toMatchObject({ ok: true, data: { nameCheck: 'needs-a-look', holderName: null } })
  expect(await bank.cards({})).toMatchObject({
    data: [{ nameCheck: 'needs-a-look', deniedBecause: null }],
  })
  const waiting = await waitingNames(server.services.db)
  expect(waiting.filter(each => each.borrowerId === borrowerId)).toMatchObject([
    { what: 'bank-account', subjectId: added.ok ? added.data.id : '' },
  ])
  expect(await bank.addCard(accountOf('1234560002'))).toMatchObject({ reason: 'bank-card-exists' })
})

test('lets a person decide about an account whose holder the bank does not name', async () => {
  const { bank } = await somebody()
  spyOnBank().mockResolvedValueOnce({ state: 'valid', nameAtBank: '' })
  expect(await bank.addCard(BANK_CARD)).toMatchObject({ data: { nameCheck: 'needs-a-look' } })
})

test('does not add the same account twice, by another branch or at the same time', async () => {
  const { bank } = await somebody()
  const answers = await Promise.all([
    bank.addCard(BANK_CARD),
    bank.addCard({ ...BANK_CARD, bankCode: 'SBIN0000007' }),
  ])
  expect(answers.filter(answer => answer.ok)).toHaveLength(1)
  expect(answers.find(answer => !answer.ok)).toMatchObject({
    reason: 'bank-card-exists',
    msg: 'This account is already in your list.',
  })
  expect(await bank.addCard({ ...BANK_CARD, bankCode: 'HDFC0000007' })).toMatchObject({ ok: true })
})

test('allows ten accounts', async () => {
  const { bank } = await somebody()
  for (let at = 0; at < 10; at += 1)
    expect(await bank.addCard(accountOf(`12345678${at}1`))).toMatchObject({ ok: true })
  expect(await bank.addCard(accountOf('999999991'))).toMatchObject({
    reason: 'bank-card-limit',
    msg: 'You cannot add any more bank accounts.',
  })
  const cards = await bank.cards({})
  expect(cards.ok && cards.data.length).toBe(10)
})

test('adds no account without a verified identity', async () => {
  const browser = await server.signIn('919839999999')
  const bankCalls = spyOnBank()
  expect(await browser.calls(contract.bank).addCard(BANK_CARD)).toMatchObject({
    reason: 'verification-incomplete',
  })
  expect(await browser.calls(contract.bank).addCard({ ...BANK_CARD, bankCode: '' })).toMatchObject({
    reason: 'answers-incomplete',
  })
  expect(bankCalls).not.toHaveBeenCalled()
})

test('an unknown device adds no account and sees none until its owner is confirmed', async () => {
  const { phone, bank } = await somebody()
  server.clock.advance({ seconds: 60 })
  const other = await server.signIn(phone)
  const onOther = other.calls(contract.bank)
  expect(await onOther.addCard(BANK_CARD)).toMatchObject({ reason: 'confirm-code-required' })
  expect(await onOther.cards({})).toMatchObject({ reason: 'confirm-code-required' })
  expect(await bank.cards({})).toEqual({ ok: true, data: [] })
  await server.confirmDevice(phone, other)
  expect(await onOther.addCard(BANK_CARD)).toMatchObject({ ok: true })
  expect(await bank.addCard(accountOf('77777777'))).toMatchObject({ ok: true })
})

test("answers another borrower's account, and an invalid id, as missing", async () => {
  const anna = await somebody()
  const bela = await somebody()
  const added = await anna.bank.addCard(BANK_CARD)
  if (!added.ok) throw new Error(added.msg)
  expect(await bankCardOf(server.services, bela.borrowerId, added.data.id)).toBeUndefined()
  expect(await bankCardOf(server.services, anna.borrowerId, 'nonsense')).toBeUndefined()
  expect(await bela.bank.cards({})).toEqual({ ok: true, data: [] })
})

test('a borrower may ask banks about thirty accounts a day', async () => {
  const { bank } = await somebody()
  const bankCalls = spyOnBank()
  for (let at = 0; at < 30; at += 1) await bank.addCard(accountOf(`${100 + at}9999`))
  expect(await bank.addCard(BANK_CARD)).toMatchObject({ reason: 'rate-limited' })
  expect(bankCalls).toHaveBeenCalledTimes(30)
  server.clock.advance({ days: 1 })
  expect(await bank.addCard(BANK_CARD)).toMatchObject({ ok: true })
})

test('refuses unknown fields, and serves nobody without a session', async () => {
  const { browser } = await somebody()
  const response = await browser.fetch('/api1/bank/v1/bind-card', {
    method: 'POST',
    headers: { ...browser.headers, 'content-type': 'application/json', token: browser.token ?? '' },
    body: JSON.stringify({ ...BANK_CARD, borrowerId: 'x' }),
  })
  expect(await response.json()).toMatchObject({ code: -1, data: { reason: 'input-invalid' } })
  const nobody = server.browser().calls(contract.bank)
  for (const call of [nobody.cards({}), nobody.addCard(BANK_CARD)])
    expect(await call).toMatchObject({ ok: false, code: -4 })
})

test('stores account numbers encrypted, and logs none', async () => {
  await (await somebody()).bank.addCard(accountOf('314159265358979'))
  const rows = await server.services.db.raw(
    `SELECT encode(convert_to(c::text, 'UTF8'), 'escape') AS row FROM bank_card c`,
  )
  const stored = JSON.stringify(rows) + JSON.stringify(server.logged)
  for (const secret of ['314159265358979', Buffer.from('314159265358979').toString('hex')])
    expect(stored).not.toContain(secret)
})
