import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type LoanDocument, loanDocument } from '#contract/loan-document.ts'
import { indiaDayOf } from '#domain/day.ts'
import { balances } from '#domain/lending/ledger.ts'
import { eraseKind } from '#server/identity/db/erase.ts'
import { audit } from '#server/lending/books/audit.ts'
import { transfersOf } from '#server/lending/db/ledger.ts'
import { endPayoutWith } from '#server/lending/payout/payout.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, pay, runningLoan } from '#server/testing/lending.ts'
import { repaidLoan } from '#server/testing/own-data.ts'
import { dayLongText } from '#words/format.ts'

const world = forFile(() => lendingWorld())

const callsOf = ({ browser }: Pick<Borrower, 'browser'>) => browser.calls(loanDocument)
async function listOf(borrower: Borrower, orderId: string) {
  const list = await callsOf(borrower).list({ orderId })
  if (!list.ok) throw new Error(list.reason)
  return list.data
}
const kindsOf = async (borrower: Borrower, orderId: string) =>
  (await listOf(borrower, orderId)).documents.map(({ kind }) => kind).sort()
async function pageOf(borrower: Borrower, documentId: string): Promise<LoanDocument> {
  const page = await callsOf(borrower).page({ documentId })
  if (!page.ok) throw new Error(page.reason)
  return page.data
}
async function firstOf(borrower: Borrower, orderId: string, kind: LoanDocument['kind']) {
  const entry = (await listOf(borrower, orderId)).documents.find(each => each.kind === kind)
  if (!entry) throw new Error(`no ${kind}`)
  return { ...entry, page: await pageOf(borrower, entry.documentId) }
}
const factOf = ({ sections }: LoanDocument, label: string) =>
  sections.flatMap(({ rows }) => rows).find(each => each.label === label)?.value
async function verified(code: string) {
  const answer = await world.server.browser().calls(loanDocument).verify({ code })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data.document
}

describe('the documents of an order', () => {
  test('are the key facts first, a receipt for each payment, and with the last one a no-dues certificate, each once', async () => {
    const borrower = await world.borrower()
    const orderId = await runningLoan(world, borrower)
    expect(await kindsOf(borrower, orderId)).toEqual(['key-facts-statement'])
    await pay(world, borrower, orderId)
    expect(await kindsOf(borrower, orderId)).toEqual(['key-facts-statement', 'receipt'])
    await pay(world, borrower, orderId, 'all')
    const issued = await world.services.db.raw(
      'SELECT kind FROM loan_document WHERE order_id = $1',
      [orderId],
    )
    expect(
      issued.map(({ kind }) => kind),
      'with the settlement itself',
    ).toContain('no-dues-certificate')
    const lists = await Promise.all([
      listOf(borrower, orderId),
      listOf(borrower, orderId),
      listOf(borrower, orderId),
    ])
    for (const { documents } of lists) expect(documents).toHaveLength(4)
  })

  test('match the order, in both languages, and never change', async () => {
    const borrower = await world.borrower()
    const orderId = await repaidLoan(world, borrower)
    const detail = await detailOf(borrower, orderId)
    const receipt = await firstOf(borrower, orderId, 'receipt')
    // Repaid on the first day: one day of 0.1 % on 5,000.
    expect(receipt.amount).toBe(5_005_00)
    const { page } = await firstOf(borrower, orderId, 'no-dues-certificate')
    expect(page).toMatchObject({
      title: 'No-dues certificate',
      orderId,
      withdrawnAt: null,
      verifyAt: 'http://saral.test/verify-document',
    })
    expect(factOf(page, 'Loan number')).toBe(detail.orderNo)
    expect(factOf(page, 'Loan amount')).toBe('₹5,000.00')
    expect(factOf(page, 'Total paid')).toBe('₹5,005.00')
    expect(factOf(page, 'Still owed')).toBe('₹0.00')
    const keyFacts = await borrower.browser.calls(contract.order).keyFacts({ orderId })
    const statement = await firstOf(borrower, orderId, 'key-facts-statement')
    expect(keyFacts).toMatchObject({ ok: true, data: { sections: statement.page.sections } })
    borrower.browser.headers['x-language'] = 'hi'
    const inHindi = await pageOf(
      borrower,
      (await firstOf(borrower, orderId, 'no-dues-certificate')).documentId,
    )
    expect(inHindi).toMatchObject({ title: 'नो-ड्यूज़ सर्टिफ़िकेट', code: page.code, hash: page.hash })
    expect(await pageOf(borrower, statement.documentId)).toMatchObject({ title: 'मुख्य तथ्य विवरण' })
  })

  test('name nobody in the register, and have encrypted content', async () => {
    const borrower = await world.borrower()
    const orderId = await repaidLoan(world, borrower)
    const name = factOf((await firstOf(borrower, orderId, 'no-dues-certificate')).page, 'Borrower')
    expect(name).toMatch(/\w{3}/)
    const { db } = world.services
    const rows = await db.raw(
      'SELECT p.*, c.content_sealed FROM loan_document p JOIN loan_document_content c USING (borrower_id, document_id) WHERE p.order_id = $1',
      [orderId],
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { content_sealed: sealed, ...row } of rows) {
      expect(JSON.stringify(row)).not.toContain(name)
      expect((sealed as Buffer).includes(name ?? '')).toBe(false)
    }
  })

  test('are not shown after their stored content was changed', async () => {
    const borrower = await world.borrower()
    const orderId = await repaidLoan(world, borrower)
    const [one, other] = (await listOf(borrower, orderId)).documents
    const { db, cipher } = world.services
    const place = {
      table: 'paper_content',
      row: `${borrower.id}/${one?.documentId}`,
      column: 'content_sealed',
    }
    await db.raw('UPDATE loan_document_content SET content_sealed = $2 WHERE document_id = $1', [
      one?.documentId,
      cipher.encrypt('{}', place),
    ])
    expect(await callsOf(borrower).page({ documentId: one?.documentId ?? '' })).toMatchObject({
      reason: 'failed-unexpectedly',
    })
    expect(await callsOf(borrower).page({ documentId: other?.documentId ?? '' })).toMatchObject({
      ok: true,
    })
  })
})

