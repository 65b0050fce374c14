/**
 * The Key Facts Statement: made with the application, shown before Get Money, acknowledged by its
 * hash.
 */
import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { order as endpoints } from '#contract/order.ts'
import { insertKeyFacts, keyFactsHashes, loadKeyFacts } from '#server/lending/db/key-facts.ts'
import type { Order } from '#server/lending/db/order.ts'
import {
  type Disclosed,
  type KeyFactsSections,
  keyFactsStatement,
} from '#server/lending/words/key-facts.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

export type KeyFactsServices = Pick<Services, 'cipher'> & {
  readonly config: Pick<Config, 'lender'>
}
type KeyFactsRefusal = Extract<RefusalOf<typeof endpoints.loan>, `key-facts-${string}`>
export type Statement = { readonly hash: string; readonly sections: KeyFactsSections }

/** The disclosure for a loan that has not been applied for yet. */
export function offeredKeyFacts(
  { config }: KeyFactsServices,
  disclosed: Disclosed,
  language: Language,
): Statement {
  const { hash, text } = keyFactsStatement(disclosed, config.lender, language)
  return { hash, sections: JSON.parse(text) }
}

/** True if a hash names the statement of this loan, in any language. */
export function isOffered(
  { config }: KeyFactsServices,
  disclosed: Disclosed,
  hash: string,
): boolean {
  return LANGUAGES.some(
    language => keyFactsStatement(disclosed, config.lender, language).hash === hash,
  )
}

/** Stores the statements of orders, in every language. */
export async function storeKeyFacts(
  { cipher, config }: KeyFactsServices,
  tx: Transaction,
  orders: readonly (Disclosed & Pick<Order, 'borrowerId' | 'id'> & { readonly madeAt: Date })[],
): Promise<void> {
  const statements = orders.flatMap(order =>
    LANGUAGES.map(language => ({
      borrowerId: order.borrowerId,
      orderId: order.id,
      madeAt: order.madeAt,
      ...keyFactsStatement(order, config.lender, language),
    })),
  )
  await insertKeyFacts(tx, cipher, statements)
}

/**
 * An order's statement as it was made; an order older than statements gets one on first request.
 */
export async function orderKeyFacts(
  services: KeyFactsServices & Pick<Services, 'db'>,
  order: Order,
  language: Language,
  now: Date,
): Promise<Statement> {
  const statement = await loadStatement(services, services.db, order, language)
  return (
    statement ??
    (await services.db.transaction(tx => statementsOf({ services, tx, at: now }, order)))[language]
  )
}

/** The same statement in every language. */
export async function statementsOf(
  work: Work<KeyFactsServices>,
  order: Order,
): Promise<Readonly<Record<Language, Statement>>> {
  const { services, tx, at } = work
  const statements = new Map<Language, Statement>()
  for (const language of LANGUAGES) {
    const statement = await loadStatement(services, tx, order, language)
    if (statement) statements.set(language, statement)
  }
  if (statements.size === LANGUAGES.length)
    return Object.fromEntries(statements) as Record<Language, Statement>
  await storeKeyFacts(services, tx, [{ ...order, madeAt: at }])
  return statementsOf(work, order)
}

async function loadStatement(
  { cipher }: KeyFactsServices,
  db: Queryable,
  { borrowerId, id: orderId }: Order,
  language: Language,
): Promise<Statement | undefined> {
  const stored = await loadKeyFacts(db, cipher, { borrowerId, orderId }, language)
  return stored && { hash: stored.hash, sections: JSON.parse(stored.text) }
}

/** Returns why an acknowledgement is refused; undefined if it names the order's own statement. */
export async function whyNotAcknowledged(
  tx: Transaction,
  { borrowerId, id: orderId }: Order,
  hash: string | undefined,
): Promise<Refusal<KeyFactsRefusal> | undefined> {
  if (hash === undefined) return refused('key-facts-required')
  const hashes = await keyFactsHashes(tx, { borrowerId, orderId })
  return hashes.includes(hash) ? undefined : refused('key-facts-changed')
}
