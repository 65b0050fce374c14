import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { flag, id, indiaDay, instant, nothing, rupees, text, whole } from '#contract/wire.ts'
import { INBOX_KINDS, TROUBLE_KINDS } from '#domain/staff/inbox.ts'

/** Ids of what waits are those of its own table, or a job's name with its data. */
const subject = v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/))
/** An item, as the place in the list after which the next page begins. */
const cursor = v.pipe(v.string(), v.regex(/^[a-z-]+ [\w.:-]{1,100}$/))
const line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300))
const item = v.strictObject({ kind: v.picklist(INBOX_KINDS), id: subject })

export const inbox = {
  list: {
    does: 'What waits for a person, most urgent first. It names no borrower.',
    method: 'GET',
    path: '/staff/v1/inbox',
    auth: { staff: 'inbox:read' },
    sends: 'query',
    input: v.strictObject({
      kind: v.optional(v.picklist(INBOX_KINDS)),
      /** Only what the caller has taken. */
      mine: v.optional(flag),
      after: v.optional(cursor),
    }),
    output: v.object({
      /** Today in India, by the product's clock. */
      today: indiaDay,
      /** The number of waiting items of each kind, at most 100 of most kinds. */
      counts: v.array(v.object({ kind: v.picklist(INBOX_KINDS), count: whole })),
      /** The last item of this page; null where no page follows. */
      next: v.nullable(cursor),
      items: v.array(
        v.object({
          kind: v.picklist(INBOX_KINDS),
          id: subject,
          since: instant,
          dueAt: v.nullable(instant),
          orderNo: v.nullable(v.string()),
          amount: v.nullable(rupees),
          /** The states and causes of the item, as words of its kind (`InboxNotes`). */
          notes: v.array(text),
          /** Names given by others: the vendor of an unknown payment and its currency, a job. */
          names: v.array(text),
          /** The borrower was asked, and may answer before this instant. */
          borrowerUntil: v.nullable(instant),
          /** Something about it is proposed and waits for a second person. */
          hasProposal: v.boolean(),
          takenBy: v.nullable(v.string()),
          /** The colleague who handed it to the person that has it. */
          handedBy: v.nullable(v.string()),
          isMine: v.boolean(),
          putOffUntil: v.nullable(instant),
          putOffWhy: v.nullable(v.string()),
        }),
      ),
    }),
    refusals: [],
    ours: true,
  },
  trouble: {
    does: 'What is known of an item that has no page of a borrower: what was tried, and the reference to ask with. It names no borrower.',
    method: 'GET',
    path: '/staff/v1/inbox/trouble',
    auth: { staff: 'inbox:work' },
    sends: 'query',
    input: v.strictObject({ kind: v.picklist(TROUBLE_KINDS), id: subject }),
    output: v.object({
      since: instant,
      orderNo: v.nullable(text),
      amount: v.nullable(rupees),
      /** The states and causes of the item, as in the list. */
      notes: v.array(text),
      vendor: v.nullable(text),
      /** The id by which the bank or the vendor knows it, or a job with its data. */
      reference: v.nullable(text),
      /** The state of a mandate at its vendor, where it is another one than here. */
      stateThere: v.nullable(text),
      /** Why the close of business could not close the order. */
      reason: v.nullable(text),
      tries: v.nullable(whole),
      againAt: v.nullable(instant),
      /** The sign-in codes of unknown devices in the last hour. */
      codes: v.nullable(v.object({ sent: whole, used: whole, wrong: whole })),
    }),
    refusals: ['outdated'],
    ours: true,
  },
  take: {
    does: 'Takes an item, unless somebody else has it.',
    method: 'POST',
    path: '/staff/v1/inbox/take',
    auth: { staff: 'inbox:work' },
    sends: 'json',
    input: item,
    output: nothing,
    refusals: ['outdated'],
    ours: true,
  },
  colleagues: {
    does: 'The colleagues who can be handed an item of a kind: those who may do its work.',
    method: 'GET',
    path: '/staff/v1/inbox/colleagues',
    auth: { staff: 'inbox:work' },
    sends: 'query',
    input: v.strictObject({ kind: item.entries.kind }),
    output: v.object({ colleagues: v.array(v.object({ staffId: id, mail: text })) }),
    refusals: [],
    ours: true,
  },
  handOver: {
    does: 'Gives an own item back, for anybody to take, or hands it to a colleague.',
    method: 'POST',
    path: '/staff/v1/inbox/hand-over',
    auth: { staff: 'inbox:work' },
    sends: 'json',
    input: v.strictObject({ ...item.entries, to: v.optional(id) }),
    output: nothing,
    refusals: ['outdated', 'input-invalid'],
    ours: true,
  },
  putOff: {
    does: 'Puts an item off to the beginning of a day, with a reason, for at most 14 days.',
    method: 'POST',
    path: '/staff/v1/inbox/put-off',
    auth: { staff: 'inbox:work' },
    sends: 'json',
    input: v.strictObject({ ...item.entries, until: indiaDay, why: line }),
    output: nothing,
    refusals: ['outdated', 'input-invalid'],
    ours: true,
  },
  resume: {
    does: 'Puts an item off no longer, unless somebody else has it.',
    method: 'POST',
    path: '/staff/v1/inbox/resume',
    auth: { staff: 'inbox:work' },
    sends: 'json',
    input: item,
    output: nothing,
    refusals: ['outdated'],
    ours: true,
  },
} satisfies Endpoints
