/** Applications and loans in the borrower's data download. */

import type { Application } from '#domain/lending/decision.ts'
import { spacedDocumentCode } from '#domain/lending/document-code.ts'
import { orderStates } from '#domain/lending/order.ts'
import { questionSentences, textsOf } from '#server/lending/borrowing/questions.ts'
import { heldDocuments } from '#server/lending/db/loan-document.ts'
import { type Order, ordersOf } from '#server/lending/db/order.ts'
import { questionRowsOfBorrower } from '#server/lending/db/question.ts'
import { textIn } from '#server/lending/documents/issue-document.ts'
import { openFacts } from '#server/platform/db/record-key.ts'
import type { Store } from '#server/platform/db/store.ts'
import { type Part, partOf, type Section, type Whose } from '#server/privacy/data-stated.ts'
import {
  decisionsOf,
  mandatesOf,
  messagesOf,
  paymentsOf,
} from '#server/privacy/db/data-download.ts'
import { messageWord } from '#server/privacy/words/data-labels.ts'
import { inWords } from '#words/say.ts'

const HUNDREDTHS = 100

export async function loanSections(store: Store, whose: Whose): Promise<Section[]> {
  const [orders, payments, mandates, messages, decisions, questions, documents] = await Promise.all(
    [
      ordersOf(store.db, whose.borrowerId),
      paymentsOf(store.db, whose.borrowerId),
      mandatesOf(store.db, whose.borrowerId),
      messagesOf(store.db, whose.borrowerId),
      decisionParts(store, whose),
      questionParts(store, whose),
      documentParts(store, whose),
    ],
  )
  const paymentParts = payments.map(({ orderNo, amount, at }) =>
    partOf({ orderNo, paid: amount / HUNDREDTHS, paidOn: at }, whose.language),
  )
  const mandateParts = mandates.map(({ orderNo, state, cap, at }) =>
    partOf(
      { orderNo, autoPay: state, autoPayCap: cap / HUNDREDTHS, autoPaySince: at },
      whose.language,
    ),
  )
  const messageParts = messages.map(({ orderNo, kind, at, wasPushed, wasTexted }) =>
    partOf(
      {
        orderNo,
        message: messageWord(kind, whose.language),
        notifiedAt: wasPushed ? at : undefined,
        textedAt: wasTexted ? at : undefined,
      },
      whose.language,
    ),
  )
  return [
    { kind: 'decisions', parts: [...decisions, ...questions] },
    {
      kind: 'loans',
      parts: [
        ...orders.map(order => orderPart(order, whose)),
        ...paymentParts,
        ...mandateParts,
        ...messageParts,
      ],
    },
    { kind: 'papers', parts: documents },
  ]
}

/** Each document as it was issued. */
async function documentParts(
  { db, cipher }: Store,
  { borrowerId, language }: Whose,
): Promise<Part[]> {
  const documents = await heldDocuments(db, cipher, borrowerId)
  return documents.map(({ orderNo, issuedAt, code, text }) => {
    const { title, opening, sections } = textIn(text, language)
    const lines = sections.flatMap(({ rows, table }) => [
      ...rows.map(({ label, value }) => `${label}: ${value}`),
      ...(table ? [table.head, ...table.rows].map(cells => cells.join(' | ')) : []),
    ])
    const about = { document: title, orderNo, issuedOn: issuedAt, code: spacedDocumentCode(code) }
    return partOf({ ...about, content: [...opening, ...lines].join('\n') }, language)
  })
}

async function decisionParts(store: Store, { borrowerId, language }: Whose): Promise<Part[]> {
  const parts: Part[] = []
  for (const { orderNo, event, at, facts } of await decisionsOf(store.db, borrowerId)) {
    const application = (await openFacts(store.db, store.cipher, borrowerId, facts)) as
      | Application
      | undefined
    if (application)
      parts.push(partOf({ orderNo, event, decidedAt: at, ...inRupees(application) }, language))
  }
  return parts
}

/** A person's questions about an application, and the borrower's answers. */
async function questionParts(store: Store, { borrowerId, language }: Whose): Promise<Part[]> {
  const rows = await questionRowsOfBorrower(store.db, borrowerId)
  return rows.map(row => {
    const { orderNo, kind, askedAt, answeredAt } = row
    const { words, answer } = textsOf(store, row)
    const question = questionSentences(language, { kind, words }).join(' ')
    const reply = { yourAnswer: answer, yourAnswerAt: answeredAt }
    return partOf({ orderNo, question, askedAt, ...reply }, language)
  })
}

function inRupees(facts: Application) {
  const { monthlyIncome, monthlyObligations, instalment } = facts
  return {
    ...facts,
    monthlyIncome: monthlyIncome / HUNDREDTHS,
    monthlyObligations: monthlyObligations / HUNDREDTHS,
    instalment: instalment / HUNDREDTHS,
  }
}

function orderPart(order: Order, { language }: Whose): Part {
  const {
    orderNo,
    productName,
    state,
    appliedAt,
    terms,
    arrive,
    repayment,
    apr,
    purpose,
    reasons,
  } = order
  return partOf(
    {
      orderNo,
      product: productName,
      orderState: orderStates[state].name,
      appliedAt,
      loanAmount: terms.principal / HUNDREDTHS,
      received: arrive / HUNDREDTHS,
      repayment: repayment / HUNDREDTHS,
      apr: apr / HUNDREDTHS,
      purpose,
      reasons: reasons.map(reason => inWords(language, 'order', reason)).join(' '),
    },
    language,
  )
}
