import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#web/locales/i18n.ts'
import { Banner } from '#web/ui/Banner.tsx'
import styles from './ProblemBanner.module.css'
import type { FieldErrors } from './useFieldErrors.ts'

type ProblemBannerProps = {
  /**
   * The action or answer that the problem is about. Whenever it changes, the banner is focused and
   * scrolled into view.
   */
  answerTo: unknown
  title?: string
  list?: readonly string[]
  children?: ReactNode
}

/**
 * A problem at the top of a form: announced at once, scrolled into view, and focused so that the
 * keyboard continues from there.
 */
export function ProblemBanner({ answerTo, ...banner }: ProblemBannerProps) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is what the focus follows
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'center' })
  }, [answerTo])
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <Banner tone="bad" {...banner} />
    </div>
  )
}

/**
 * Lists the rejected answers, numbered (specification §5, §8). The list shrinks as they are
 * changed.
 */
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
