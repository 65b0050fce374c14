/**
 * The addendum to the Key Facts Statement: shown before an extension is requested, acknowledged by
 * its hash, stored with the extension.
 */
import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { extension as endpoints } from '#contract/extension.ts'
import { feeOf, type RequestedFee } from '#domain/lending/extension-window.ts'
import type { Statement } from '#server/lending/borrowing/key-facts.ts'
import { type Extension, extensionsOf } from '#server/lending/db/extension.ts'
import { insertAddendum, storedAddendum } from '#server/lending/db/key-facts-addendum.ts'
import type { Order } from '#server/lending/db/order.ts'
import { issueDocument } from '#server/lending/documents/issue-document.ts'
import { type ExtensionQuote, extensionQuote } from '#server/lending/extending/extension-quote.ts'
import { keyFactsDocument } from '#server/lending/words/documents.ts'
import type { KeyFactsStatement } from '#server/lending/words/key-facts.ts'
import { keyFactsAddendum } from '#server/lending/words/key-facts-addendum.ts'
import type { Services, Work } from '#server/services.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

type AddendumRefusal = Extract<RefusalOf<typeof endpoints.apply>, `key-facts-${string}`>
type Numbered = Statement & { readonly proposalNo: string }

/** The proposal number of an extension: the loan's number and which extension it is. */
export function proposalNoOf(
  { orderNo }: Pick<Order, 'orderNo'>,
  { number }: Pick<Extension, 'number'>,
): string {
  return `${orderNo}-E${number}`
}

function offeredAddendum(
  { config }: Services,
  order: Order,
  quote: ExtensionQuote,
  language: Language,
): KeyFactsStatement {
  const { facts, newDueDay } = quote
  return keyFactsAddendum(
    { order, proposalNo: proposalNoOf(order, quote), newDueDay, facts },
    config.lender,
    language,
  )
}

/**
 * The addendum of an extension that is on offer or was ever requested; any other id answers as
 * missing.
 */
export async function extensionKeyFacts(
  services: Services,
  { order, extensionId }: { readonly order: Order; readonly extensionId: string },
  language: Language,
  now: Date,
): Promise<Numbered | Refusal<Exclude<RefusalOf<typeof endpoints.keyFacts>, 'order-not-found'>>> {
  const { db, cipher } = services
  const extension = (await extensionsOf(db, order.borrowerId, order.id)).find(
    ({ id }) => id === extensionId,
  )
  const addendum = extension && (await storedAddendum(db, cipher, extension, language))
  if (extension && addendum)
    return {
      hash: addendum.hash,
      sections: JSON.parse(addendum.text),
      proposalNo: proposalNoOf(order, extension),
    }
  const quote = await extensionQuote(db, order, now)
  if ('refused' in quote || quote.id !== extensionId) return refused('document-not-found')
  const { hash, text } = offeredAddendum(services, order, quote, language)
  return { hash, sections: JSON.parse(text), proposalNo: proposalNoOf(order, quote) }
}

/**
 * Returns why an acknowledgement is refused; undefined if it names the addendum of the current
 * offer, in any language.
 */
export function whyNotAcknowledgedAddendum(
  services: Services,
  order: Order,
  quote: ExtensionQuote,
  hash: string | undefined,
): Refusal<AddendumRefusal> | undefined {
  if (hash === undefined) return refused('key-facts-required')
  const isOwn = LANGUAGES.some(
    language => offeredAddendum(services, order, quote, language).hash === hash,
  )
  return isOwn ? undefined : refused('key-facts-changed')
}

/** Stores the addendum of an extension in every language, and issues it as a document. */
export async function keepAddendum(work: Work, order: Order, quote: ExtensionQuote): Promise<void> {
  const { services, tx, at } = work
  const key = { borrowerId: order.borrowerId, id: quote.id }
  for (const language of LANGUAGES)
    await insertAddendum(
      tx,
      services.cipher,
      key,
      offeredAddendum(services, order, quote, language),
      at,
    )
  const textOf = (language: Language) => offeredAddendum(services, order, quote, language).text
  await issueAddendum(work, order, { id: quote.id, fee: quote.fee, textOf })
}

/** Issues the addendum of an extension again, as it was read, where it was withdrawn and holds after all. */
export async function restoreAddendum(
  work: Work,
  order: Order,
  extension: Extension,
  fee: RequestedFee,
): Promise<void> {
  const { services, tx } = work
  const texts = new Map<Language, string>()
  for (const language of LANGUAGES) {
    const stored = await storedAddendum(tx, services.cipher, extension, language)
    if (stored) texts.set(language, stored.text)
  }
  // An extension that is older than addenda has none.
  const english = texts.get('en')
  if (english === undefined) return
  const textOf = (language: Language) => texts.get(language) ?? english
  await issueAddendum(work, order, { id: extension.id, fee, textOf })
}

type Acknowledged = {
  readonly id: string
  readonly fee: RequestedFee
  readonly textOf: (language: Language) => string
}

async function issueAddendum(work: Work, order: Order, { id, fee, textOf }: Acknowledged) {
  const kind = 'key-facts-addendum'
  await issueDocument(work, {
    order,
    kind,
    subject: id,
    amount: feeOf(fee),
    write: about => keyFactsDocument(about, kind, JSON.parse(textOf(about.language))),
  })
}
