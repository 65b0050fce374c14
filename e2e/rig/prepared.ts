import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { answered, type Borrower, newBorrower, readyBorrower } from './borrower.ts'
import type { Who } from './route-table.ts'
import { rupeesToPaise } from './rupees.ts'
import { until } from './sandbox.ts'
import { signedInAs } from './signed-in-as.ts'

/** The borrower, order and document for the visits of one person. */
export type Prepared = {
  readonly borrower?: Borrower
  readonly orderId?: string
  readonly documentId?: string
}

export const prepare: Record<Who, (origin: string) => Promise<Prepared>> = {
  visitor: async () => ({}),
  new: async origin => ({ borrower: await newBorrower(origin) }),
  ready: async origin => ({ borrower: await readyBorrower(origin) }),
  auditing: asked,
  approved: origin => applied(origin, '2'),
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
    const [document] = answered(
      await borrower.browser.calls(contract.loanDocument).list({ orderId }),
    ).documents
    return { borrower, orderId, ...(document && { documentId: document.documentId }) }
  },
  denied: origin => applied(origin, '3', '4000'),
}

async function applied(
  origin: string,
  state: '1' | '2' | '3',
  monthlyIncome = '45000',
): Promise<Prepared> {
  const borrower = await readyBorrower(origin, { monthlyIncome })
  const orderId = await borrower.apply('saral-seven', 5_000)
  await borrower.orderIs(orderId, state)
  return { borrower, orderId }
}

/** An instalment this large for the income is referred to a person, who asks the borrower. */
async function asked(origin: string): Promise<Prepared> {
  const prepared = await applied(origin, '1', '12000')
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
  { orderId = '', documentId = 'a-document' }: Prepared,
): string {
  return address.replace('{order}', orderId).replace('{document}', documentId)
}
