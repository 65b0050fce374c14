import type { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Config } from '#server/platform/config.ts'
import type { Language } from '#words/language.ts'

type Notice = Output<typeof content.config>['notices'][number]
type Parts = Pick<Config, 'domainChange' | 'lender' | 'lenderDirectoryRow'>

/**
 * What every visitor is told. That an address changes is how borrowers are led to impostors, so it names the lender, where that
 * can be checked, and the whole new address (regulation C19).
 */
export function notices(
  { domainChange, lender, lenderDirectoryRow }: Parts,
  language: Language,
): Notice[] {
  if (!domainChange) return []
  const { to, on } = domainChange
  const lenderName =
    lender?.name ??
    (language === 'hi' ? 'Saral (डेमो: लोन देने वाली कंपनी नहीं)' : 'Saral (DEMO: not a lender)')
  const [title, body] = (language === 'hi' ? inHindi : inEnglish)(
    lenderName,
    to,
    on && dayIn(language, on),
  )
  return [
    {
      id: `domain-change:${to}:${on ?? ''}`,
      kind: 'domain-change',
      title,
      content: body,
      href: to,
      lenderName,
      directoryRow: lenderDirectoryRow ?? null,
    },
  ]
}

/** A day, given as YYYY-MM-DD, as it is written: `1 January 2027`. */
function dayIn(language: Language, day: string): string {
  return new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))
}

function inEnglish(
  lender: string,
  to: string,
  on: string | undefined,
): [title: string, content: string] {
  const when = on ? `From ${on}, ` : 'From now on, '
  return [
    'Our address is changing',
    `A notice from ${lender}: ${when}the app is at ${to} and nowhere else. Your loans, due dates and amounts stay as they are. We never send a payment link or ask for a code because of this.`,
  ]
}

function inHindi(
  lender: string,
  to: string,
  on: string | undefined,
): [title: string, content: string] {
  const when = on ? `${on} से ` : 'अब से '
  return [
    'हमारा पता बदल रहा है',
    `${lender} की सूचना: ${when}ऐप केवल ${to} पर है, और कहीं नहीं। आपके लोन, देय तारीखें और रकमें वही रहेंगी। इस वजह से हम कभी पेमेंट का लिंक नहीं भेजते और कोई कोड नहीं माँगते।`,
  ]
}
