import { useSearchParams } from 'wouter'
import type { Failure } from '#contract/client.ts'
import { messageOf } from '#web/api/failures.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Note, TextLink } from '#web/ui/Type.tsx'
import { ProblemBanner } from '#web/verify/ProblemBanner.tsx'
import { adviceOn } from './face-words.ts'

/**
 * A problem, and how to continue: with an earlier step, or with a review of the picture by a
 * person.
 */
export type Problem = {
  readonly text: string
  readonly advice?: string | undefined
  readonly isEarlierStep?: boolean
  readonly mayGoAsItIs?: boolean
}

export function problemOf(failure: Failure): Problem {
  const why = failure.details.why
  const advice = adviceOn(why)
  return {
    text: messageOf(failure),
    advice: advice && t(advice),
    isEarlierStep: failure.reason === 'aadhaar-not-verified',
    mayGoAsItIs: failure.reason === 'face-unclear' && why !== 'unreadable',
  }
}

type FaceProblemProps = { problem: Problem; answerTo: unknown; onAsItIs: (() => void) | undefined }

export function FaceProblem({ problem, answerTo, onAsItIs }: FaceProblemProps) {
  const [search] = useSearchParams()
  return (
    <ProblemBanner answerTo={answerTo}>
      <p>{problem.text}</p>
      {problem.advice !== undefined && <Note>{problem.advice}</Note>}
      {problem.isEarlierStep && (
        <TextLink to={paths.auth(search.get('pid') ?? '')}>{t('verify.go-to-step')}</TextLink>
      )}
      {problem.mayGoAsItIs && onAsItIs && (
        <TextLink onPress={onAsItIs}>{t('verify.face.as-it-is')}</TextLink>
      )}
    </ProblemBanner>
  )
}
