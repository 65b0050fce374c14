import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { loanDocument as endpoints } from '#contract/loan-document.ts'
import { indiaDayOf } from '#domain/day.ts'
import { readDocumentCode, spacedDocumentCode } from '#domain/lending/document-code.ts'
import {
  documentOf,
  documentOfCode,
  type RegisteredDocument,
  textOfDocument,
} from '#server/lending/db/loan-document.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { textIn } from '#server/lending/documents/issue-document.ts'
import {
  documentsOfAllOrders,
  documentsOfOrder,
  hasStatement,
  issueStatement,
} from '#server/lending/documents/order-documents.ts'
import { drawnPdf } from '#server/lending/documents/thread.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { type BorrowerCall, type Route, routes } from '#server/platform/actions/call.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import type { Signing } from '#server/platform/signing/signature.ts'
import { signingAt } from '#server/platform/signing/signer.ts'
import { lenderName } from '#server/platform/words/lender.ts'

type Page = Output<typeof endpoints.page>

/** A borrower's documents, and the page on which anybody can check one. */
export function loanDocumentRoutes(services: LendingServices): Route[] {
  const { db } = services
  return routes(endpoints, {
    list: async ({ orderId }, { borrowerId, now }) => {
      const order = await orderOf(db, borrowerId, orderId)
      if (!order) return refused('order-not-found')
      const documents = await documentsOfOrder(services, order, now)
      return {
        documents: documents.filter(({ isHeld }) => isHeld).map(listed),
        hasStatement: hasStatement(order),
      }
    },
    all: async (_input, { borrowerId, now }) => {
      const orders = await documentsOfAllOrders(services, borrowerId, now)
      return orders.map(ofOrder).filter(({ documents }) => documents.length > 0)
    },
    statement: async ({ orderId }, { borrowerId, now }) => {
      const document = await issueStatement(services, { borrowerId, orderId }, now)
      return 'refused' in document ? document : { documentId: document.id }
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
      const documentCode = readDocumentCode(code)
      const document = documentCode && (await documentOfCode(db, documentCode))
      if (!document) return { document: null }
      const { kind, orderNo, issuedAt, amount = null, withdrawnAt } = document
      const lender = lenderName(
        document.lender === undefined ? undefined : { name: document.lender },
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
  documents,
}: {
  readonly order: Order
  readonly documents: readonly RegisteredDocument[]
}) {
  const { id: orderId, orderNo, productName, state } = order
  return {
    orderId,
    orderNo,
    orderState: state,
    productName,
    documents: documents
      .filter(({ isHeld }) => isHeld)
      .map(listed)
      .reverse(),
  }
}

function listed({ id: documentId, kind, issuedAt, amount, withdrawnAt }: RegisteredDocument) {
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
  const document = await documentOf(db, borrowerId, documentId)
  const text = document && (await textOfDocument(db, cipher, document))
  if (!document || text === undefined) return undefined
  const { orderId, kind, issuedAt, withdrawnAt = null, code, hash } = document
  const about = { orderId, kind, issuedAt, withdrawnAt, hash }
  return {
    ...textIn(text, language),
    ...about,
    code: spacedDocumentCode(code),
    verifyAt: `${publicOrigin()}/verify-document`,
  }
}
