import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Output } from '#contract/endpoint.ts'
import { feedback } from '#contract/feedback.ts'
import { feedbackChars, feedbackCounter, readFeedback } from '#domain/feedback.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { type ImageProblem, prepareImage } from '#web/device/compress.ts'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { FieldError } from '#web/ui/Field.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body, Form, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { UploadTile } from '#web/ui/Upload.tsx'
import type { MessageId } from '#words/catalogues.ts'

type Types = Output<typeof feedback.types>
type Draft = { content: string; problemType: string; image: Blob | undefined }

/**
 * A failed send shows a quiet line instead of an error toast (specification §8), and everything
 * typed stays.
 */
export function FeedbackForm({ types }: { types: Types }) {
  const [draft, change, forget] = usePersonalDraft<Draft>('feedback', {
    content: '',
    problemType: '',
    image: undefined,
  })
  const [isChecked, setChecked] = useState(false)
  const [isNotSent, setNotSent] = useState(false)
  const { run, isPending } = useAction(feedback.save)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const chosen = types.find(({ problemType }) => problemType === draft.problemType)
  const reading = readFeedback(draft.content)

  const missing: MessageId | undefined = !chosen
    ? 'feedback.type.missing'
    : 'wrong' in reading
      ? 'feedback.empty'
      : undefined

  async function send() {
    setChecked(true)
    setNotSent(false)
    if (!chosen || 'wrong' in reading) return
    const { problemType, problemDesc } = chosen
    const result = await run({
      content: reading.content,
      problemType,
      problemDesc,
      multipartFiles: draft.image,
    })
    if (!result) return
    setNotSent(!result.ok)
    if (!result.ok) return
    forget()
    toast(t('feedback.sent'), 'good')
    await queries.invalidateQueries({ queryKey: callKey(feedback.list) })
    navigate(paths.feedbackHistory(), { replace: true })
  }

  return (
    <Form onSubmit={() => void send()} label={t('common.title.feedback')}>
      <Body>
        <p>{t('feedback.lead')}</p>
        <Stack gap="loose">
          <SelectField
            label={t('feedback.type')}
            value={chosen?.problemType ?? ''}
            onChange={problemType => change({ problemType })}
            options={types.map(({ problemType, problemDesc }) => ({
              value: problemType,
              label: problemDesc,
            }))}
            error={isChecked && !chosen ? t('feedback.type.missing') : undefined}
          />
          <TextArea
            label={t('feedback.content')}
            value={draft.content}
            onChange={typed => change({ content: feedbackChars(typed) })}
            rows={5}
            hint={t('feedback.content.hint', { counter: feedbackCounter(draft.content) })}
            error={isChecked && 'wrong' in reading ? t('feedback.empty') : undefined}
          />
          <PictureField image={draft.image} onChange={image => change({ image })} />
        </Stack>
      </Body>
      <ActionBar>
        <div role="status">{isNotSent && <Note center>{t('feedback.not-sent')}</Note>}</div>
        <MainButton type="submit" pending={isPending} missing={missing && t(missing)}>
          {t('feedback.submit')}
        </MainButton>
      </ActionBar>
    </Form>
  )
}

const problems: Record<ImageProblem, MessageId> = {
  'not-an-image': 'feedback.image.not-read',
  'too-large': 'feedback.image.too-large',
}

/**
 * One optional picture: shown before it is sent, and removable. A large one is reduced first
 * (specification §5).
 */
function PictureField(props: {
  image: Blob | undefined
  onChange: (image: Blob | undefined) => void
}) {
  const [problem, setProblem] = useState<ImageProblem>()
  const preview = usePreview(props.image)

  async function pick(file: File) {
    const prepared = await prepareImage(file)
    setProblem('problem' in prepared ? prepared.problem : undefined)
    if ('image' in prepared) props.onChange(prepared.image)
  }

  return (
    <div>
      <UploadTile
        name={t('feedback.image')}
        hint={t('feedback.image.hint')}
        icon="picture"
        state={preview === undefined ? { kind: 'none' } : { kind: 'chosen', preview }}
        onPick={file => void pick(file)}
        onRemove={() => props.onChange(undefined)}
      />
      <div role="alert">
        <FieldError id="picture-error" message={problem && t(problems[problem])} />
      </div>
    </div>
  )
}

/**
 * Returns an object URL for a picture in memory, and revokes it when the picture is no longer
 * shown.
 */
function usePreview(image: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!image) return
    const url = URL.createObjectURL(image)
    setAddress(url)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(url)
    }
  }, [image])
  return address
}
