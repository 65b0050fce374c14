import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { paper as endpoints } from '#contract/paper.ts'
import { indiaDayOf } from '#domain/day.ts'
import { orderStates } from '#domain/lending/order.ts'
import { readPaperCode, spacedPaperCode } from '#domain/lending/paper-code.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import {
  paperOf,
  paperOfCode,
  type RegisteredPaper,
  textOfPaper,
} from '#server/lending/db/paper.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import {
  hasStatement,
  issueStatement,
  papersOfAllOrders,
  papersOfOrder,
} from '#server/lending/papers/order-papers.ts'
import { textIn } from '#server/lending/papers/papers.ts'
import { drawnPdf } from '#server/lending/papers/thread.ts'
import { type BorrowerCall, type Route, routes } from '#server/platform/actions/call.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import type { Signing } from '#server/platform/signing/signature.ts'
import { signingAt } from '#server/platform/signing/signer.ts'
import { lenderName } from '#server/platform/words/lender.ts'

type Page = Output<typeof endpoints.page>

/** A borrower's documents, and the page on which anybody can check one. */
export function paperRoutes(services: LendingServices): Route[] {
  const { db } = services
  return routes(endpoints, {
    list: async ({ orderId }, { borrowerId, now }) => {
      const order = await orderOf(db, borrowerId, orderId)
      if (!order) return refused('order-not-found')
      const papers = await papersOfOrder(services, order, now)
      return {
        documents: papers.filter(({ isHeld }) => isHeld).map(listed),
        hasStatement: hasStatement(order),
      }
    },
    all: async (_input, { borrowerId, now }) => {
      const orders = await papersOfAllOrders(services, borrowerId, now)
      return orders.map(ofOrder).filter(({ documents }) => documents.length > 0)
    },
    statement: async ({ orderId }, { borrowerId, now }) => {
      const issued = await issueStatement(services, { borrowerId, orderId }, now)
      return 'refused' in issued ? issued : { documentId: issued.id }
    },
    page: async ({ documentId }, call) =>
      (await pageOf(services, call, documentId)) ?? refused('document-not-found'),
    pdf: async ({ documentId }, call) => {
      const page = await pageOf(services, call, documentId)
      if (!page) return refused('document-not-found')
      await countTowardsDay(db, 'pdf', call)
      const bytes = await drawnPdf(page, call.language, signingNow(services))
      return {
        fileName: `saral-${page.kind}-${indiaDayOf(page.issuedAt)}.pdf`,
        base64: bytes.toString('base64'),
      }
    },
    verify: async ({ code }, { language }) => {
      const read = readPaperCode(code)
      const found = read && (await paperOfCode(db, read))
      if (!found) return { document: null }
      const { kind, orderNo, issuedAt, amount = null, withdrawnAt } = found
      const lender = lenderName(
        found.lender === undefined ? undefined : { name: found.lender },
        language,
      )
      const withdrawnOn = withdrawnAt ? indiaDayOf(withdrawnAt) : null
      return {
        document: { kind, lender, orderNo, issuedOn: indiaDayOf(issuedAt), amount, withdrawnOn },
      }
    },
  })
}

/**
 * A borrower gets a document even when the certificate has expired: then it is unsigned, and the
 * log says so.
 */
function signingNow({ signer, clock, log }: LendingServices): Signing | undefined {
  const signing = signingAt(signer, clock.wall())
  if (signer && !signing)
    log.error(
      { expired: signer.validTo },
      'a document is served unsigned: the certificate has expired',
    )
  return signing
}

function ofOrder({
  order,
  papers,
}: {
  readonly order: Order
  readonly papers: readonly RegisteredPaper[]
}) {
  const { id: orderId, orderNo, productName, state } = order
  const documents = papers.filter(({ isHeld }) => isHeld).map(listed)
  return {
    orderId,
    orderNo,
    orderState: orderStates[state].code,
    productName,
    documents: documents.reverse(),
  }
}

function listed({ id: documentId, kind, issuedAt, amount, withdrawnAt }: RegisteredPaper) {
  return {
    documentId,
    kind,
    issuedAt,
    amount: amount ?? null,
    isWithdrawn: withdrawnAt !== undefined,
  }
}

async function pageOf(
  { db, cipher, publicOrigin }: LendingServices,
  { borrowerId, language }: BorrowerCall,
  documentId: string,
): Promise<Page | undefined> {
  const found = await paperOf(db, borrowerId, documentId)
  const text = found && (await textOfPaper(db, cipher, found))
  if (!found || text === undefined) return undefined
  const { orderId, kind, issuedAt, withdrawnAt = null, code, hash } = found
  const about = { orderId, kind, issuedAt, withdrawnAt, hash }
  return {
    ...textIn(text, language),
    ...about,
    code: spacedPaperCode(code),
    verifyAt: `${publicOrigin()}/verify-document`,
  }
}
