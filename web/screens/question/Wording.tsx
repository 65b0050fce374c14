import type { Output } from '#contract/endpoint.ts'
import type { question } from '#contract/question.ts'
import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Note, Strong } from '#web/ui/Type.tsx'
import styles from './Question.module.css'

export type QuestionItem = Output<typeof question.list>[number]

/** A question: the standard one in the borrower's language, then a person's own words. */
export function Wording({ item: { kind, words, askedAt } }: { item: QuestionItem }) {
  return (
    <>
      <Note>{t('question.asked', { time: dayAndTime(askedAt) })}</Note>
      {kind && (
        <p>
          <Strong>{t(`question.kind.${kind}`)}</Strong>
        </p>
      )}
      {words && <p className={styles.words}>{kind ? words : <Strong>{words}</Strong>}</p>}
    </>
  )
}
