/** Texts that change only with a release, in every language: the lender cannot edit them. */
import type { Output } from '#contract/endpoint.ts'
import type { RELEASED_AREAS, staffContent } from '#contract/staff/content.ts'
import { PUSH_KINDS } from '#server/notices/kinds.ts'
import { templatesOf } from '#server/notices/sms-templates.ts'
import type { Config } from '#server/platform/config.ts'
import { registered } from '#server/platform/sms-template.ts'
import { inEachLanguage, type Language } from '#words/language.ts'
import { messageIds, openText } from '#words/say.ts'

type Released = Output<typeof staffContent.released>

/** The texts of an area, in their order. */
export function releasedTexts(config: Config, area: (typeof RELEASED_AREAS)[number]): Released {
  if (area === 'messages') return [...textMessages(config), ...pushes()]
  return messageIds(area === 'legal' ? 'legal.' : 'problem.').map(id => ({
    id,
    channel: null,
    texts: inEachLanguage(language => plain(openText(language, id))),
  }))
}

const plain = (text: string) => ({ text, template: null as string | null })

/** Text messages as they are registered, each with its number at the operators. */
function textMessages(config: Config): Released {
  const fitOf = registered(config.vendors.sms?.templates ?? [])
  const byKind = Map.groupBy(templatesOf(config, fitOf), ({ kind }) => kind)
  return [...byKind].map(([kind, all]) => ({
    id: kind,
    channel: 'sms',
    texts: Object.fromEntries(
      all.map(({ language, text, fit }) => [language, { text, template: fit?.id ?? null }]),
    ),
  }))
}

function pushes(): Released {
  const textOf = (language: Language, news: string) =>
    messageIds(`push.${news}.`)
      .map(id => openText(language, id))
      .join(' – ')
  return PUSH_KINDS.map(news => ({
    id: news,
    channel: 'push',
    texts: inEachLanguage(language => plain(textOf(language, news))),
  }))
}
