import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { home } from '#contract/home.ts'
import { order } from '#contract/order.ts'
import { question } from '#contract/question.ts'
import { ANSWER_CHARS_MAX } from '#domain/lending/question.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body, Form } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { TextArea } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { type QuestionItem, Wording } from './Wording.tsx'

/** The question that waits, with the answer to it. Typed text stays until it is sent. */
export function AnswerForm(props: { item: QuestionItem; orderId: string; children: ReactNode }) {
  const { item, orderId } = props
  const { number, answerBy } = item
  const [{ answer }, change, forget] = usePersonalDraft(`question-${orderId}-${number}`, {
    answer: '',
  })
  const [isChecked, setChecked] = useState(false)
  const { run, isPending } = useAction(question.answer)
  const queries = useQueryClient()
  const isEmpty = answer.trim() === ''

  async function send() {
    setChecked(true)
    if (isEmpty) return
    const result = await run({ orderId, number, answer })
    if (!result) return
    toast(result.ok ? t('question.sent') : messageOf(result), result.ok ? 'good' : 'bad')
    for (const changed of [order.detail, home.index])
      void queries.invalidateQueries({ queryKey: callKey(changed) })
    // The text stays until the new list replaces it: an empty form would look unsent.
    await queries.invalidateQueries({ queryKey: callKey(question.list) })
    if (result.ok) forget()
  }

  return (
    <Form onSubmit={() => void send()} label={t('question.title')}>
      <Body>
        <Note>{t('question.lead')}</Note>
        <Card>
          <Wording item={item} />
          <Note tone="ink">{t('question.until', { date: day(answerBy) })}</Note>
        </Card>
        <TextArea
          label={t('question.answer')}
          value={answer}
          onChange={typed => change({ answer: typed })}
          maxLength={ANSWER_CHARS_MAX}
          rows={5}
          hint={t('question.hint', { count: answer.length, most: ANSWER_CHARS_MAX })}
          error={isChecked && isEmpty ? t('question.missing') : undefined}
        />
        {props.children}
      </Body>
      <ActionBar>
        <MainButton
          type="submit"
          pending={isPending}
          missing={isEmpty ? t('question.missing') : undefined}
        >
          {t('question.send')}
        </MainButton>
      </ActionBar>
    </Form>
  )
}
