import { asciiDigits, typedDigits } from '#domain/digits.ts'
import {
  DAY_OF_MONTH_FIRST,
  DAY_OF_MONTH_LAST,
  NUMERIC_TEXT_MAX_DIGITS,
  TEXT_ANSWER_MAX_CHARS,
} from '#domain/limits.ts'
import { isRupeesBegun, typedRupees } from '#domain/typed-rupees.ts'

/**
 * One refused field, the reason, and the details that its message names (specification §5:
 * `data.errorColumn`).
 */
export type FieldError<Reason extends string = string> = {
  readonly column: string
  readonly reason: Reason
  readonly details?: Readonly<Record<string, string | number>> | undefined
}

/** The faults of an answer to a form. */
export type FormReason =
  | 'field-missing'
  | 'field-from-list'
  | 'field-state-first'
  | 'field-digits-only'
  | 'field-not-zero-first'
  | 'field-exact-digits'
  | 'field-exact-chars'
  | 'field-least-digits'
  | 'field-least-chars'
  | 'field-most-digits'
  | 'field-most-chars'
  | 'field-other-state'
  | 'field-wrong'
  | 'field-not-asked'
type FormError = FieldError<FormReason>

/** The kinds of field (specification §3, "Form field config"). */
export const DATA_TYPE = { dropdown: 0, text: 1, dayOfMonth: 3, state: 4, district: 5 } as const
export type DataType = (typeof DATA_TYPE)[keyof typeof DATA_TYPE]

export type FieldChoice<Text = string> = { readonly dictLabel: Text; readonly dictValue: string }

/**
 * One configured field, as the calls carry it (specification §3). `Text` is the type of a label:
 * words, or the id of a message.
 */
export type FormField<Text = string> = {
  /** The title. */
  readonly key: Text
  /** The hint inside the field. */
  readonly label: Text
  /** The field name of the answer. */
  readonly value: string
  readonly dataType: DataType
  /** 1: digits only. */
  readonly checkType: 0 | 1
  readonly checkReq: 0 | 1
  readonly lengthLimitMin: number | null
  readonly lengthLimitMax: number | null
  readonly canHidden: 0 | 1
  readonly dictionaryVoList: readonly FieldChoice<Text>[]
}

/**
 * A form: in base info every field is required, in work info only those flagged by checkReq
 * (specification §5).
 */
export type Form<Text = string> = {
  readonly requires: 'every-field' | 'flagged-fields'
  readonly fields: readonly FormField<Text>[]
}

/** Answers by field name. */
export type Answers = Readonly<Record<string, string>>

/** Answers as a caller sends them: a numeric field also takes a JSON number. */
export type SentAnswers = Readonly<Record<string, string | number>>

/** The states and districts as a form needs them. */
export type Places = {
  readonly stateName: (stateId: string) => string | undefined
  readonly isDistrictOf: (stateId: string, districtId: string) => boolean
}

/** The field whose answer 3 hides the hideable fields (specification §5). */
export const WORK_STATE_FIELD = 'workState'
export const WORK_STATE_HIDING = '3'

/** The field that holds a PIN code. India Post issues none that begins with 0. */
export const PIN_CODE_FIELD = 'pinCode'

const DAYS_OF_MONTH: readonly FieldChoice[] = Array.from(
  { length: DAY_OF_MONTH_LAST },
  (_, index) => {
    const day = String(index + DAY_OF_MONTH_FIRST)
    return { dictLabel: day, dictValue: day }
  },
)

export function answerOf(field: Pick<FormField, 'value'>, answers: Answers): string {
  return Object.hasOwn(answers, field.value) ? (answers[field.value] ?? '').trim() : ''
}

/**
 * The fields to show for the answers so far: hideable ones are omitted when workState is 3
 * (specification §5).
 */
export function shownFields<Text>(form: Form<Text>, answers: Answers): readonly FormField<Text>[] {
  const hides = answerOf({ value: WORK_STATE_FIELD }, answers) === WORK_STATE_HIDING
  return form.fields.filter(field => !(hides && field.canHidden === 1))
}

export function isRequired(form: Form, field: FormField): boolean {
  return form.requires === 'every-field' || field.checkReq === 1
}

