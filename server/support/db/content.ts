/** The versions of the lender's own texts; each item's newest begun version is in effect. */
import type { ContentTexts } from '#domain/content.ts'
import type { Day } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { cachedForOneSecond } from '#server/platform/db/shown.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const inEffect = statement(
  'content-in-effect',
  `SELECT DISTINCT ON (item) item, version, from_day AS "fromDay", until_day AS "untilDay", texts, href
   FROM content_version WHERE from_day <= $1 ORDER BY item, version DESC`,
)
const versions = statement(
  'content-versions-of',
  `SELECT version, from_day AS "fromDay", until_day AS "untilDay", texts, href, names, proposal_id AS "proposalId"
   FROM content_version WHERE item = $1 ORDER BY version DESC LIMIT 200`,
)
const toCome = statement(
  'content-to-come',
  `SELECT item, version, from_day AS "fromDay", texts FROM content_version v WHERE from_day > $1
     AND NOT EXISTS (SELECT FROM content_version n WHERE n.item = v.item AND n.version > v.version AND n.from_day <= v.from_day)
   ORDER BY item, from_day`,
)
const insert = statement(
  'content-insert',
  `INSERT INTO content_version (item, version, from_day, until_day, texts, href, names, proposal_id, made_at)
   VALUES (:item, :version, :fromDay, :untilDay, :texts, :href, :names, :proposalId, :madeAt)
   ON CONFLICT (item, version) DO NOTHING RETURNING version`,
)

export type ContentVersion = Row<'content-in-effect'>
/** The lender's texts of a day, by item; an item without one is missing. */
export type Worded = ReadonlyMap<string, ContentVersion & { readonly texts: ContentTexts }>

/** The lender's own texts on an India day. */
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

/** The lender's own texts as public pages show them. */
export const shownContent = cachedForOneSecond(contentOn)

/** The versions of every item that begin after a day, by item, the earliest first. */
export const contentsToCome = (db: Queryable, day: Day) => db.query(toCome, [day])

/** The versions of an item, the newest first. */
export const contentVersionsOf = (db: Queryable, item: string) => db.query(versions, [item])

export type NewContent = {
  readonly item: string
  readonly fromDay: Day
  readonly untilDay: Day | null
  readonly texts: ContentTexts | null
  readonly href: string | null
  /** The parts that its proposal changed. */
  readonly names: readonly string[]
  readonly proposalId: string
  readonly madeAt: Date
}

/** Adds a version after `base`, the newest one (0 if there is none); false if `base` is outdated. */
export async function addContentVersion(
  db: Queryable,
  { texts, ...version }: NewContent,
  base: number,
): Promise<boolean> {
  const values = { ...version, version: base + 1, texts: texts && JSON.stringify(texts) }
  return (await db.maybeOne(insert, values)) !== undefined
}