describe('the documents of all orders', () => {
  const allOf = async (borrower: Borrower) => {
    const all = await callsOf(borrower).all({})
    if (!all.ok) throw new Error(all.reason)
    return all.data
  }

  test('are empty before the first application', async () => {
    expect(await allOf(await world.borrower())).toEqual([])
  })

  test('come order by order, newest first, and include each document that is due by now, once', async () => {
    const borrower = await world.borrower()
    const repaid = await runningLoan(world, borrower, { productId: 'saral-seven' })
    world.server.clock.advance({ days: 1 })
    await pay(world, borrower, repaid, 'all')
    world.server.clock.advance({ days: 1 })
    const running = await runningLoan(world, borrower)
    const lists = (await allOf(borrower)).map(({ orderId, orderState, documents }) => {
      return { orderId, orderState, kinds: documents.map(({ kind }) => kind).sort() }
    })
    expect(lists).toEqual([
      { orderId: running, orderState: 'loaned', kinds: ['key-facts-statement'] },
      {
        orderId: repaid,
        orderState: 'settled',
        kinds: ['key-facts-statement', 'no-dues-certificate', 'receipt'],
      },
    ])
    const [, old] = await allOf(borrower)
    expect(old?.documents.at(-1)?.kind, 'the newest first').toBe('key-facts-statement')
    expect(old?.documents).toEqual((await listOf(borrower, repaid)).documents.toReversed())
  })

  test('contain nobody else’s', async () => {
    const one = await world.borrower()
    const other = await world.borrower()
    const orderId = await repaidLoan(world, one)
    await runningLoan(world, other)
    expect((await allOf(other)).map(each => each.orderId)).not.toContain(orderId)
  })
})

