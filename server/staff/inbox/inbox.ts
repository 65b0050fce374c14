/** The inbox: everything that waits for a person, with its holder. It names no borrower. */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { inbox } from '#contract/staff/inbox.ts'
import { isEscalated, stageOf } from '#domain/complaint.ts'
import { addDays, type Day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { decisionReason } from '#domain/lending/decision.ts'
import { standingOf } from '#domain/lending/question.ts'
import { paise } from '#domain/money.ts'
import {
  byUrgency,
  INBOX_KINDS,
  type InboxKind,
  type InboxNotes,
  mayHave,
  PUT_OFF_DAYS_MAX,
  VENDOR_SERVICES,
} from '#domain/staff/inbox.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'
import { readableActs } from '#domain/staff/proposal.ts'
import { waitingReviews } from '#server/identity/db/face-review.ts'
import { waitingNames } from '#server/identity/db/name-review.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { serviceOf } from '#server/providers/key-tests.ts'
import { vendorRefusals } from '#server/providers/key-watch.ts'
import type { Services } from '#server/services.ts'
import {
  applicationsWithQuestions,
  forgetOldMarks,
  giveItemBack,
  handItemTo,
  hardshipRequests,
  inboxMarks,
  type Marked,
  type MarkRow,
  putItemOff,
  putOffsOf,
  referredApplications,
  resumeItem,
  takeItem,
} from '#server/staff/inbox/db/inbox.ts'
import { type MaxOf, type Trouble, troubles } from '#server/staff/inbox/trouble.ts'
import { lookDaysToReview } from '#server/staff/looks/db/look-limits.ts'
import { lookItemId } from '#server/staff/looks/look-limits.ts'
import { allStaff, editedRolesOf } from '#server/staff/people/db/staff.ts'
import { mailOf } from '#server/staff/people/people.ts'
import {
  openProposals,
  type ProposalRow,
  proposalsAbout,
} from '#server/staff/proposals/db/proposal.ts'
import { openComplaints } from '#server/support/db/complaint.ts'
import { unansweredFeedback } from '#server/support/db/feedback.ts'
import { isFeedbackType } from '#server/support/words/feedback-types.ts'

type Parts = Pick<Services, 'db' | 'cipher' | 'queue' | 'config'>
type By = { readonly staff: StaffSession; readonly now: Date }
type Item = Output<typeof inbox.list>['items'][number]
type InboxItemOf<Kind extends InboxKind> = Pick<Item, 'id' | 'since'> & {
  readonly kind: Kind
  readonly notes: readonly InboxNotes[Kind][]
  readonly names?: readonly string[]
} & Partial<Pick<Item, 'dueAt' | 'orderNo' | 'amount' | 'borrowerUntil'>>
type InboxItem = { readonly [Kind in InboxKind]: InboxItemOf<Kind> }[InboxKind]

const OUTDATED: Refusal<'outdated'> = refused('outdated')
/** Marks are kept this long: no item waits longer without a new mark. */
const MARK_DAYS = 120
/** Items of a kind besides the deferred ones: more than a person handles at a time. */
const ITEMS_MAX = 100

const reasonContext = ({ kind, subject }: { kind: string; subject: string }): CipherContext => ({
  table: 'inbox_mark',
  row: `${kind}/${subject}`,
  column: 'reason_sealed',
})

/** The items of a page. */
const PAGE = 50

/** The waiting items, most urgent first, page by page; from the start if the cursor's item ended. */
export async function inboxFor(
  services: Parts,
  { kind, mine, after }: Input<typeof inbox.list>,
  { staff, now }: By,
): Promise<Output<typeof inbox.list>> {
  const { db } = services
  const putOffs = await putOffsOf(db, now)
  // Deferred items take no place of others: as many more are read.
  const maxOf = (each: InboxKind) => ITEMS_MAX + (putOffs.get(each) ?? 0)
  const acts = readableActs(staff.permissions)
  const readable = { now, acts, reader: staff.staffId, limit: maxOf('proposal') }
  const [others, open] = await Promise.all([
    everything(services, { staff, now }, maxOf),
    openProposals(db, readable),
  ])
  const all = [...others, ...open.map(proposalItem)]
  const marks = await inboxMarks(db, all)
  const markOf = new Map(marks.map(mark => [`${mark.kind}/${mark.subject}`, mark]))
  const isMine = (item: InboxItem) =>
    markOf.get(`${item.kind}/${item.id}`)?.takenBy === staff.staffId
  const selected = all
    .filter(item => (kind === undefined || item.kind === kind) && (mine !== 1 || isMine(item)))
    .map(item => {
      const { putOffUntil = null, handedBy = null } = markOf.get(`${item.kind}/${item.id}`) ?? {}
      const isHanded = handedBy !== null && isMine(item)
      return { ...NOTHING_MORE, ...item, putOffUntil, isHanded }
    })
    .toSorted(byUrgency(now))
  const from = selected.findIndex(item => cursorOf(item) === after) + 1
  const page = selected.slice(from, from + PAGE)
  const last = from + PAGE < selected.length ? page.at(-1) : undefined
  const ids = page.map(({ id }) => id)
  const proposed = new Set((await proposalsAbout(db, ids, now)).map(({ subject }) => subject))
  const items = page.map(({ isHanded: _, ...item }) => ({
    ...item,
    notes: [...item.notes],
    names: [...item.names],
    hasProposal: item.kind !== 'proposal' && proposed.has(item.id),
    ...marked(services, markOf.get(`${item.kind}/${item.id}`), staff),
  }))
  const next = last ? cursorOf(last) : null
  return { today: indiaDayOf(now), counts: countsOf(all), next, items }
}

const cursorOf = ({ kind, id }: Pick<InboxItem, 'kind' | 'id'>) => `${kind} ${id}`

function countsOf(items: readonly InboxItem[]): Output<typeof inbox.list>['counts'] {
  const byKind = Map.groupBy(items, ({ kind }) => kind)
  return INBOX_KINDS.flatMap(kind => {
    const count = byKind.get(kind)?.length ?? 0
    return count > 0 ? [{ kind, count }] : []
  })
}

const NOTHING_MORE = { dueAt: null, orderNo: null, amount: null, names: [], borrowerUntil: null }

function marked(services: Pick<Parts, 'cipher'>, mark: MarkRow | undefined, staff: StaffSession) {
  const { takenBy = null, takerSealed = null, putOffUntil = null, reasonSealed } = mark ?? {}
  const { handedBy = null, handerSealed = null } = mark ?? {}
  const mail = (staffId: string | null, mailSealed: Buffer | null) =>
    staffId === null || mailSealed === null ? null : mailOf(services, { staffId, mailSealed })
  return {
    takenBy: mail(takenBy, takerSealed),
    handedBy: mail(handedBy, handerSealed),
    isMine: takenBy === staff.staffId,
    putOffUntil,
    putOffWhy:
      mark && reasonSealed ? services.cipher.decryptText(reasonSealed, reasonContext(mark)) : null,
  }
}

async function everything(services: Parts, { staff, now }: By, maxOf: MaxOf): Promise<InboxItem[]> {
  const { db } = services
  const items = await Promise.all([
    applications(db, now, maxOf('application')),
    reviews(db, 'face', maxOf('face')),
    reviews(db, 'cards', maxOf('cards')),
    nameReviews(db, maxOf('names')),
    hardshipPlans(db, maxOf('hardship')),
    complaints(db, now, maxOf('complaint')),
    feedback(db, maxOf('feedback')),
    lookDays(db, staff, maxOf('looks')),
    troubles(services, now, maxOf).then(items => items.map(withoutDetails)),
    rejectedKeys(services.db),
  ])
  return items.flat()
}

function withoutDetails({
  vendor: _v,
  reference: _r,
  stateThere: _s,
  reason: _w,
  tries: _t,
  againAt: _a,
  codes: _c,
  ...item
}: Trouble): InboxItem {
  return item
}

/**
 * Applications that wait for their borrower's answer are included; the notes of the others begin
 * with the outcome of the last question.
 */
async function applications(db: Queryable, now: Date, max: number): Promise<InboxItem[]> {
  const [waiting, questions] = await Promise.all([
    referredApplications(db, now, max),
    applicationsWithQuestions(db),
  ])
  // The newest question of each application comes first.
  const latest = new Map(questions.toReversed().map(row => [row.orderId, row]))
  const withBorrower = [...latest.values()].filter(row => standingOf(row, row, now) === 'open')
  const items = waiting.map(row => {
    const question = latest.get(row.orderId)
    if (!question) return applicationItem(row)
    const { notes, ...item } = applicationItem(row)
    const ending = question.answeredAt ? ('answered' as const) : ('no-answer' as const)
    return { ...item, notes: [ending, ...notes] }
  })
  const later = withBorrower.map(row => ({
    ...applicationItem(row),
    borrowerUntil: row.answerUntil,
  }))
  return [...items, ...later]
}

function applicationItem(row: Awaited<ReturnType<typeof referredApplications>>[number]) {
  const { orderId: id, orderNo, principal, reasons, referredAt: since } = row
  const notes = reasons.flatMap(({ reason }) => decisionReason(reason) ?? [])
  return { kind: 'application' as const, id, since, orderNo, amount: paise(principal), notes }
}

/** The notes of a face are the reasons of the review; those of cards, the corrected values. */
async function reviews(db: Queryable, what: 'face' | 'cards', max: number): Promise<InboxItem[]> {
  const rows = await waitingReviews(db, what, max)
  return rows.map(({ documentId: id, askedAt: since, lookReasons, doubts }) =>
    what === 'face'
      ? { kind: what, id, since, notes: lookReasons }
      : { kind: what, id, since, notes: doubts },
  )
}

/** The note is the purpose of the comparison. */
async function nameReviews(db: Queryable, max: number): Promise<InboxItem[]> {
  const rows = await waitingNames(db, max)
  return rows.map(({ reviewId: id, askedAt: since, what }) => {
    return { kind: 'names', id, since, notes: [what] }
  })
}

/** Without an answer by the end of its next due day a plan counts as granted. */
async function hardshipPlans(db: Queryable, max: number): Promise<InboxItem[]> {
  const rows = await hardshipRequests(db, max)
  return rows.map(({ orderId: id, orderNo, requestedAt: since, referredFor, nextDueDay }) => {
    const dueAt = nextDueDay ? startOfIndiaDay(addDays(nextDueDay, 1)) : null
    return { kind: 'hardship', id, since, dueAt, orderNo, notes: referredFor }
  })
}

/** The notes are the stage of the clock, and whether the grievance officer has it. */
async function complaints(db: Queryable, now: Date, max: number): Promise<InboxItem[]> {
  const first = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  const rows = await openComplaints(db, first, undefined, max)
  return rows.map(row => ({
    kind: 'complaint',
    id: row.feedbackId,
    since: row.receivedAt,
    dueAt: row.dueAt,
    notes: isEscalated(row, now) ? [stageOf(row, now), 'escalated'] : [stageOf(row, now)],
  }))
}

async function feedback(db: Queryable, max: number): Promise<InboxItem[]> {
  const rows = await unansweredFeedback(db, max)
  return rows.map(({ feedbackId, createdAt, problemType }) => ({
    kind: 'feedback',
    id: feedbackId,
    since: createdAt,
    notes: [isFeedbackType(problemType) ? problemType : 'other'],
  }))
}

/** One item for each service, from the first call whose key its vendor rejected. */
async function rejectedKeys(db: Queryable): Promise<InboxItem[]> {
  const services = new Map<string, InboxItem>()
  for (const { port, since } of await vendorRefusals(db)) {
    const id = serviceOf(port)
    const service = VENDOR_SERVICES.filter(each => each === id)
    if (!services.has(id)) services.set(id, { kind: 'vendor-key', id, since, notes: service })
  }
  return [...services.values()]
}

/** Days of colleagues above the limit, for reviewers, and never their own. */
async function lookDays(db: Queryable, staff: StaffSession, max: number): Promise<InboxItem[]> {
  if (!staff.permissions.has('looks:review')) return []
  const rows = await lookDaysToReview(db, staff.staffId, max)
  return rows.map(({ staffId, day, aboveAt: since, stoppedAt }) => {
    const note = stoppedAt === null ? 'above-limit' : 'limit-reached'
    return { kind: 'looks', id: lookItemId({ staffId, day }), since, notes: [note] }
  })
}

function proposalItem({ proposalId, proposedAt, until, act }: ProposalRow): InboxItem {
  return { kind: 'proposal', id: proposalId, since: proposedAt, dueAt: until, notes: [act] }
}

/** Takes an item, unless somebody else has it. */
export async function take(
  { db }: Pick<Parts, 'db'>,
  item: { readonly kind: InboxKind; readonly id: string },
  { staff, now }: By,
): Promise<null | Refusal<'outdated'>> {
  return (await takeItem(db, markOf(item), staff.staffId, now)) ? null : OUTDATED
}

/** The colleagues to whom an item of a kind can be handed. */
export async function colleaguesFor(
  services: Pick<Parts, 'db' | 'cipher'>,
  { kind }: Input<typeof inbox.colleagues>,
  { staff }: Pick<By, 'staff'>,
): Promise<Output<typeof inbox.colleagues>> {
  const { db } = services
  const [people, edited] = await Promise.all([allStaff(db), editedRolesOf(db)])
  const others = people.filter(
    ({ staffId, endedAt, roles }) =>
      staffId !== staff.staffId && endedAt === null && mayHave(kind, permissionsOf(roles, edited)),
  )
  return {
    colleagues: others.map(each => ({ staffId: each.staffId, mail: mailOf(services, each) })),
  }
}

/** Releases an item that the caller holds, or hands it to a colleague who may do its work. */
export async function handOver(
  services: Pick<Parts, 'db' | 'cipher'>,
  { to, ...item }: Input<typeof inbox.handOver>,
  by: By,
): Promise<null | Refusal<'outdated' | 'input-invalid'>> {
  const { db } = services
  const { staff, now } = by
  if (to !== undefined) {
    const { colleagues } = await colleaguesFor(services, item, by)
    if (!colleagues.some(({ staffId }) => staffId === to)) return refused('input-invalid')
    const hand = { ...markOf(item), by: staff.staffId, to, at: now }
    return (await handItemTo(db, hand)) ? null : OUTDATED
  }
  return (await giveItemBack(db, markOf(item), staff.staffId, now)) ? null : OUTDATED
}

/** Defers an item to the beginning of a later day, for at most 14 days. */
export async function putOff(
  { db, cipher }: Pick<Parts, 'db' | 'cipher'>,
  item: {
    readonly kind: InboxKind
    readonly id: string
    readonly until: Day
    readonly why: string
  },
  { staff, now }: By,
): Promise<null | Refusal<'outdated' | 'input-invalid'>> {
  const today = indiaDayOf(now)
  const { until, why } = item
  if (until <= today || until > addDays(today, PUT_OFF_DAYS_MAX)) return refused('input-invalid')
  const mark = markOf(item)
  const isDone = await putItemOff(db, {
    ...mark,
    by: staff.staffId,
    until: startOfIndiaDay(until),
    reasonSealed: cipher.encrypt(why, reasonContext(mark)),
    at: now,
  })
  return isDone ? null : OUTDATED
}

/** Ends the deferral of an item. */
export async function resume(
  { db }: Pick<Parts, 'db'>,
  item: { readonly kind: InboxKind; readonly id: string },
  { staff, now }: By,
): Promise<null | Refusal<'outdated'>> {
  return (await resumeItem(db, markOf(item), staff.staffId, now)) ? null : OUTDATED
}

function markOf({ kind, id }: { readonly kind: InboxKind; readonly id: string }): Marked {
  return { kind, subject: id }
}

/** Removes old marks. */
export async function forgetMarks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await forgetOldMarks(db, new Date(clock.now().getTime() - MARK_DAYS * 86_400_000))
}
