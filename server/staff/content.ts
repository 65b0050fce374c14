/** The lender's own wording of a text: proposed in every language, judged by the gate, approved by another person. */
import {
  type ContentTexts,
  contentFaults,
  contentKindOf,
  hasOwnTitle,
  noticeFault,
  tidied,
} from '#domain/content.ts'
import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import { addContentVersion, newestContent } from '#server/support/db/content.ts'
import { givenOf, givenWording } from '#server/support/words/given.ts'
import { inEachLanguage, LANGUAGES } from '#words/language.ts'

/** The wish of a proposer. Without texts the program's hold again, or the question or notice ends. */
export type ContentWish = {
  readonly item: string
  readonly texts: ContentTexts | null
  readonly href: string | null
  readonly fromDay: Day
  readonly untilDay: Day | null
}
/** A version as it is proposed: `base` is the newest one then, 0 if there was none. */
export type ContentChange = ContentWish & { readonly base: number }

/** The title of an item in English: the lender's own, or the given question; empty without one. */
export function contentTitle(item: string, texts: ContentTexts | null | undefined): string {
  return hasOwnTitle(item) ? (texts?.en?.title ?? '') : givenWording(item, 'en').title
}

/** Whether the gate lets a wording pass. A text that ends has none, and nothing but its day. */
export function isSoundContent({ item, texts, ...frame }: ContentWish): boolean {
  const isNotice = contentKindOf(item) === 'notice'
  if (texts === null || !isNotice) {
    if (frame.href !== null || frame.untilDay !== null) return false
  } else if (noticeFault(frame)) return false
  if (texts === null) return true
  return contentFaults(item, texts, LANGUAGES, givenOf(item)).length === 0
}

/** The change as both persons read it; undefined where it changes nothing or is unsound. */
export async function prepareContent(
  db: Queryable,
  wish: ContentWish,
): Promise<{ content: ContentChange; before: string[]; after: string[] } | undefined> {
  if (!isSoundContent(wish)) return undefined
  const newest = await newestContent(db, wish.item)
  const texts = wish.texts && tidiedTexts(wish)
  const content = { ...wish, texts, base: newest?.version ?? 0 }
  const before = linesOf(wish.item, newest)
  const after = linesOf(wish.item, content)
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    name => before.get(name) !== after.get(name),
  )
  if (names.length === 0) return undefined
  const lines = (all: ReadonlyMap<string, string>) =>
    names.flatMap(name => (all.has(name) ? [`${name}: ${all.get(name)}`] : []))
  return { content, before: lines(before), after: lines(after) }
}

/** Adds the version; false where another was added since it was proposed, or a notice is over. */
export async function executeContent(
  { tx, at }: Work<Pick<Services, 'clock'>>,
  { base, ...change }: ContentChange,
  proposalId: string,
): Promise<boolean> {
  const version = { ...change, fromDay: laterDay(change.fromDay, indiaDayOf(at)) }
  if (!isSoundContent(version)) return false
  const newest = await newestContent(tx, change.item)
  if ((newest?.version ?? 0) !== base) return false
  return addContentVersion(tx, { ...version, proposalId, madeAt: at }, base)
}

function tidiedTexts({ item, texts }: ContentWish): ContentTexts {
  const entries = Object.entries(texts ?? {}).map(([language, wording]) => {
    const { title, body } = tidied(wording)
    return [language, { title: hasOwnTitle(item) ? title : '', body }]
  })
  return Object.fromEntries(entries)
}

type Version = Pick<ContentWish, 'texts' | 'href' | 'untilDay'>

/** Each part of what borrowers read by its name, as a text: without a version, the program's. */
function linesOf(item: string, version: Version | undefined): ReadonlyMap<string, string> {
  const given = inEachLanguage(language => givenWording(item, language))
  const texts = version?.texts ?? (hasOwnTitle(item) ? undefined : given)
  if (!texts) return new Map([['wording', 'none']])
  const { href = null, untilDay = null } = version ?? {}
  const lines = Object.entries(texts).flatMap(([language, { title, body }]): [string, string][] => [
    ...(hasOwnTitle(item) ? [[`title ${language}`, title] as [string, string]] : []),
    [`body ${language}`, body],
  ])
  const frame: [string, string | null][] = [
    ['until', untilDay],
    ['address', href],
  ]
  const further = frame.filter((line): line is [string, string] => line[1] !== null)
  return new Map([...lines, ...further])
}