describe('the statement of account', () => {
  test('ends with the amount owed to the paisa, from the ledger, and is issued once for a day without changes', async () => {
    const borrower = await world.borrower()
    const orderId = await runningLoan(world, borrower)
    world.server.clock.advance({ days: 9 })
    await pay(world, borrower, orderId)
    world.server.clock.advance({ days: 2 })
    const detail = await detailOf(borrower, orderId)
    const calls = callsOf(borrower)
    const [once, twice] = await Promise.all([
      calls.statement({ orderId }),
      calls.statement({ orderId }),
    ])
    if (!once.ok || !twice.ok) throw new Error('not issued')
    expect(once.data).toEqual(twice.data)
    const page = await pageOf(borrower, once.data.documentId)
    const owed = detail.position?.payoff
    // 371.86 of principal was paid; 4,628.14 bears interest for the four days since the due day.
    expect(owed).toBe(4_642_95)
    const listed = (await listOf(borrower, orderId)).documents.find(
      ({ kind }) => kind === 'statement-of-account',
    )
    expect(listed?.amount).toBe(owed)
    const table = page.sections.find(section => section.table !== null)?.table
    expect(table?.rows.at(-1)?.at(-1)).toBe('₹4,642.95')
    expect(table?.rows.map(cells => cells[1])).toEqual([
      'Paid out to your bank account',
      'Fee',
      'GST on the fee',
      'Interest',
      'Penal charge',
      'Payment received',
      'Interest',
    ])
    const books = balances(await transfersOf(world.services.db, borrower.id, orderId))
    expect(books.principal_receivable + books.interest_receivable + books.penal_receivable).toBe(
      owed,
    )
    expect((await audit(world.server.database.db)).faults).toEqual([])
    await pay(world, borrower, orderId)
    expect(await calls.statement({ orderId })).not.toMatchObject({ data: once.data })
  })

  test('lists the charges, and a payment that came twice as to be refunded, and later as refunded', async () => {
    const borrower = await world.borrower()
    const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
    world.server.clock.advance({ days: 7 })
    const { paymentId } = await pay(world, borrower, orderId, 'all')
    await world.webhook(world.provider.attempt(paymentId))
    const statementOf = async () => {
      const issued = await callsOf(borrower).statement({ orderId })
      if (!issued.ok) throw new Error(issued.reason)
      return pageOf(borrower, issued.data.documentId)
    }
    const sums = (page: LoanDocument) =>
      ['Total charged', 'Total paid', 'Refunded to you', 'Still to be refunded to you'].map(label =>
        factOf(page, label),
      )
    expect(sums(await statementOf())).toEqual(['₹5,035.00', '₹5,035.00', undefined, '₹5,035.00'])
    world.server.clock.advance({ days: 1 })
    await world.runJobs()
    const page = await statementOf()
    expect(sums(page)).toEqual(['₹5,035.00', '₹5,035.00', '₹5,035.00', undefined])
    const { key } = world.provider.refunds.at(-1) ?? {}
    const [day, what, ...amounts] =
      page.sections.find(({ table }) => table !== null)?.table?.rows.at(-1) ?? []
    expect(day).toBe(dayLongText(indiaDayOf(world.server.clock.now()), 'en'))
    expect([what, ...amounts]).toEqual([
      `₹5,035.00 refunded to you, reference ${key}`,
      '',
      '',
      '₹0.00',
    ])
  })

  test('does not exist before a payout', async () => {
    const borrower = await world.borrower()
    const order = borrower.browser.calls(contract.order)
    const wish = {
      cardId: borrower.cardId,
      productId: 'saral-weekly',
      borrowAmount: 500_000 as never,
      periods: 7,
    }
    const applied = await order.apply(
      { ...wish, autoGetMoney: 0 },
      { idempotencyKey: randomUUID() },
    )
    if (!applied.ok) throw new Error(applied.reason)
    const { orderId } = applied.data
    expect((await listOf(borrower, orderId)).hasStatement).toBe(false)
    expect(await callsOf(borrower).statement({ orderId })).toMatchObject({ reason: 'order-state' })
  })
})

