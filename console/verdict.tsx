import { say } from '#console/words.ts'
import { Banner } from '#web/ui/Banner.tsx'

/** The verdict of a gate on a draft: it passes, or each reason why not. */
export function Verdict(props: {
  gate: 'product.gate' | 'content.gate'
  problems: readonly string[]
}) {
  const { gate, problems } = props
  return (
    <section aria-label={say(gate)} aria-live="polite">
      {problems.length === 0 ? (
        <Banner tone="good">{say(`${gate}.ok`)}</Banner>
      ) : (
        <Banner tone="bad" title={say(`${gate}.bad`, { count: problems.length })}>
          <ul className="list">
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Banner>
      )}
    </section>
  )
}
