import type { verify } from '#contract/verify.ts'
import {
  type Answers,
  answersToStore,
  type FormField,
  missingAnswers,
  shownFields,
  typingErrors,
  withAnswer,
} from '#domain/identity/form.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { ConsentHint } from '#web/consent/ConsentHint.tsx'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { fieldTexts } from '#web/locales/in-words.ts'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body, Form, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { toast } from '#web/ui/toast.ts'
import { FormQuestion } from './FormQuestion.tsx'
import { type ConfiguredFields, changesBetween } from './form-answers.ts'
import { answersMissing } from './missing.ts'
import { AnswerProblems } from './ProblemBanner.tsx'
import { useFieldErrors } from './useFieldErrors.ts'
import { useStepDone } from './useStepDone.ts'

type ConfiguredFormProps = {
  /** The name under which the draft is stored until it is sent. */
  name: 'basic' | 'work'
  label: string
  configured: ConfiguredFields
  save: typeof verify.saveBaseInfo | typeof verify.saveWorkInfo
}

/**
 * A form whose questions the server configures: shows, checks and saves them (specification §3,
 * §5).
 */
export function ConfiguredForm({ name, label, configured, save }: ConfiguredFormProps) {
  const { form, saved } = configured
  const [answers, change, forget] = usePersonalDraft<Answers>(name, saved)
  const errors = useFieldErrors()
  const goOn = useStepDone()
  const { run, isPending } = useAction(save)
  const missing = missingAnswers(form, answers)
  const typed = fieldTexts(typingErrors(form, answers))
  const errorOf = (column: string) =>
    errors.of(column) ?? typed.find(error => error.column === column)?.msg

  function answer(field: FormField, text: string) {
    const changes = changesBetween(answers, withAnswer(form, answers, field, text))
    change(changes)
    for (const column of [field.value, ...Object.keys(changes)]) errors.changed(column)
  }

  async function submit() {
    if (missing > 0) return
    if (typed.length > 0) return errors.show(typed)
    const result = await run(answersToStore(form, answers))
    if (!result) return
    if (result.ok) {
      forget()
      goOn()
    } else if (result.errorColumn.length > 0) errors.show(fieldTexts(result.errorColumn))
    else toast(messageOf(result), 'bad')
  }

  return (
    <Form onSubmit={() => void submit()} label={label}>
      <Body spaced>
        <AnswerProblems errors={errors} />
        <Stack gap="loose">
          {shownFields(form, answers).map(field => (
            <FormQuestion
              key={field.value}
              form={form}
              field={field}
              answers={answers}
              error={errorOf(field.value)}
              onAnswer={text => answer(field, text)}
            />
          ))}
        </Stack>
        <ConsentHint purpose={name} />
      </Body>
      <ActionBar>
        <MainButton
          type="submit"
          pending={isPending}
          missing={answersMissing(missing)}
          disabled={missing > 0}
        >
          {t('verify.next')}
        </MainButton>
      </ActionBar>
    </Form>
  )
}
