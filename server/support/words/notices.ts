import type { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Config } from '#server/platform/config.ts'
import { lenderName } from '#server/platform/words/lender.ts'
import { dayLongText } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

type Notice = Output<typeof content.config>['notices'][number]
type Parts = Pick<Config, 'domainChange' | 'lender' | 'lenderDirectoryRow'>

/**
 * The notices for every visitor. A changed address is how borrowers are led to impostors, so its
 * notice names the lender, where that can be checked, and the whole new address (regulation C19).
 */
export function notices(
  { domainChange, lender, lenderDirectoryRow }: Parts,
  language: Language,
): Notice[] {
  if (!domainChange) return []
  const { to, on } = domainChange
  const name = lenderName(lender, language)
  const values = { lender: name, address: to }
  const content = on
    ? say(language, 'notice.domain-change.content.dated', {
        ...values,
        day: dayLongText(on, language),
      })
    : say(language, 'notice.domain-change.content', values)
  return [
    {
      id: `domain-change:${to}:${on ?? ''}`,
      kind: 'domain-change',
      title: say(language, 'notice.domain-change.title'),
      content,
      href: to,
      lenderName: name,
      directoryRow: lenderDirectoryRow ?? null,
    },
  ]
}
