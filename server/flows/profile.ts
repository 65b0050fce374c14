/** What borrowers tell about themselves: the two forms, and the emergency contacts. */
import type { Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { verify } from '#contract/verify.ts'
import { CONTACT_SLOTS, type ContactAnswers, type EmergencyContact, readContacts } from '#domain/contacts.ts'
import { type Answers, checkAnswers, type Form, type FormField, keptAnswers } from '#domain/form.ts'
import { nationalPart } from '#domain/phone.ts'
import { recordConsent } from '#server/db/consent.ts'
import { contactsOf, saveContacts } from '#server/db/contact.ts'
import type { Queryable } from '#server/db/open.ts'
import type { Place } from '#server/db/seal.ts'
import { type FormName, formAnswersOf, markStepDone, saveFormAnswers } from '#server/db/verification.ts'
import { phoneOf } from '#server/flows/phone.ts'
import { openJson, type Store, sealJson } from '#server/flows/verification.ts'
import { baseInfoForm } from '#server/forms/base-info.ts'
import { formIn } from '#server/forms/translated.ts'
import { workInfoForm } from '#server/forms/work-info.ts'
import type { BorrowerCall, Language } from '#server/http/call.ts'
import { placesIn } from '#server/places/places.ts'
import type { Services } from '#server/services.ts'

type FieldAnswer = Output<typeof verify.baseInfoForm>[number]
type ContactsAnswer = Output<typeof verify.contacts>
type Incomplete = Refusal<'answers-incomplete'>

/** Each form, and the verification step and consent that saving it stands for. */
const FORMS = {
  'base-info': { form: baseInfoForm, step: 'basic' },
  'work-info': { form: workInfoForm, step: 'work' },
} as const

/** A form in the borrower's language, with what was answered before. */
export async function formWithAnswers(
  store: Store,
  borrowerId: string,
  name: FormName,
  language: Language,
): Promise<FieldAnswer[]> {
  const answers = (await savedAnswers(store, borrowerId, name)) ?? {}
  return formIn(language, FORMS[name].form).fields.map(field => withAnswer(field, answers))
}

/** The answers to a form that was saved, or nothing. */
export async function savedAnswers({ db, sealer }: Store, borrowerId: string, name: FormName): Promise<Answers | undefined> {
  const sealed = await formAnswersOf(db, borrowerId, name)
  return sealed && openJson<Answers>(sealer, sealed, formPlace(borrowerId, name))
}

/** Keeps the answers to a form and marks its step as done; or says everything that is wrong with them, and keeps nothing. */
export async function saveForm(
  services: Services,
  call: BorrowerCall,
  name: FormName,
  answers: Answers,
): Promise<null | Incomplete> {
  const { step } = FORMS[name]
  const form: Form = formIn(call.language, FORMS[name].form)
  const errors = checkAnswers(form, answers, placesIn(call.language))
  if (errors.length > 0) return refused('answers-incomplete', { errorColumn: errors })
  const { borrowerId, now: at } = call
  const sealed = sealJson(services.sealer, keptAnswers(form, answers), formPlace(borrowerId, name))
  await services.db.transaction(tx =>
    Promise.all([
      saveFormAnswers(tx, { borrowerId, form: name, sealed, at }),
      markStepDone(tx, borrowerId, step, at),
      recordConsent(tx, { borrowerId, consentId: services.ids.uuid(at), purpose: step, at }),
    ]),
  )
  return null
}

/** The contacts as they were given, for coming back to the page. */
export async function givenContacts({ db, sealer }: Store, borrowerId: string): Promise<ContactsAnswer> {
  const kept = await contactsOf(db, borrowerId)
  if (kept.length === 0) return null
  const contacts = kept.map(({ slot, sealed }) => openJson<EmergencyContact>(sealer, sealed, contactPlace(borrowerId, slot)))
  const answers = CONTACT_SLOTS.flatMap((slot, index) => answersOf(slot, contacts[index]))
  return Object.fromEntries(answers) as NonNullable<ContactsAnswer>
}

/** Keeps the three contacts and marks the step as done; or says everything that is wrong with them, and keeps nothing. */
export async function saveGivenContacts(
  services: Services,
  call: BorrowerCall,
  answers: ContactAnswers,
): Promise<null | Incomplete> {
  const { borrowerId, now: at } = call
  const reading = readContacts(answers, await phoneOf(services, borrowerId))
  if ('errors' in reading) return refused('answers-incomplete', { errorColumn: reading.errors })
  const sealed = reading.contacts.map((contact, index) => {
    const slot = index + 1
    return { slot, sealed: sealJson(services.sealer, contact, contactPlace(borrowerId, slot)) }
  })
  await services.db.transaction((tx: Queryable) =>
    Promise.all([
      saveContacts(tx, borrowerId, sealed, at),
      markStepDone(tx, borrowerId, 'contacts', at),
      recordConsent(tx, { borrowerId, consentId: services.ids.uuid(at), purpose: 'contacts', at }),
    ]),
  )
  return null
}

function withAnswer(field: FormField, answers: Answers): FieldAnswer {
  const answer = Object.hasOwn(answers, field.value) ? answers[field.value] : undefined
  return { ...field, dictionaryVoList: [...field.dictionaryVoList], answer: answer ?? null }
}

function answersOf(slot: (typeof CONTACT_SLOTS)[number], contact: EmergencyContact | undefined): [string, string][] {
  return [
    [slot.name, contact?.name ?? ''],
    [slot.mobile, contact ? nationalPart(contact.mobile) : ''],
    [slot.relation, contact?.relation ?? ''],
  ]
}

function formPlace(borrowerId: string, name: FormName): Place {
  return { table: 'form_answers', row: `${borrowerId}/${name}`, column: 'answers_sealed' }
}

function contactPlace(borrowerId: string, slot: number): Place {
  return { table: 'emergency_contact', row: `${borrowerId}/${slot}`, column: 'contact_sealed' }
}
