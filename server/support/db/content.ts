/** The versions of the texts that the lender words itself; each item's newest whose day has come is in effect. */
import type { ContentTexts } from '#domain/content.ts'
import type { Day } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { readOnceASecond } from '#server/platform/db/shown.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const inEffect = statement(
  'content-in-effect',
  `SELECT DISTINCT ON (item) item, version, from_day AS "fromDay", until_day AS "untilDay", texts, href
   FROM content_version WHERE from_day <= $1 ORDER BY item, version DESC`,
)
const newest = statement(
  'content-newest',
  `SELECT version, texts, href, until_day AS "untilDay" FROM content_version
   WHERE item = $1 ORDER BY version DESC LIMIT 1`,
)
const insert = statement(
  'content-insert',
  `INSERT INTO content_version (item, version, from_day, until_day, texts, href, proposal_id, made_at)
   VALUES (:item, :version, :fromDay, :untilDay, :texts, :href, :proposalId, :madeAt)
   ON CONFLICT (item, version) DO NOTHING RETURNING version`,
)

export type ContentVersion = Row<'content-in-effect'>
/** The lender's texts of a day, by item; an item that it does not word is missing. */
export type Worded = ReadonlyMap<string, ContentVersion & { readonly texts: ContentTexts }>

/** What the lender words itself on an India day. */
export async function contentOn(db: Queryable, day: Day): Promise<Worded> {
  const rows = await db.query(inEffect, [day])
  return new Map(
    rows.flatMap(({ texts, ...row }) =>
      texts && (row.untilDay === null || row.untilDay >= day)
        ? [[row.item, { ...row, texts }] as const]
        : [],
    ),
  )
}

/** The same, as the pages of everybody show it. */
export const shownContent = readOnceASecond(contentOn)

/** No version begins later. */
const LAST_DAY = '9999-12-31' as Day

/** The newest version of every item that has one, in effect or to come. */
export const newestContents = (db: Queryable) => db.query(inEffect, [LAST_DAY])

/** The newest version of an item, in effect or to come. */
export const newestContent = (db: Queryable, item: string) => db.maybeOne(newest, [item])

export type NewContent = {
  readonly item: string
  readonly fromDay: Day
  readonly untilDay: Day | null
  readonly texts: ContentTexts | null
  readonly href: string | null
  readonly proposalId: string
  readonly madeAt: Date
}

/** Adds a version after `base`, the newest one (0 if there is none); false if there is a newer one. */
export async function addContentVersion(
  db: Queryable,
  { texts, ...version }: NewContent,
  base: number,
): Promise<boolean> {
  const values = { ...version, version: base + 1, texts: texts && JSON.stringify(texts) }
  return (await db.maybeOne(insert, values)) !== undefined
}
