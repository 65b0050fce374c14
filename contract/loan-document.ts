import * as v from 'valibot'
import type { Endpoints, Output } from '#contract/endpoint.ts'
import { documentSections } from '#contract/key-facts.ts'
import { id, indiaDay, instant, orderState, rupees, text } from '#contract/wire.ts'
import { LOAN_DOCUMENT_KINDS } from '#domain/lending/loan-document.ts'

const kind = v.picklist(LOAN_DOCUMENT_KINDS)

const listedDocument = v.object({
  documentId: id,
  kind,
  issuedAt: instant,
  /** Received, or owed; null if the document proves no amount. */
  amount: v.nullable(rupees),
  isWithdrawn: v.boolean(),
})

/**
 * Ours: the documents that a borrower is entitled to (regulation R4), each with a code by which
 * anybody can verify it.
 */
export const loanDocument = {
  list: {
    does: 'The documents of an order, oldest first. A document that has become due is issued first.',
    method: 'GET',
    path: '/document/v1/list',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({ orderId: id }),
    output: v.object({
      documents: v.array(listedDocument),
      /** Whether there are ledger entries for a statement of account. */
      hasStatement: v.boolean(),
    }),
    refusals: ['order-not-found'],
    ours: true,
  },
  all: {
    does: 'The documents of all orders, order by order, newest first. A document that has become due is issued first.',
    method: 'GET',
    path: '/document/v1/all',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(
      v.object({
        orderId: id,
        orderNo: text,
        orderState,
        productName: text,
        documents: v.array(listedDocument),
      }),
    ),
    refusals: [],
    ours: true,
  },
  statement: {
    does: 'Issues the statement of account of an order as of today; the same one is returned while nothing changes.',
    method: 'POST',
    path: '/document/v1/statement',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ orderId: id }),
    output: v.object({ documentId: id }),
    refusals: ['order-not-found', 'order-state'],
    ours: true,
  },
  page: {
    does: 'One document as issued, in the language of the request.',
    method: 'GET',
    path: '/document/v1/page',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ documentId: id }),
    output: v.object({
      orderId: id,
      kind,
      title: text,
      letterhead: v.object({ name: text, lines: v.array(text) }),
      opening: v.array(text),
      sections: documentSections,
      issuedAt: instant,
      withdrawnAt: v.nullable(instant),
      /** As printed, and the page where it can be verified. */
      code: text,
      verifyAt: text,
      /** SHA-256 of the document's content in all its languages. */
      hash: v.string(),
    }),
    refusals: ['document-not-found'],
    ours: true,
  },
  pdf: {
    does: 'One document as a PDF, in the language of the request; digitally signed if the lender has a certificate for it.',
    method: 'GET',
    path: '/document/v1/pdf',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ documentId: id }),
    /** The file name reveals nothing about the borrower. */
    output: v.object({ fileName: text, base64: v.string() }),
    refusals: ['document-not-found'],
    ours: true,
  },
  verify: {
    does: 'Tells anybody whether a code belongs to a document and what the document proves, but never whose it is.',
    method: 'POST',
    path: '/document/v1/verify',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ code: v.pipe(v.string(), v.maxLength(40)) }),
    output: v.object({
      /** Null: no document has this code. */
      document: v.nullable(
        v.object({
          kind,
          lender: text,
          orderNo: text,
          issuedOn: indiaDay,
          amount: v.nullable(rupees),
          withdrawnOn: v.nullable(indiaDay),
        }),
      ),
    }),
    refusals: [],
    ours: true,
  },
} satisfies Endpoints

export type LoanDocument = Output<typeof loanDocument.page>