test('serves a real PDF, whose name says nothing of the borrower, and which is never cached', async () => {
  const borrower = await world.borrower()
  const orderId = await repaidLoan(world, borrower)
  const { documentId } = await firstOf(borrower, orderId, 'no-dues-certificate')
  const pdf = await callsOf(borrower).pdf({ documentId })
  if (!pdf.ok) throw new Error(pdf.reason)
  expect(pdf.data.fileName).toMatch(/^saral-no-dues-certificate-20\d\d-\d\d-\d\d\.pdf$/)
  expect(Buffer.from(pdf.data.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  expect(await callsOf(borrower).pdf({ documentId })).toEqual(pdf)
  const raw = await borrower.browser.fetch(`/api1/document/v1/pdf?documentId=${documentId}`, {
    headers: { ...borrower.browser.headers, token: borrower.browser.token ?? '' },
  })
  expect(raw.headers.get('cache-control')).toBe('no-store')
})

describe('checking a code', () => {
  test('shows anybody that the document is genuine and what it proves, but not whose it is', async () => {
    const borrower = await world.borrower()
    const orderId = await repaidLoan(world, borrower)
    const { page } = await firstOf(borrower, orderId, 'no-dues-certificate')
    const { orderNo } = await detailOf(borrower, orderId)
    const answer = await verified(page.code.toLowerCase())
    expect(answer).toEqual({
      kind: 'no-dues-certificate',
      lender: 'Saral (DEMO: not a lender)',
      orderNo,
      issuedOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      amount: null,
      withdrawnOn: null,
    })
    const receipt = await firstOf(borrower, orderId, 'receipt')
    expect(await verified(receipt.page.code)).toMatchObject({
      kind: 'receipt',
      amount: receipt.amount,
    })
  })

  test.each(['', 'nonsense', '0000-0000-0000-0000'])('finds no document for "%s"', async code =>
    expect(await verified(code)).toBeNull(),
  )

  test('says that a certificate was withdrawn once the bank reversed the payout', async () => {
    const borrower = await world.borrower()
    const orderId = await repaidLoan(world, borrower)
    const { page, documentId } = await firstOf(borrower, orderId, 'no-dues-certificate')
    const [payout] = await world.services.db.raw(
      'SELECT payout_id FROM payout WHERE order_id = $1',
      [orderId],
    )
    const reversed = { state: 'reversed', reason: 'account closed' } as const
    await endPayoutWith(
      world.services,
      { borrowerId: borrower.id, id: String(payout?.payout_id) },
      reversed,
    )
    expect(await verified(page.code)).toMatchObject({ withdrawnOn: expect.any(String) })
    expect((await pageOf(borrower, documentId)).withdrawnAt).not.toBeNull()
    const documents = (await listOf(borrower, orderId)).documents.filter(
      ({ isWithdrawn }) => isWithdrawn,
    )
    expect(documents.map(({ kind }) => kind)).toEqual(['no-dues-certificate'])
  })
})

test('answers another borrower’s document as missing, and needs a session', async () => {
  const borrower = await world.borrower()
  const other = await world.borrower()
  const orderId = await repaidLoan(world, borrower)
  const { documentId } = await firstOf(borrower, orderId, 'receipt')
  const calls = callsOf(other)
  for (const refused of [await calls.list({ orderId }), await calls.statement({ orderId })])
    expect(refused).toMatchObject({ reason: 'order-not-found' })
  for (const refused of [await calls.page({ documentId }), await calls.pdf({ documentId })])
    expect(refused).toMatchObject({ reason: 'document-not-found' })
  expect(await callsOf({ browser: world.server.browser() }).pdf({ documentId })).toMatchObject({
    code: -4,
  })
})

test('erasing the account erases the content of documents, and their codes can still be checked', async () => {
  const borrower = await world.borrower()
  const orderId = await repaidLoan(world, borrower)
  const { page, documentId } = await firstOf(borrower, orderId, 'no-dues-certificate')
  const ownData = borrower.browser.calls(contract.ownData)
  const overview = await ownData.overview({})
  if (!overview.ok) throw new Error(overview.reason)
  expect(overview.data.items.find(({ kind }) => kind === 'papers')).toMatchObject({
    law: 'pmla',
    erasure: 'kept-by-law',
  })
  expect(JSON.stringify(await ownData.download({}))).toContain(page.code)
  await world.services.db.transaction(tx =>
    eraseKind(tx, 'papers', borrower.id, world.server.clock.now()),
  )
  expect(await callsOf(borrower).page({ documentId })).toMatchObject({
    reason: 'document-not-found',
  })
  expect((await listOf(borrower, orderId)).documents).toEqual([])
  expect(await verified(page.code)).toMatchObject({
    kind: 'no-dues-certificate',
    withdrawnOn: null,
  })
})
