import { Link } from 'wouter'
import { useRead } from '#console/calls.ts'
import { contentName } from '#console/content-name.ts'
import { Allowed, Failed } from '#console/parts.tsx'
import { when, whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffContent } from '#contract/staff/content.ts'
import { CONTENT_ITEMS, contentKindOf, hasOwnTitle } from '#domain/content.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Note } from '#web/ui/Type.tsx'
import { LANGUAGE_NAMES, type Language } from '#words/language.ts'
import { ContentDraft } from './ContentDraft.tsx'
import { ContentTabs, useSecondLanguage } from './ContentTabs.tsx'

type ContentPage = Output<typeof staffContent.open>
type Version = ContentPage['versions'][number]
type Texts = NonNullable<Version['texts']>

/** One text: its present wording, the draft with verdict and preview, proposals, and all versions. */
export function ContentText({ item }: { item: string }) {
  if (!CONTENT_ITEMS.includes(item)) return <p>{say('not-found')}</p>
  return (
    <Allowed by="content:read">
      <Loaded item={item} />
    </Allowed>
  )
}

function Loaded({ item }: { item: string }) {
  const { data, error, refetch } = useRead(staffContent.open, { item })
  if (data) return <TextDetails text={data} />
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <p>{say('loading')}</p>
}

const FOR_DAY = (day: ContentPage['today']) => whichDay(startOfIndiaDay(day))

function TextDetails({ text }: { text: ContentPage }) {
  const { item, given, proposed, versions } = text
  const kind = contentKindOf(item)
  const second = useSecondLanguage()
  const inEffect = versions.find(({ isInEffect }) => isInEffect)
  const newest = versions.find(({ texts }) => texts !== null)
  const title = (hasOwnTitle(item) ? newest?.texts?.en : given.en)?.title ?? ''
  const changed = inEffect?.texts ?? undefined
  const holds = changed ?? (hasOwnTitle(item) ? undefined : given)
  return (
    <>
      <h1>{contentName(item, title)}</h1>
      <ContentTabs at={kind === 'about' || kind === 'notice' ? `/content/${item}` : '/content'} />
      {proposed && (
        <Banner tone="warn">
          <p>
            {say('content.proposed', {
              who: proposed.proposedBy,
              day: FOR_DAY(proposed.fromDay),
              why: proposed.why,
            })}
          </p>
          <Link href="/proposals">{say('content.proposed.decide')}</Link>
        </Banner>
      )}
      <div className="filters">{second.field}</div>
      <h2>{say('content.today')}</h2>
      {holds ? (
        <Sides texts={holds} language={second.language} />
      ) : (
        <p>{say('content.state.none')}</p>
      )}
      <ContentDraft text={text} language={second.language} />
      <h2>{say('content.versions')}</h2>
      {versions.length === 0 && (
        <p>{say(hasOwnTitle(item) ? 'content.versions.never' : 'content.versions.none')}</p>
      )}
      <ul className="rows">
        {versions.map(each => (
          <li key={each.version} className="row">
            <VersionRow version={each} language={second.language} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A text in English and in the other language. */
function Sides({ texts, language }: { texts: Texts; language: Language }) {
  return (
    <div className="fields">
      {(['en', language] as const).map(each => (
        <div key={each}>
          <Note>{LANGUAGE_NAMES[each]}</Note>
          <blockquote className="quoted" lang={each}>
            {texts[each]?.title && <strong>{texts[each].title} </strong>}
            {texts[each]?.body}
          </blockquote>
        </div>
      ))}
    </div>
  )
}

function VersionRow({ version: each, language }: { version: Version; language: Language }) {
  const { version, fromDay, untilDay, texts, href, isInEffect } = each
  const days = { version, day: FOR_DAY(fromDay), until: untilDay ? FOR_DAY(untilDay) : '' }
  return (
    <>
      <p className="what">
        <span>{say(untilDay ? 'content.versions.line.until' : 'content.versions.line', days)}</span>
        {isInEffect && <Tag tone="good">{say('content.versions.now')}</Tag>}
        {texts === null && <Tag tone="neutral">{say('content.versions.ended')}</Tag>}
      </p>
      <Note>
        {say('content.versions.by', {
          who: each.proposedBy,
          decider: each.decidedBy,
          when: when(each.madeAt),
          why: each.why,
        })}
      </Note>
      {texts && <Sides texts={texts} language={language} />}
      {href !== null && <Note>{href}</Note>}
    </>
  )
}
