import { t } from '#web/locales/i18n.ts'
import { ProblemBanner } from './ProblemBanner.tsx'
import type { FieldErrors } from './useFieldErrors.ts'

/** The answers that were not accepted, as a numbered list (specification §5, §8). Shrinks as they are changed. */
export function AnswerProblems({ errors }: { errors: FieldErrors }) {
  if (errors.open.length === 0) return null
  const list = errors.open.map(({ msg }) => msg)
  return (
    <ProblemBanner
      answerTo={errors.shown}
      title={t('verify.errors', { count: list.length })}
      list={list}
    />
  )
}