/** The number of required, shown fields that are empty; at zero Submit is active (specification §5). */
export function missingAnswers(form: Form, answers: Answers): number {
  return shownFields(form, answers).filter(
    field => isRequired(form, field) && answerOf(field, answers) === '',
  ).length
}

/** The options of a dropdown: its dictionary, or the days 1 to 31 (specification §3, §9). */
export function choicesOf(field: FormField): readonly FieldChoice[] {
  return field.dataType === DATA_TYPE.dayOfMonth ? DAYS_OF_MONTH : field.dictionaryVoList
}

/**
 * The maximum length of a text field: its own limit, or 5 digits for a numeric one (specification
 * §5).
 */
export function maxLengthOf(field: FormField): number {
  return (
    field.lengthLimitMax ??
    (field.checkType === 1 ? NUMERIC_TEXT_MAX_DIGITS : TEXT_ANSWER_MAX_CHARS)
  )
}

/**
 * The text of a field for what was typed: a number of a fixed length without its groups, every other
 * one with its digits in ASCII. What is no number stays, and is refused (specification §5).
 */
export function typedAnswer(field: FormField, typed: string): string {
  if (field.checkType !== 1) return typed.replace(/\p{Cc}/gu, ' ')
  return hasFixedLength(field) ? typedDigits(typed) : asciiDigits(typed)
}

/**
 * The answer in the text of a field: of a numeric one the digits. One without a fixed length is a
 * quantity, which is read as amounts are, in whole units. What cannot be read stays.
 */
function readAnswer(field: FormField, text: string): string {
  if (field.checkType !== 1) return text
  const typed = typedAnswer(field, text)
  const amount = isNumber(typed) || hasFixedLength(field) ? undefined : typedRupees(typed)
  return amount === undefined || amount % 100 !== 0 ? typed : String(amount / 100)
}

function isNumber(answer: string): boolean {
  return /^[0-9]*$/.test(answer)
}

function hasFixedLength(field: FormField): boolean {
  return field.lengthLimitMin !== null && field.lengthLimitMin === field.lengthLimitMax
}

/**
 * The answers after a change: choosing another state clears the districts chosen in the old one
 * (specification §5).
 */
export function withAnswer(
  form: Form,
  answers: Answers,
  field: FormField,
  answer: string,
): Answers {
  const changed = { ...answers, [field.value]: answer }
  if (answerOf(field, answers) === answer) return changed
  const districts = form.fields.filter(other => stateFieldOf(form, other)?.value === field.value)
  return { ...changed, ...Object.fromEntries(districts.map(district => [district.value, ''])) }
}

/**
 * The state field that a district field belongs to: the nearest one before it. Undefined for other
 * fields.
 */
export function stateFieldOf(form: Form, field: FormField): FormField | undefined {
  if (field.dataType !== DATA_TYPE.district) return undefined
  const at = form.fields.findIndex(other => other.value === field.value)
  return form.fields.slice(0, at).findLast(other => other.dataType === DATA_TYPE.state)
}

/** The answers to store: those to fields that are shown, read, without empty ones. */
export function answersToStore(form: Form, answers: Answers): Answers {
  const entries = shownFields(form, answers).map(
    field => [field.value, readAnswer(field, answerOf(field, answers))] as const,
  )
  return Object.fromEntries(entries.filter(([, answer]) => answer !== ''))
}

/**
 * Converts the answers of a call to text and reports every fault. A number is refused for a field
 * that is not numeric.
 */
export function readAnswers(
  form: Form,
  input: SentAnswers,
  places: Places,
): { readonly answers: Answers; readonly errors: readonly FormError[] } {
  const answers = Object.fromEntries(
    Object.entries(input).map(([name, answer]) => [name, String(answer)]),
  )
  const notNumeric = shownFields(form, answers).filter(
    field => typeof input[field.value] === 'number' && !asksForNumber(field),
  )
  const mistyped = notNumeric.map(field => wrong(field, 'field-wrong'))
  const others = checkAnswers(form, answers, places).filter(
    ({ column }) => !notNumeric.some(({ value }) => value === column),
  )
  return { answers, errors: [...mistyped, ...others] }
}

