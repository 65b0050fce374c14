import type { Form, FormField } from '#domain/identity/form.ts'
import type { Language } from '#words/language.ts'

export type Translated = Readonly<Record<Language, string>>

/** A configured form with its words in one language, as the calls carry it and as the domain checks it. */
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

/** The parts of a field that most fields do not differ in. */
export const PLAIN_FIELD = {
  checkType: 0,
  checkReq: 1,
  lengthLimitMin: null,
  lengthLimitMax: null,
  canHidden: 0,
  dictionaryVoList: [],
} as const

/** The choices of a dropdown, whose values are 1, 2, 3 … in the order given. Add new ones at the end: the values are kept with the answers. */
export function choices(
  ...labels: readonly Translated[]
): FormField<Translated>['dictionaryVoList'] {
  return labels.map((dictLabel, index) => ({ dictLabel, dictValue: String(index + 1) }))
}
