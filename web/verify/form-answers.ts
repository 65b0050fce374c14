import type { Output } from '#contract/endpoint.ts'
import type { verify } from '#contract/verify.ts'
import { type Answers, type Form, WORK_STATE_FIELD } from '#domain/identity/form.ts'

type BaseInfo = Output<typeof verify.baseInfoForm>
type WorkInfo = Output<typeof verify.workInfoForm>

/** A form as the server configures it, and the saved answers. */
export type ConfiguredFields = { readonly form: Form; readonly saved: Answers }

export function baseInfoOf(fields: BaseInfo): ConfiguredFields {
  return { form: { requires: 'every-field', fields }, saved: savedAnswers(fields) }
}

/**
 * Merges the two lists of the work info: the fields that may be hidden follow the question that
 * hides them.
 */
export function workInfoOf({ cannotHidden, canHidden }: WorkInfo): ConfiguredFields {
  const at = cannotHidden.findIndex(({ value }) => value === WORK_STATE_FIELD) + 1
  const fields = [...cannotHidden.slice(0, at), ...canHidden, ...cannotHidden.slice(at)]
  return { form: { requires: 'flagged-fields', fields }, saved: savedAnswers(fields) }
}

function savedAnswers(fields: BaseInfo): Answers {
  return Object.fromEntries(
    fields.flatMap(({ value, answer }) => (answer === null ? [] : [[value, answer]])),
  )
}

/** Returns only the answers that changed, so that saved answers do not count as typed. */
export function changesBetween(before: Answers, after: Answers): Answers {
  return Object.fromEntries(
    Object.entries(after).filter(([name, answer]) => answer !== (before[name] ?? '')),
  )
}