function asksForNumber({ dataType, checkType }: FormField): boolean {
  return checkType === 1 || dataType === DATA_TYPE.dayOfMonth
}

/** The faults in answers being typed that no further typing can repair. */
export function typingErrors(form: Form, answers: Answers): readonly FormError[] {
  return shownFields(form, answers)
    .filter(({ dataType }) => dataType === DATA_TYPE.text)
    .flatMap(field => typingError(field, readAnswer(field, answerOf(field, answers))) ?? [])
}

function typingError(field: FormField, answer: string): FormError | undefined {
  if (field.checkType !== 1 || isNumber(answer))
    return tooLongError(field, answer) ?? pinCodeError(field, answer)
  return !hasFixedLength(field) && isRupeesBegun(answer)
    ? undefined
    : wrong(field, 'field-digits-only')
}

function tooLongError(field: FormField, answer: string): FormError | undefined {
  const count = maxLengthOf(field)
  if (answer.length <= count) return undefined
  const unit = field.checkType === 1 ? 'digits' : 'chars'
  return wrong(field, `field-${hasFixedLength(field) ? 'exact' : 'most'}-${unit}`, { count })
}

/** Every fault in the answers to a form, in field order; unknown field names come last. */
export function checkAnswers(form: Form, answers: Answers, places: Places): readonly FormError[] {
  const errors: FormError[] = shownFields(form, answers).flatMap(
    field => fieldError(form, field, answers, places) ?? [],
  )
  const columns = new Set(form.fields.map(field => field.value))
  for (const name of Object.keys(answers)) {
    if (!columns.has(name)) errors.push({ column: name, reason: 'field-not-asked' })
  }
  return errors
}

/** An error that names its field. */
function wrong(field: FormField, reason: FormReason, more: FieldError['details'] = {}): FormError {
  return { column: field.value, reason, details: { field: field.key, ...more } }
}

function fieldError(
  form: Form,
  field: FormField,
  answers: Answers,
  places: Places,
): FormError | undefined {
  const answer = answerOf(field, answers)
  if (answer === '') return isRequired(form, field) ? wrong(field, 'field-missing') : undefined
  switch (field.dataType) {
    case DATA_TYPE.dropdown:
    case DATA_TYPE.dayOfMonth:
      return choicesOf(field).some(choice => choice.dictValue === answer)
        ? undefined
        : wrong(field, 'field-from-list')
    case DATA_TYPE.text:
      return textError(field, readAnswer(field, answer))
    case DATA_TYPE.state:
      return places.stateName(answer) === undefined ? wrong(field, 'field-from-list') : undefined
    case DATA_TYPE.district:
      return districtError(form, field, answers, places)
  }
}

function textError(field: FormField, answer: string): FormError | undefined {
  const isNumeric = field.checkType === 1
  const unit = isNumeric ? 'digits' : 'chars'
  const min = field.lengthLimitMin ?? 0
  const max = maxLengthOf(field)
  if (isNumeric && !isNumber(answer)) return wrong(field, 'field-digits-only')
  if (/\p{Cc}/u.test(answer)) return wrong(field, 'field-wrong')
  if (min === max && answer.length !== max)
    return wrong(field, `field-exact-${unit}`, { count: max })
  if (answer.length < min) return wrong(field, `field-least-${unit}`, { count: min })
  return tooLongError(field, answer) ?? pinCodeError(field, answer)
}

function pinCodeError(field: FormField, answer: string): FormError | undefined {
  return field.value === PIN_CODE_FIELD && answer.startsWith('0')
    ? wrong(field, 'field-not-zero-first')
    : undefined
}

function districtError(
  form: Form,
  field: FormField,
  answers: Answers,
  places: Places,
): FormError | undefined {
  const stateField = stateFieldOf(form, field)
  const stateId = stateField ? answerOf(stateField, answers) : ''
  const stateName = places.stateName(stateId)
  if (stateName === undefined) return wrong(field, 'field-state-first')
  return places.isDistrictOf(stateId, answerOf(field, answers))
    ? undefined
    : wrong(field, 'field-other-state', { state: stateName })
}
