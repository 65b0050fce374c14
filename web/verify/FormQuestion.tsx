import type { ReactNode } from 'react'
import { place } from '#contract/verify.ts'
import {
  type Answers,
  answerOf,
  choicesOf,
  DATA_TYPE,
  type Form,
  type FormField,
  isRequired,
  stateFieldOf,
  typedAnswer,
} from '#domain/identity/form.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import type { LoadableQuery } from '#web/ui/Loadable.tsx'
import { type Option, SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { TextLink } from '#web/ui/Type.tsx'

type QuestionProps = {
  form: Form
  field: FormField
  answers: Answers
  error: string | undefined
  onAnswer: (answer: string) => void
}

/** One question of a configured form, with the control of its data type (specification §3). */
export function FormQuestion(props: QuestionProps) {
  switch (props.field.dataType) {
    case DATA_TYPE.text:
      return <TextQuestion {...props} />
    case DATA_TYPE.state:
      return <StateQuestion {...props} />
    case DATA_TYPE.district:
      return <DistrictQuestion {...props} />
    default:
      return (
        <Pick
          {...props}
          options={choicesOf(props.field).map(choice => ({
            value: choice.dictValue,
            label: choice.dictLabel,
          }))}
        />
      )
  }
}

function labelOf({ form, field }: QuestionProps): string {
  return isRequired(form, field) ? field.key : t('verify.optional', { field: field.key })
}

function TextQuestion(props: QuestionProps) {
  const { field, answers } = props
  return (
    <TextField
      label={labelOf(props)}
      name={field.value}
      placeholder={field.label}
      // Not `answerOf`, which trims: the space between two words is typed before the second word.
      value={answers[field.value] ?? ''}
      normalise={typed => typedAnswer(field, typed)}
      onChange={props.onAnswer}
      inputMode={field.checkType === 1 ? 'numeric' : 'text'}
      error={props.error}
    />
  )
}

function StateQuestion(props: QuestionProps) {
  return <PlaceQuestion {...props} query={useCall(place.states, {})} />
}

function DistrictQuestion(props: QuestionProps) {
  const stateField = stateFieldOf(props.form, props.field)
  const stateId = stateField ? answerOf(stateField, props.answers) : ''
  const districts = useCall(place.districts, { stateId }, { enabled: stateId !== '' })
  if (stateId === '')
    return <Pick {...props} options={[]} placeholder={t('verify.state.first')} disabled />
  return <PlaceQuestion {...props} query={districts} />
}

type Place = { readonly id: string; readonly name: string }

/**
 * A question whose choices are fetched first: the field is disabled meanwhile, and shows an error
 * if that fails.
 */
function PlaceQuestion({
  query,
  ...props
}: QuestionProps & { query: LoadableQuery<readonly Place[]> }) {
  const { data } = query
  if (data)
    return <Pick {...props} options={data.map(({ id, name }) => ({ value: id, label: name }))} />
  const hasFailed = query.error !== null && !query.isFetching
  const failed = hasFailed && (
    <>
      {messageOfError(query.error)}{' '}
      <TextLink onPress={() => void query.refetch()}>{t('ui.retry')}</TextLink>
    </>
  )
  return (
    <Pick
      {...props}
      options={[]}
      placeholder={hasFailed ? props.field.label : t('ui.loading')}
      disabled
      hint={failed}
    />
  )
}

type PickProps = QuestionProps & {
  options: readonly Option[]
  placeholder?: string
  disabled?: boolean
  hint?: ReactNode
}

function Pick(props: PickProps) {
  const answer = answerOf(props.field, props.answers)
  return (
    <SelectField
      label={labelOf(props)}
      name={props.field.value}
      placeholder={props.placeholder ?? props.field.label}
      // An answer that is no longer offered, or whose choices are still loading, cannot be shown as
      // chosen.
      value={props.options.some(({ value }) => value === answer) ? answer : ''}
      options={props.options}
      onChange={props.onAnswer}
      error={props.error}
      hint={props.hint}
      disabled={props.disabled ?? false}
    />
  )
}
