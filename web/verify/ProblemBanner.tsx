import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#web/locales/i18n.ts'
import { Banner } from '#web/ui/Banner.tsx'
import styles from './ProblemBanner.module.css'
import type { FieldErrors } from './useFieldErrors.ts'

type ProblemBannerProps = {
  /** What this banner answers to. Whenever it is another one, the focus comes here and the page shows it. */
  answerTo: unknown
  title?: string
  list?: readonly string[]
  children?: ReactNode
}

/** What stands in the way, at the top of a form: said at once, seen, and the place from which to go on by keyboard. */
export function ProblemBanner({ answerTo, ...said }: ProblemBannerProps) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is what the focus follows
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'center' })
  }, [answerTo])
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <Banner tone="bad" {...said} />
    </div>
  )
}

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
