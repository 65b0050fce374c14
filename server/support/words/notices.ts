import type { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { filledIn } from '#domain/content.ts'
import type { Config } from '#server/platform/config.ts'
import { lenderName } from '#server/platform/words/lender.ts'
import type { Worded } from '#server/support/db/content.ts'
import { wordingIn } from '#server/support/words/program-text.ts'
import { dayLongText } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

type Notice = Output<typeof content.config>['notices'][number]
type Message = Output<typeof content.config>['messages'][number]
type Parts = Pick<Config, 'domainChange' | 'lender' | 'lenderDirectoryRow'>

/**
 * The notices for every visitor. Impostors lead borrowers to a changed address, so its notice names
 * the lender, a place to check it, and the whole new address (regulation C19).
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

/** The lender's own notice of the day, if it has one, escaped as text. */
export function messages(
  { lender, customer }: Pick<Config, 'lender' | 'customer'>,
  language: Language,
  worded: Worded,
): Message[] {
  const version = worded.get('notice')
  const wording = wordingIn(language, version)
  if (!version || !wording) return []
  const { phone, email } = customer
  return [
    {
      id: `message:${version.version}`,
      kind: 'message',
      title: filledIn(wording.title, { phone, email }),
      content: filledIn(wording.body, { phone, email }),
      href: version.href,
      lenderName: lenderName(lender, language),
    },
  ]
}
