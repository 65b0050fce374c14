import type { Form, FormField } from '#domain/identity/form.ts'
import type { ServerMessageId } from '#words/catalogues.ts'
import type { Language } from '#words/language.ts'
import { type Say, sayIn } from '#words/say.ts'

/** Returns a configured form in one language, as the calls answer it and the domain checks it. */
export function formIn(language: Language, form: Form<ServerMessageId>): Form {
  const say = sayIn(language)
  return { ...form, fields: form.fields.map(field => fieldIn(say, field)) }
}

function fieldIn(say: Say, field: FormField<ServerMessageId>): FormField {
  return {
    ...field,
    key: say(field.key),
    label: say(field.label),
    dictionaryVoList: field.dictionaryVoList.map(choice => ({
      ...choice,
      dictLabel: say(choice.dictLabel),
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
  ...labels: readonly ServerMessageId[]
): FormField<ServerMessageId>['dictionaryVoList'] {
  return labels.map((dictLabel, index) => ({ dictLabel, dictValue: String(index + 1) }))
}
