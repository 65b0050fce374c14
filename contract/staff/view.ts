import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { collection } from '#contract/staff/collection.ts'
import { complaint } from '#contract/staff/complaint.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { REPORTS } from '#contract/staff/report.ts'
import { id, indiaDay, nothing, text } from '#contract/wire.ts'
import { ACT_NAMES } from '#domain/staff/proposal.ts'

/** A person saves at most so many views. */
export const VIEWS_MAX = 30
export const VIEW_NAME_CHARS_MAX = 60
const VIEW_PATH_CHARS_MAX = 300
export const REPORT_VIEWS = [
  'portfolio',
  'collection',
  'money',
  'vintage',
  'applications',
  'complaints',
] as const

const { kind } = inbox.list.input.entries
const { view, category } = complaint.list.input.entries
const { bucket } = collection.list.input.entries
/** The key of a figure. It has no long number, which could be that of a person or an order. */
const key = v.pipe(v.string(), v.regex(/^(?!.*\d{5})[\w:-]{1,60}$/))
/** A member of staff, or another actor. */
const who = v.union([v.pipe(v.string(), v.uuid()), v.picklist(['borrower', 'server'])])
const act = v.pipe(v.string(), v.regex(/^[a-z-]{3,40}$/))
const day = v.optional(indiaDay)

/**
 * The lists of the console whose filter can be saved, each with the filter in its address. No filter
 * names a borrower or an order: the search has none, and the subject of the log of acts is left out.
 */
const FILTERS: Readonly<Record<string, v.GenericSchema>> = {
  '/': v.strictObject({ kind, mine: v.optional(v.literal('1')) }),
  '/complaints': v.strictObject({ view: v.optional(view), category }),
  '/collections': v.strictObject({ bucket }),
  '/proposals': v.strictObject({ act: v.optional(v.picklist(ACT_NAMES)) }),
  '/reports': v.strictObject({ view: v.optional(v.picklist(REPORT_VIEWS)), day }),
  '/reports/rows': v.strictObject({ report: v.picklist(REPORTS), key, day: indiaDay }),
  '/audit': v.strictObject({ who: v.optional(who), act: v.optional(act), day }),
}

/** Whether a page is a list whose filter can be saved. */
export function isViewList(path: string): boolean {
  return Object.hasOwn(FILTERS, path)
}

type Pairs = Iterable<readonly [name: string, value: string]>

/**
 * The address of a list as it is saved: from its first page, its filter in one order. Undefined for
 * any other page, and for a filter that the list does not have.
 */
export function viewPathOf(list: string, query: Pairs): string | undefined {
  const filter = isViewList(list) ? FILTERS[list] : undefined
  const pairs = [...query].filter(([each]) => each !== 'after').sort(([a], [b]) => (a < b ? -1 : 1))
  const values = Object.fromEntries(pairs)
  const isEachOnce = pairs.length === Object.keys(values).length
  const areNames = pairs.every(([each]) => /^[a-z]+$/.test(each))
  if (!filter || !isEachOnce || !areNames || !v.is(filter, values)) return undefined
  // No value of a filter needs an escape.
  return pairs.length === 0 ? list : `${list}?${pairs.map(pair => pair.join('=')).join('&')}`
}

function isViewPath(path: string): boolean {
  const [list = '', query] = path.split('?')
  const pairs = query?.split('&').map(pair => {
    const [each = '', value = ''] = pair.split('=')
    return [each, value] as const
  })
  return viewPathOf(list, pairs ?? []) === path
}

const name = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(VIEW_NAME_CHARS_MAX),
  v.excludes('\0'),
)
const path = v.pipe(
  v.string(),
  v.maxLength(VIEW_PATH_CHARS_MAX),
  v.check(isViewPath, 'This is no list with its filter.'),
)

export const staffView = {
  list: {
    does: 'The own saved views of the console, by name.',
    method: 'GET',
    path: '/staff/v1/views',
    auth: { staff: 'session:own' },
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ views: v.array(v.object({ viewId: id, name: text, path: text })) }),
    refusals: [],
    ours: true,
  },
  save: {
    does: 'Saves a list of the console with its filter under a name of one’s own.',
    method: 'POST',
    path: '/staff/v1/views/save',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({ name, path }),
    output: v.object({ viewId: id }),
    refusals: ['view-limit'],
    ours: true,
  },
  rename: {
    does: 'Gives an own saved view another name.',
    method: 'POST',
    path: '/staff/v1/views/rename',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({ viewId: id, name }),
    output: nothing,
    refusals: ['outdated'],
    ours: true,
  },
  remove: {
    does: 'Removes an own saved view. One of somebody else, or none, is left alone.',
    method: 'POST',
    path: '/staff/v1/views/remove',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({ viewId: id }),
    output: nothing,
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
