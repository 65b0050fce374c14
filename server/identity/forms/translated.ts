import type { Form, FormField } from '#domain/identity/form.ts'
import type { Language } from '#words/language.ts'

export type Translated = Readonly<Record<Language, string>>

/** A configured form in one language, as the calls answer it and the domain checks it. */
export function formIn(language: Language, form: Form<Translated>): Form {
  return { ...form, fields: form.fields.map(field => fieldIn(language, field)) }
}

function fieldIn(language: Language, field: FormField<Translated>): FormField {
  return {
    ...field,
    key: field.key[language],
    label: field.label[language],
    dictionaryVoList: field.dictionaryVoList.map(choice => ({
      ...choice,
      dictLabel: choice.dictLabel[language],
    })),
  }
}

/** The defaults of a field's properties. */
export const PLAIN_FIELD = {
  checkType: 0,
  checkReq: 1,
  lengthLimitMin: null,
  lengthLimitMax: null,
  canHidden: 0,
  dictionaryVoList: [],
} as const

/**
 * The choices of a dropdown, with the values 1, 2, 3 … in the given order. Add new ones at the end:
 * answers store the values.
 */
export function choices(
  ...labels: readonly Translated[]
): FormField<Translated>['dictionaryVoList'] {
  return labels.map((dictLabel, index) => ({ dictLabel, dictValue: String(index + 1) }))
}
