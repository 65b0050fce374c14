import { Link } from 'wouter'
import { useRead } from '#console/calls.ts'
import { contentName } from '#console/content-name.ts'
import { Allowed, Failed } from '#console/parts.tsx'
import { whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffContent } from '#contract/staff/content.ts'
import { OWN_QUESTIONS_MAX } from '#domain/content.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Note } from '#web/ui/Type.tsx'
import { ContentTabs } from './ContentTabs.tsx'

type Item = Output<typeof staffContent.list>['items'][number]

/** The questions of the help page, the program's and the lender's; tabs lead to the other texts. */
export function Content() {
  const list = useRead(staffContent.list, {})
  return (
    <>
      <h1>{say('nav.content')}</h1>
      <Allowed by="content:read">
        <p>{say('content.lead')}</p>
        <ContentTabs at="/content" />
        {list.error && !list.data && (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && <Questions items={list.data.items} />}
      </Allowed>
    </>
  )
}

function Questions({ items }: { items: readonly Item[] }) {
  const questions = items.filter(({ kind }) => kind === 'question')
  const isFree = ({ version, changesOn, isProposed }: Item) =>
    version === null && changesOn === null && !isProposed
  const free = questions.find(isFree)
  const shown = items.filter(
    each => each.kind === 'answer' || (each.kind === 'question' && !isFree(each)),
  )
  return (
    <>
      <ul className="rows">
        {shown.map(each => (
          <li key={each.item} className="row">
            <Row item={each} />
          </li>
        ))}
      </ul>
      {free ? (
        <Allowed by="content:propose">
          <div className="acts">
            <ButtonLink kind="secondary" small to={`/content/${free.item}`}>
              {say('content.question.add')}
            </ButtonLink>
          </div>
        </Allowed>
      ) : (
        <Note>{say('content.question.most', { most: OWN_QUESTIONS_MAX })}</Note>
      )}
    </>
  )
}

function Row({ item: { item, kind, title, version, changesOn, isProposed } }: { item: Item }) {
  const none = kind === 'answer' ? say('content.state.given') : say('content.state.none')
  return (
    <>
      <p className="what">
        <Link href={`/content/${item}`}>
          <strong>{contentName(item, title)}</strong>
        </Link>
        {isProposed && <Tag tone="warn">{say('content.state.proposed')}</Tag>}
      </p>
      <p className="facts">
        {kind === 'question' && <span>{say('content.kind.question')}</span>}
        <span>{version === null ? none : say('content.state.own', { version })}</span>
        {changesOn !== null && (
          <span>{say('products.changes-on', { day: whichDay(startOfIndiaDay(changesOn)) })}</span>
        )}
      </p>
    </>
  )
}
