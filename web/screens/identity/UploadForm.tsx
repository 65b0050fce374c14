import { UPLOAD_KINDS, type UploadKind } from '#domain/identity/identity.ts'
import { t } from '#web/locales/i18n.ts'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body, Form, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Hint, TextLink } from '#web/ui/Type.tsx'
import { ProblemBanner } from '#web/verify/ProblemBanner.tsx'
import { useFieldErrors } from '#web/verify/useFieldErrors.ts'
import { CardsQuestion } from './CardsQuestion.tsx'
import { type CardColumn, readOf, useCardAnswers } from './card-answers.ts'
import { UploadSlot } from './UploadSlot.tsx'
import { missingPictures, useConfirming } from './useConfirming.ts'
import { useIdentitySaved } from './useIdentitySaved.ts'
import { type Uploads, useUploads } from './useUploads.ts'

/**
 * The variant by upload: three pictures, the text read from the cards, and the borrower's
 * confirmation (specification §2, §4).
 */
export function UploadForm({ uploads, onByNumber }: { uploads: Uploads; onByNumber: () => void }) {
  const { pictures, onTheWay, ...sending } = useUploads()
  const read = readOf(uploads)
  const [answers, change, forget] = useCardAnswers(read)
  const errors = useFieldErrors()
  const goOn = useIdentitySaved()
  const { problem, isPending, confirm, forgetProblem } = useConfirming({
    uploads,
    onTheWay,
    answers,
    errors,
    onDone: finish,
  })

  function finish() {
    forget()
    sending.forget()
    goOn()
  }

  function take(kind: UploadKind, file: File) {
    forgetProblem()
    void sending.take(kind, file)
  }

  function answer(column: CardColumn, text: string) {
    change({ [column]: text })
    errors.changed(column)
  }

  return (
    <Form onSubmit={() => void confirm()} label={t('common.title.identity')}>
      <Body spaced>
        {problem && <ProblemBanner answerTo={problem}>{problem.text}</ProblemBanner>}
        <p>{t('verify.upload.lead')}</p>
        <Stack>
          {UPLOAD_KINDS.map(kind => (
            <UploadSlot
              key={kind}
              kind={kind}
              picture={pictures[kind]?.picture}
              onTheWay={onTheWay[kind]}
              upload={uploads.find(({ type }) => type === kind)}
              onTake={file => take(kind, file)}
              onGiveUp={() => sending.giveUp(kind)}
              onRetry={() => sending.retry(kind)}
            />
          ))}
        </Stack>
        {read && <CardsQuestion read={read} answers={answers} errors={errors} onAnswer={answer} />}
        <Hint icon="lock">{t('verify.upload.privacy')}</Hint>
        <TextLink onPress={onByNumber}>{t('verify.upload.by-number')}</TextLink>
      </Body>
      <ActionBar>
        <MainButton type="submit" pending={isPending} missing={missingPictures(uploads, onTheWay)}>
          {t('verify.confirm')}
        </MainButton>
      </ActionBar>
    </Form>
  )
}
