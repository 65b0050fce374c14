/** Answers of the server for the console, to be changed where a test needs it. */
import type { Output } from '#contract/endpoint.ts'
import type { inbox } from '#contract/staff/inbox.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import { on, rs } from '#web/testing/answers.ts'

export const TODAY = on('2026-03-05')
/** 10:00 in India. */
export const NOW = new Date('2026-03-05T04:30:00Z')

type Inbox = Output<typeof inbox.list>
export type Item = Inbox['items'][number]
export type Proposal = Output<typeof proposal.open>

export const item: Item = {
  kind: 'refund',
  id: 'r1',
  since: NOW,
  dueAt: null,
  orderNo: 'SR0001',
  amount: rs(5_035),
  notes: ['given-up'],
  names: [],
  borrowerUntil: null,
  hasProposal: false,
  takenBy: null,
  handedBy: null,
  isMine: false,
  putOffUntil: null,
  putOffWhy: null,
}

/** An inbox with these items, or an empty one. */
export function inboxOf(...items: readonly Partial<Item>[]): Inbox {
  const all = items.map(each => ({ ...item, ...each }))
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  const counts = kinds.map(kind => ({
    kind,
    count: all.filter(each => each.kind === kind).length,
  }))
  return { today: TODAY, counts, next: null, items: all }
}

/** A proposal to settle a refund, which the reader can decide. */
export const proposed: Proposal = {
  proposalId: 'p1',
  subject: 'r1',
  effect: {
    act: 'settle-refund',
    orderNo: 'SR0001',
    amount: rs(5_035),
    reference: 'AXIS00000001',
  },
  why: 'Paid to the account on file.',
  proposedBy: 'operations@lender.example',
  proposedAt: NOW,
  until: new Date('2026-03-12T04:30:00Z'),
  isMine: false,
  cannotDecide: null,
  outcome: null,
  decidedBy: null,
  decidedAt: null,
  isAlone: false,
  reason: null,
}

/** A proposal with another effect. */
export const proposalOf = (effect: Proposal['effect'], more: Partial<Proposal> = {}): Proposal => ({
  ...proposed,
  effect,
  ...more,
})

export function proposalsOf(...proposals: readonly Proposal[]): Output<typeof proposal.list> {
  return { twoPersonsOff: [], acts: [], proposals: [...proposals], next: null }
}
