import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import type { LoanDocumentKind } from '#domain/lending/loan-document.ts'
import { answered, type Borrower, newBorrower, readyBorrower } from './borrower.ts'
import type { Who } from './route-table.ts'
import { rupeesToPaise } from './rupees.ts'
import { openSandbox, until } from './sandbox.ts'
import { signedInAs } from './signed-in-as.ts'

/** The borrower, order and document for the visits of one person. */
export type VisitorState = {
  readonly borrower?: Borrower
  readonly orderId?: string
  readonly documentId?: string
}

export const prepare: Record<Who, (origin: string) => Promise<VisitorState>> = {
  visitor: async () => ({}),
  new: async origin => ({ borrower: await newBorrower(origin) }),
  ready: async origin => ({ borrower: await readyBorrower(origin) }),
  auditing: withQuestion,
  approved: origin => applied(origin, 'pass'),
  async owing(origin) {
    const borrower = await readyBorrower(origin)
    const orderId = await borrower.borrow('saral-weekly', 3_000)
    const { orderNo } = await borrower.detail(orderId)
    const wish = { borrowAmount: rupeesToPaise(1_000), orderNo, cardId: await borrower.cardId() }
    answered(
      await borrower.browser
        .calls(contract.schedule)
        .reserve(wish, { idempotencyKey: randomUUID() }),
    )
    // The due date may be moved only after the cooling-off period, and in the week before it.
    await openSandbox(origin).advance('P2D')
    return withDocument({ borrower, orderId }, 'key-facts-statement')
  },
  denied: origin => applied(origin, 'denied', '4000'),
  async settled(origin) {
    const { borrower, orderId } = await borrowed(origin)
    await borrower.pay(orderId, 'all')
    await borrower.orderIs(orderId, 'settled')
    return { borrower, orderId }
  },
  async extended(origin) {
    const { borrower, orderId } = await borrowed(origin)
    const sandbox = openSandbox(origin)
    await sandbox.advance('P2D')
    const calls = borrower.browser.calls(contract.extension)
    const { extensionId, orderRepayId } = answered(await calls.calculate({ id: orderId }))
    const { hash } = answered(await calls.keyFacts({ orderId, extensionId }))
    const { paymentUrl } = answered(
      await calls.apply(
        { orderId, extensionId, orderRepayId, keyFactsHash: hash },
        { idempotencyKey: randomUUID() },
      ),
    )
    await sandbox.press(paymentUrl, 'pay')
    await borrower.orderIs(orderId, 'loaned')
    return withDocument({ borrower, orderId }, 'key-facts-addendum')
  },
  async overdue(origin) {
    const { borrower, orderId } = await borrowed(origin)
    await openSandbox(origin).advance('P10D')
    await borrower.orderIs(orderId, 'overdue')
    return { borrower, orderId }
  },
}

/** A running loan of ₹5,000 for seven days. */
async function borrowed(origin: string) {
  const borrower = await readyBorrower(origin)
  return { borrower, orderId: await borrower.borrow('saral-seven', 5_000) }
}

async function withDocument(
  loan: { readonly borrower: Borrower; readonly orderId: string },
  kind: LoanDocumentKind,
): Promise<VisitorState> {
  const calls = loan.borrower.browser.calls(contract.loanDocument)
  const { documents } = answered(await calls.list({ orderId: loan.orderId }))
  const document = documents.find(each => each.kind === kind)
  if (!document) throw new Error(`The loan has no document of the kind "${kind}".`)
  return { ...loan, documentId: document.documentId }
}

async function applied(
  origin: string,
  state: 'auditing' | 'pass' | 'denied',
  monthlyIncome = '45000',
): Promise<VisitorState> {
  const borrower = await readyBorrower(origin, { monthlyIncome })
  const orderId = await borrower.apply('saral-seven', 5_000)
  await borrower.orderIs(orderId, state)
  return { borrower, orderId }
}

/** An instalment this large for the income is referred to a person, who asks the borrower. */
async function withQuestion(origin: string): Promise<VisitorState> {
  const prepared = await applied(origin, 'auditing', '12000')
  const { orderId = '' } = prepared
  const officer = await signedInAs(origin, 'credit-officer')
  const calls = officer.calls(staffContract.application)
  await until('the application to wait for a person', async () => {
    const opened = await calls.open({ orderId, why: 'decision' })
    return opened.ok ? true : undefined
  })
  answered(await calls.ask({ orderId, kind: 'income', words: null }))
  return prepared
}

export function filledIn(
  address: string,
  { orderId = '', documentId = 'a-document' }: VisitorState,
): string {
  return address.replace('{order}', orderId).replace('{document}', documentId)
}
