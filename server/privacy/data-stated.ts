/** The borrower's own statements and proofs, in their data download. */

import type { Output } from '#contract/endpoint.ts'
import type { ownData } from '#contract/own-data.ts'
import { CONTACT_SLOTS } from '#domain/identity/contacts.ts'
import { type Answers, DATA_TYPE, type FormField } from '#domain/identity/form.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { loadBankAccounts } from '#server/identity/bank-account.ts'
import { loadCards } from '#server/identity/card-values.ts'
import { contactsOf } from '#server/identity/db/contact.ts'
import type { FormName } from '#server/identity/db/verification.ts'
import { loadIdentity } from '#server/identity/identity.ts'
import { districtsOf, states } from '#server/identity/places/places.ts'
import { formOf, savedAnswers } from '#server/identity/profile.ts'
import { openContact } from '#server/identity/stored-contact.ts'
import { ownLimitsOf } from '#server/lending/db/own-limits.ts'
import { decryptJson } from '#server/platform/db/encrypt.ts'
import type { Store } from '#server/platform/db/store.ts'
import { recordContext } from '#server/privacy/archive-record.ts'
import { accountSince, devicesOf, passkeysOf } from '#server/privacy/db/data-download.ts'
import { keptRecordsOf } from '#server/privacy/db/own-data.ts'
import { dataLabel } from '#server/privacy/words/data-labels.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

const PAISE_PER_RUPEE = 100

export type Section = Output<typeof ownData.download>['sections'][number]
export type Part = Section['parts'][number]
export type Whose = { readonly borrowerId: string; readonly language: Language }

export async function statedSections(store: Store, whose: Whose): Promise<Section[]> {
  const [number, basic, work, identity, cards, contacts, accounts, records] = await Promise.all([
    numberOf(store, whose),
    answersOf(store, whose, 'base-info'),
    answersOf(store, whose, 'work-info'),
    loadIdentity(store, whose.borrowerId),
    cardParts(store, whose),
    namedContacts(store, whose),
    loadBankAccounts(store, whose.borrowerId),
    recordsOf(store, whose),
  ])
  return [
    { kind: 'number', parts: number },
    { kind: 'basic', parts: basic },
    { kind: 'work', parts: work },
    { kind: 'identity', parts: identity ? [partOf(identity, whose.language), ...cards] : [] },
    { kind: 'contacts', parts: contacts },
    { kind: 'bank-account', parts: accounts.map(each => partOf(each, whose.language)) },
    { kind: 'record', parts: records },
  ]
}

/** The fields of a value, nested ones in place; empty ones are left out. */
export function partOf(value: object, language: Language): Part {
  return Object.entries(value).flatMap(([field, content]): Part => {
    if (content === undefined || content === null || content === '') return []
    if (typeof content === 'object' && !(content instanceof Date)) return partOf(content, language)
    const text = content instanceof Date ? content.toISOString() : String(content)
    return [{ field, label: dataLabel(field, language), value: text }]
  })
}

/** The values read from each card, beside those that the borrower confirmed. */
async function cardParts(store: Store, { borrowerId, language }: Whose): Promise<Part[]> {
  const cards = await loadCards(store, borrowerId)
  return cards
    .filter(({ values }) => values.length > 0)
    .map(({ kind, values }) => {
      const pairs = values.flatMap(({ key, read, confirmed }) => [
        [`${key}Read`, read],
        [`${key}Confirmed`, confirmed],
      ])
      const card = say(language, `owndata.card.${kind}`)
      return partOf({ card, ...Object.fromEntries(pairs) }, language)
    })
}

async function numberOf(store: Store, { borrowerId, language }: Whose): Promise<Part[]> {
  const [mobileNumber, { at }, devices, passkeys, limits] = await Promise.all([
    phoneOf(store, borrowerId),
    accountSince(store.db, borrowerId),
    devicesOf(store.db, borrowerId),
    passkeysOf(store.db, borrowerId),
    ownLimitsOf(store.db, borrowerId),
  ])
  const deviceParts = devices.map(device => partOf({ deviceFirstSeen: device.at }, language))
  const passkeyParts = passkeys.map(passkey => partOf({ passkeyAdded: passkey.at }, language))
  const ceiling = limits.ceiling.value
  const ownCeiling = ceiling === null ? undefined : ceiling / PAISE_PER_RUPEE
  const limitValues = { ownCeiling, pausedUntil: limits.pause.value }
  return [
    partOf({ mobileNumber, accountSince: at, ...limitValues }, language),
    ...deviceParts,
    ...passkeyParts,
  ]
}

async function answersOf(
  store: Store,
  { borrowerId, language }: Whose,
  name: FormName,
): Promise<Part[]> {
  const answers = await savedAnswers(store, borrowerId, name)
  if (!answers) return []
  const fields = formOf(name, language).fields.filter(field => (answers[field.value] ?? '') !== '')
  return [
    fields.map(field => ({ field: field.value, label: field.key, value: spoken(field, answers) })),
  ]
}

/** An answer as the form shows it, not its code. */
function spoken(field: FormField, answers: Answers): string {
  const answer = answers[field.value] ?? ''
  if (field.dataType === DATA_TYPE.state)
    return states().find(({ id }) => id === answer)?.name ?? answer
  if (field.dataType === DATA_TYPE.district) {
    const district = states()
      .flatMap(({ id }) => districtsOf(id))
      .find(({ id }) => id === answer)
    return district?.name ?? answer
  }
  return field.dictionaryVoList.find(({ dictValue }) => dictValue === answer)?.dictLabel ?? answer
}

async function namedContacts(
  { db, cipher }: Store,
  { borrowerId, language }: Whose,
): Promise<Part[]> {
  const contacts = await contactsOf(db, borrowerId)
  return contacts.map(({ slot, sealed }) => {
    const { name, mobile, relation } = openContact({ cipher }, borrowerId, slot, sealed)
    return partOf(
      { name, mobile, relation: CONTACT_SLOTS[slot - 1]?.relations[relation] ?? relation },
      language,
    )
  })
}

async function recordsOf({ db, cipher }: Store, { borrowerId, language }: Whose): Promise<Part[]> {
  const records = await keptRecordsOf(db, borrowerId)
  return records.map(({ recordId, recordSealed, keptUntil }) =>
    partOf(
      {
        keptUntil,
        ...decryptJson<object>(cipher, recordSealed, recordContext(borrowerId, recordId)),
      },
      language,
    ),
  )
}
