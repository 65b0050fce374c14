import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import { feedback } from '#contract/feedback.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { dayAndTime, day as dayWords } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'
import type { MessageId } from '#words/catalogues.ts'
import styles from './Feedback.module.css'

type Complaint = NonNullable<Output<typeof feedback.list>[number]['complaint']>

const OUTCOMES: Record<NonNullable<Complaint['outcome']>, MessageId> = {
  resolved: 'feedback.complaint.resolved',
  partly: 'feedback.complaint.partly',
  rejected: 'feedback.complaint.rejected',
}

/** A reply of ours, with its time. */
export function Reply({ at, text }: { at: Date; text: string }) {
  return (
    <blockquote className={styles.reply}>
      <Note>{t('feedback.reply', { time: dayAndTime(at) })}</Note>
      <p className={styles.words}>{text}</p>
    </blockquote>
  )
}

/**
 * The case of a complaint: our replies, the day by which we answer, its end, and the Ombudsman's
 * address once the borrower may go there.
 */
export function OwnComplaint({ complaint }: { complaint: Complaint }) {
  const { replies, answerBy, closedAt, outcome, ombudsmanUntil } = complaint
  const day = dayWords(answerBy)
  return (
    <>
      {replies.map(({ at, text }) => (
        <Reply key={at.getTime()} at={at} text={text} />
      ))}
      {closedAt === null || outcome === null ? (
        <p>{t(ombudsmanUntil ? 'feedback.complaint.late' : 'feedback.complaint.by', { day })}</p>
      ) : (
        <p>
          {t('feedback.complaint.closed', {
            day: dayWords(closedAt),
            outcome: t(OUTCOMES[outcome]),
          })}
        </p>
      )}
      {ombudsmanUntil && (
        <>
          <p>{t('feedback.ombudsman', { day: dayWords(ombudsmanUntil) })}</p>
          <Note>{t('feedback.ombudsman.attach')}</Note>
        </>
      )}
    </>
  )
}

/** Makes a feedback a complaint. */
export function MakeComplaint({ feedbackId }: { feedbackId: string }) {
  const { run, isPending } = useAction(feedback.complain)
  const queries = useQueryClient()
  async function make() {
    if (await run({ feedbackId }))
      await queries.invalidateQueries({ queryKey: callKey(feedback.list) })
  }
  return (
    <div>
      <Button kind="quiet" small pending={isPending} onPress={() => void make()}>
        {t('feedback.complaint.make')}
      </Button>
      <Note>{t('feedback.complaint.make.note')}</Note>
    </div>
  )
}
