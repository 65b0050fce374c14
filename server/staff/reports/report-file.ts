/** Files with all rows of a figure, as CSV or XLSX, written while the rows are read. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import * as v from 'valibot'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import { BASE_PATH, STAFF_PATH } from '#contract/path.ts'
import { EXPORT_FORMATS, REPORTS, type report } from '#contract/staff/report.ts'
import { indiaDay } from '#contract/wire.ts'
import { indiaDayOf } from '#domain/day.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Database } from '#server/platform/db/open.ts'
import { cookieJar } from '#server/platform/http/cookies.ts'
import { sendRefusal } from '#server/platform/http/edge.ts'
import type { Services } from '#server/services.ts'
import { countLook } from '#server/staff/looks/look-limits.ts'
import { consoleHostOf } from '#server/staff/people/people.ts'
import { staffOpener } from '#server/staff/people/sessions.ts'
import { isReportDay, type ReportRow, rowsBehind } from '#server/staff/reports/report-rows.ts'

const FILE_PATH = `${BASE_PATH}${STAFF_PATH}v1/reports/file`
const LINK_SECONDS = 300
const PLACE = { table: 'link', row: 'report', column: 'token' } as const
/** Rows that one statement reads. */
const PIECE = 2_000

const TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
const COLUMNS = [
  'order_no',
  'day',
  'amount_rupees',
  'collected_rupees',
  'days_past_due',
  'note',
  'days_open',
  'complaint_id',
]

const content = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    report: v.picklist(REPORTS),
    key: v.string(),
    day: indiaDay,
    format: v.picklist(EXPORT_FORMATS),
    staffId: v.string(),
    untilMs: v.number(),
  }),
)
type Parts = Pick<Services, 'db' | 'clock' | 'cipher'>
type Figure = Pick<Input<typeof report.export>, 'report' | 'key' | 'day'>

/** The address of a figure's file, for the same person and some minutes. The export is audited. */
export async function exportReport(
  services: Parts & Pick<Services, 'config'>,
  { report: of, key, day, format }: Input<typeof report.export>,
  { staff, now }: { readonly staff: StaffSession; readonly now: Date },
): Promise<Output<typeof report.export> | Refusal<'input-invalid'>> {
  const { db, clock, cipher } = services
  const isKnown = isReportDay(day, indiaDayOf(now))
  if (!isKnown || !(await rowsBehind(db, { report: of, key, day }, 1)))
    return refused('input-invalid')
  const { staffId } = staff
  await db.transaction(async tx => {
    await countLook(services, tx, 'export', { staff, now })
    await writeAudit(tx, cipher, {
      actor: `staff:${staffId}`,
      action: 'report-exported',
      subject: [of, key, day, format].join('/'),
      at: now,
    })
  })
  const untilMs = clock.wall().getTime() + LINK_SECONDS * 1_000
  const token = JSON.stringify({ report: of, key, day, format, staffId, untilMs })
  return { address: `${FILE_PATH}?key=${cipher.encrypt(token, PLACE).toString('base64url')}` }
}

/** Serves the files to the person who requested them, while signed in with the right to export. */
export function serveReportFiles(
  app: FastifyInstance,
  services: Parts & Pick<Services, 'config'>,
): void {
  const { config, db } = services
  const open = staffOpener(services)
  const host = consoleHostOf(config)
  app.get<{ Querystring: { key?: unknown } }>(FILE_PATH, async (request, reply) => {
    const link = linkedBy(services, request.query.key)
    const cookie = cookieJar(request, reply, config.isPublishedOnHttps).read('staff')
    const staff = cookie === undefined ? undefined : await open(cookie)
    const isTheirs =
      staff?.staffId === link?.staffId && staff?.permissions.has('reports:export') === true
    const isHere = host === undefined || request.host === host
    if (!link || !isTheirs || !isHere) return sendRefusal(reply, refused('not-found'), 404)
    return sendFile(reply, db, link)
  })
}

function linkedBy({ cipher, clock }: Pick<Parts, 'cipher' | 'clock'>, key: unknown) {
  if (typeof key !== 'string') return undefined
  try {
    const link = v.parse(content, cipher.decryptText(Buffer.from(key, 'base64url'), PLACE))
    return link.untilMs >= clock.wall().getTime() ? link : undefined
  } catch {
    // A key that cannot be decrypted is not ours.
    return undefined
  }
}

function sendFile(
  reply: FastifyReply,
  db: Database,
  { format, ...figure }: Figure & { readonly format: (typeof EXPORT_FORMATS)[number] },
): FastifyReply {
  const name = [figure.report, figure.key, figure.day].join('_').replaceAll(/[^\w-]+/g, '-')
  return reply
    .type(TYPES[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(Readable.from(fileOf(cellsOf(db, figure), format)))
}

type Cells = (string | number | null)[]

/** The file of these rows. A text that a spreadsheet would run as a formula is written as text. */
export function fileOf(rows: AsyncIterable<Cells>, format: (typeof EXPORT_FORMATS)[number]) {
  return format === 'csv'
    ? writeCsvStream(rows, { headers: COLUMNS, escapeFormulae: true, bom: true })
    : writeXlsxStream(rows, {
        name: 'Rows',
        columns: COLUMNS.map(header => ({ header, width: 20 })),
        freezePane: { rows: 1 },
      })
}

/** All rows of a figure, in batches. */
async function* cellsOf(db: Database, figure: Figure): AsyncGenerator<Cells> {
  let after: string | undefined
  do {
    const page = await rowsBehind(db, { ...figure, after }, PIECE)
    if (!page) throw new Error('a figure that was exported has no rows any more')
    for (const row of page.rows) yield cells(row)
    after = page.next ?? undefined
  } while (after !== undefined)
}

function cells(row: ReportRow): Cells {
  const rupees = (of: number | null) => (of === null ? null : of / 100)
  return [
    row.orderNo,
    row.day,
    rupees(row.amount),
    rupees(row.collected),
    row.daysPastDue,
    row.notes.join(' '),
    row.daysOpen,
    row.complaintId,
  ]
}
