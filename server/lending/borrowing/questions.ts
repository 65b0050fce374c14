/** Questions of a person to the borrower of a referred application, and the answers (decision 74). */
import { type Refusal, refused } from '#contract/envelope.ts'
import {
  answerBy,
  answerUntil,
  effectOfAnswer,
  mayAsk,
  type QuestionKind,
  standingOf,
} from '#domain/lending/question.ts'
import { type Order, type OrderKey, orderOf } from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import {
  insertQuestion,
  type QuestionKey,
  type QuestionRow,
  questionRowsOf,
  saveAnswer,
} from '#server/lending/db/question.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { enqueuePush } from '#server/notices/push.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { Work } from '#server/services.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

type Wording = { readonly kind: QuestionKind | null; readonly words: string | null }

/** Asks the borrower, who is notified. False where they cannot be asked now. */
export async function askBorrower(
  work: Work<Pick<LendingServices, 'cipher' | 'queue'>>,
  key: OrderKey,
  { kind, words, askedBy }: Wording & { readonly askedBy: string },
): Promise<boolean> {
  const { services, tx, at } = work
  const [order, rows] = await lockedQuestions(work, key)
  if (!order || !mayAsk(order, rows, at)) return false
  const row = { ...key, number: rows.length + 1 }
  const wordsSealed =
    words === null ? null : services.cipher.encrypt(words, questionContext(row, 'words_sealed'))
  await insertQuestion(tx, {
    ...row,
    kind,
    wordsSealed,
    askedAt: at,
    askedBy,
    answerUntil: answerUntil(at),
  })
  await recordEvent(tx, order, { event: 'ask', actor: 'desk', at })
  await enqueuePush(work, order, 'question-asked')
  return true
}

/** Stores the borrower's answer to a question that waits, and returns when it came; the same answer again is the same. */
export async function answerQuestion(
  work: Work<Pick<LendingServices, 'cipher'>>,
  key: QuestionKey,
  answer: string,
): Promise<{ answeredAt: Date } | Refusal<'order-not-found' | 'not-found' | 'outdated'>> {
  const { services, tx, at } = work
  const [order, rows] = await lockedQuestions(work, key)
  if (!order) return refused('order-not-found')
  const row = rows.find(({ number }) => number === key.number)
  if (!row) return refused('not-found')
  const { answeredAt } = row
  const effect = effectOfAnswer(answer, { ...row, ...textsOf(services, row) }, order, at)
  if (effect === 'repeated' && answeredAt) return { answeredAt }
  if (effect !== 'stored') return refused('outdated')
  await saveAnswer(
    tx,
    row,
    services.cipher.encrypt(answer, questionContext(row, 'answer_sealed')),
    at,
  )
  await recordEvent(tx, order, { event: 'answer', actor: 'borrower', at })
  return { answeredAt: at }
}

/** The order and its questions, under the borrower's lock: a decision and an answer exclude each other. */
async function lockedQuestions(
  { tx }: Pick<Work, 'tx'>,
  { borrowerId, orderId }: OrderKey,
): Promise<[Order | undefined, QuestionRow[]]> {
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  return [order, order ? await questionRowsOf(tx, { borrowerId, orderId }) : []]
}

/** The questions about an application as people read them, oldest first. */
export async function questionsOf(store: Store, order: Order, now: Date) {
  const rows = await questionRowsOf(store.db, { borrowerId: order.borrowerId, orderId: order.id })
  return rows.map(row => {
    const { number, kind, askedAt, answerUntil, answeredAt } = row
    const about = { number, kind, askedAt, answerUntil, answeredAt }
    const standing = standingOf(row, order, now)
    return { ...about, ...textsOf(store, row), answerBy: answerBy(row), standing }
  })
}

/** A person's own words in a question, and the borrower's answer. */
export function textsOf({ cipher }: Pick<Store, 'cipher'>, row: QuestionRow) {
  const { wordsSealed, answerSealed } = row
  return {
    words: wordsSealed && cipher.decryptText(wordsSealed, questionContext(row, 'words_sealed')),
    answer: answerSealed && cipher.decryptText(answerSealed, questionContext(row, 'answer_sealed')),
  }
}

/** A question as its borrower reads it: the given one in their language, then the own words unchanged. */
export function questionSentences(language: Language, { kind, words }: Wording): string[] {
  return [...(kind ? [say(language, `question.kind.${kind}`)] : []), ...(words ? [words] : [])]
}

/** The cipher context of a text of a question. */
export function questionContext(
  { borrowerId, orderId, number }: QuestionKey,
  column: 'words_sealed' | 'answer_sealed',
): CipherContext {
  return { table: 'application_question', row: `${borrowerId}/${orderId}/${number}`, column }
}
