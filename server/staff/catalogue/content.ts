/** The lender's own wording of a text: proposed in every language, judged by the gate, approved by another person. */
import { isRefusal, type Refusal } from '#contract/envelope.ts'
import {
  type ContentTexts,
  contentFaults,
  contentKindOf,
  hasOwnTitle,
  noticeFault,
  tidied,
} from '#domain/content.ts'
import { day, indiaDayOf, laterDay } from '#domain/day.ts'
import type { Texts } from '#domain/staff/dated.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import {
  type DatedKind,
  datedChange,
  type StoredVersion,
  versionsOf,
} from '#server/staff/catalogue/dated.ts'
import type { ContentChange, ContentWish, DetailsOf } from '#server/staff/proposals/details.ts'
import { addContentVersion, contentVersionsOf } from '#server/support/db/content.ts'
import { programTextOf, programWording } from '#server/support/words/program-text.ts'
import { LANGUAGES } from '#words/language.ts'

/** The title of an item in English: the lender's own, or the program's question; empty without one. */
export function contentTitle(item: string, texts: ContentTexts | null | undefined): string {
  return hasOwnTitle(item) ? (texts?.en?.title ?? '') : programWording(item, 'en').title
}

/** True if the gate accepts a wording. A text that ends has none, and only its day. */
export function isSoundContent({ item, texts, ...frame }: ContentWish): boolean {
  const isNotice = contentKindOf(item) === 'notice'
  if (texts === null || !isNotice) {
    if (frame.href !== null || frame.untilDay !== null) return false
  } else if (noticeFault(frame)) return false
  if (texts === null) return true
  return contentFaults(item, texts, LANGUAGES, programTextOf(item)).length === 0
}

/** The change as both persons read it; undefined if it changes nothing or is unsound. */
export async function prepareContent(
  db: Queryable,
  wish: ContentWish,
): Promise<DetailsOf<'change-content'> | Refusal<'later-version-conflicts'> | undefined> {
  if (!isSoundContent(wish)) return undefined
  const { item, fromDay } = wish
  const tidy = { ...wish, texts: wish.texts && tidiedTexts(wish) }
  const versions = await storedVersions(db, item)
  const change = datedChange(kindOf(item), versions, { texts: partsOf(tidy), fromDay })
  if (!change || isRefusal(change) || change.values.length === 0)
    return isRefusal(change) ? change : undefined
  const { base, names, dated, values } = change
  return { act: 'change-content', content: { ...tidy, base, names }, dated, values }
}

/** Adds the versions of an approved change; false if it no longer fits, or a notice is over. */
export async function executeContent(
  { tx, at }: Work<Pick<Services, 'clock'>>,
  { base, names, fromDay, ...text }: ContentChange,
  proposalId: string,
): Promise<boolean> {
  const { item } = text
  const today = indiaDayOf(at)
  if (!isSoundContent({ ...text, fromDay: laterDay(fromDay, today) })) return false
  const versions = await storedVersions(tx, item)
  const change = { texts: partsOf(text), names, fromDay, base }
  const added = versionsOf(kindOf(item), versions, change, today) ?? []
  for (const [index, { value, ...version }] of added.entries()) {
    // A later version that stays keeps its own proposal.
    const stays = index > 0 && versions.find(each => each.fromDay === version.fromDay)
    const of = { item, proposalId: stays ? stays.proposalId : proposalId, madeAt: at }
    if (!(await addContentVersion(tx, { ...value, ...version, ...of }, base + index))) return false
  }
  return added.length > 0
}

type Text = Pick<ContentWish, 'texts' | 'href' | 'untilDay'>
type Stored = StoredVersion<Text> & { readonly proposalId: string }

async function storedVersions(db: Queryable, item: string): Promise<Stored[]> {
  const rows = await contentVersionsOf(db, item)
  return rows.map(({ texts, href, untilDay, ...version }) => ({
    ...version,
    value: { texts, href, untilDay },
  }))
}

/** Each part of a text; none where the program's text holds, or there is none. */
function partsOf({ texts, href, untilDay }: Text): Texts {
  if (!texts) return {}
  const worded = Object.entries(texts).flatMap(([language, { title, body }]) => [
    [`title ${language}`, title],
    [`body ${language}`, body],
  ])
  return { ...Object.fromEntries(worded), until: untilDay ?? '', address: href ?? '' }
}

function textOf({ until, address, ...worded }: Texts): Text {
  if (Object.keys(worded).length === 0) return { texts: null, href: null, untilDay: null }
  const languages = Object.keys(worded).flatMap(name => /^body (.+)$/.exec(name)?.[1] ?? [])
  const texts = languages.map(language => {
    const [title = '', body = ''] = [worded[`title ${language}`], worded[`body ${language}`]]
    return [language, { title, body }]
  })
  return {
    texts: Object.fromEntries(texts),
    href: address || null,
    untilDay: until ? day(until) : null,
  }
}

function kindOf(item: string): DatedKind<Text> {
  return {
    given: {},
    textsOf: partsOf,
    valueOf: (parts, fromDay) => {
      const text = textOf(parts)
      return isSoundContent({ ...text, item, fromDay }) ? text : undefined
    },
    shown: (name, text) => {
      const [part, of] = name.split(' ')
      const language = LANGUAGES.find(each => each === of)
      // Where the lender has no text of its own, borrowers read the program's.
      const programText = language && part === 'body' ? programWording(item, language).body : ''
      return (text ?? programText) || null
    },
  }
}

function tidiedTexts({ item, texts }: ContentWish): ContentTexts {
  const entries = Object.entries(texts ?? {}).map(([language, wording]) => {
    const { title, body } = tidied(wording)
    return [language, { title: hasOwnTitle(item) ? title : '', body }]
  })
  return Object.fromEntries(entries)
}
