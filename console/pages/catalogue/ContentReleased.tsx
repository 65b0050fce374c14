import { useRead } from '#console/calls.ts'
import { Allowed, Failed } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { type RELEASED_AREAS, staffContent } from '#contract/staff/content.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Note } from '#web/ui/Type.tsx'
import { LANGUAGE_NAMES, type Language } from '#words/language.ts'
import { ContentTabs, useSecondLanguage } from './ContentTabs.tsx'

type Area = (typeof RELEASED_AREAS)[number]
type Released = Output<typeof staffContent.released>[number]

/** Texts that change with a release, to be read: in English and in another language. */
export function ContentReleased({ area }: { area: Area }) {
  return (
    <>
      <h1>{say(`content.area.${area}`)}</h1>
      <Allowed by="content:read">
        <ContentTabs at={`/content/${area}`} />
        <Banner>{say('content.area.lead')}</Banner>
        <Texts key={area} area={area} />
      </Allowed>
    </>
  )
}

function Texts({ area }: { area: Area }) {
  const { data, error, refetch } = useRead(staffContent.released, { area })
  const { language, field } = useSecondLanguage()
  if (!data)
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <p>{say('loading')}</p>
  return (
    <>
      <div className="filters">{field}</div>
      <ul className="rows">
        {data.map(each => (
          <li key={`${each.channel} ${each.id}`} className="row">
            <p className="what">
              <strong>{each.id}</strong>
              {each.channel && <Tag tone="outline">{say(`content.area.${each.channel}`)}</Tag>}
            </p>
            <div className="fields">
              {(['en', language] as const).map(shown => (
                <Text key={shown} released={each} language={shown} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Text({
  released: { channel, texts },
  language,
}: {
  released: Released
  language: Language
}) {
  const shown = texts[language]
  if (!shown) return null
  const { text, template } = shown
  return (
    <div>
      <Note>{LANGUAGE_NAMES[language]}</Note>
      <blockquote className="quoted" lang={language}>
        {text}
      </blockquote>
      {channel === 'sms' && (
        <Note>
          {template === null ? say('content.template.none') : say('content.template', { template })}
        </Note>
      )}
    </div>
  )
}
