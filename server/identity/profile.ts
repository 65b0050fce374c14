/** The two forms in which borrowers describe themselves. */

import type { Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { verify } from '#contract/verify.ts'
import {
  type Answers,
  answersToStore,
  type Form,
  type FormField,
  readAnswers,
  type SentAnswers,
} from '#domain/identity/form.ts'
import { recordConsent } from '#server/accounts/db/consent.ts'
import {
  type FormName,
  formAnswersOf,
  markStepDone,
  saveFormAnswers,
} from '#server/identity/db/verification.ts'
import { baseInfoForm } from '#server/identity/forms/base-info.ts'
import { formIn } from '#server/identity/forms/form-in.ts'
import { workInfoForm } from '#server/identity/forms/work-info.ts'
import { placesIn } from '#server/identity/places/places.ts'
import type { BorrowerCall } from '#server/platform/actions/call.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import { decryptJson, encryptJson } from '#server/platform/db/encrypt.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { Services } from '#server/services.ts'
import type { Language } from '#words/language.ts'

type FieldAnswer = Output<typeof verify.baseInfoForm>[number]
type Incomplete = Refusal<'answers-incomplete'>

/** Each form, with the verification step and the consent that saving it records. */
const FORMS = {
  'base-info': { form: baseInfoForm, step: 'basic' },
  'work-info': { form: workInfoForm, step: 'work' },
} as const

/** A form in the borrower's language, with the saved answers. */
export async function formWithAnswers(
  store: Store,
  borrowerId: string,
  name: FormName,
  language: Language,
): Promise<FieldAnswer[]> {
  const answers = (await savedAnswers(store, borrowerId, name)) ?? {}
  return formIn(language, FORMS[name].form).fields.map(field => withAnswer(field, answers))
}

/** A form in a language. */
export function formOf(name: FormName, language: Language): Form {
  return formIn(language, FORMS[name].form)
}

/** The answers to a saved form, or undefined. */
export async function savedAnswers(
  { db, cipher }: Store,
  borrowerId: string,
  name: FormName,
): Promise<Answers | undefined> {
  const sealed = await formAnswersOf(db, borrowerId, name)
  return sealed && decryptJson<Answers>(cipher, sealed, formContext(borrowerId, name))
}

/** Stores the answers to a form and marks its step as done, or returns all errors. */
export async function saveForm(
  services: Services,
  call: BorrowerCall,
  name: FormName,
  sent: SentAnswers,
): Promise<null | Incomplete> {
  const { step } = FORMS[name]
  const form: Form = formIn(call.language, FORMS[name].form)
  const { answers, errors } = readAnswers(form, sent, placesIn(call.language))
  if (errors.length > 0) return refused('answers-incomplete', { errorColumn: errors })
  const { borrowerId, now: at } = call
  const sealed = encryptJson(
    services.cipher,
    answersToStore(form, answers),
    formContext(borrowerId, name),
  )
  await services.db.transaction(tx =>
    Promise.all([
      saveFormAnswers(tx, { borrowerId, form: name, sealed, at }),
      markStepDone(tx, borrowerId, step, at),
      recordConsent(tx, {
        borrowerId,
        consentId: services.ids.uuid(at),
        purpose: step,
        language: call.language,
        at,
      }),
    ]),
  )
  return null
}

function withAnswer(field: FormField, answers: Answers): FieldAnswer {
  const answer = Object.hasOwn(answers, field.value) ? answers[field.value] : undefined
  return { ...field, dictionaryVoList: [...field.dictionaryVoList], answer: answer ?? null }
}

function formContext(borrowerId: string, name: FormName): CipherContext {
  return { table: 'form_answers', row: `${borrowerId}/${name}`, column: 'answers_sealed' }
}
