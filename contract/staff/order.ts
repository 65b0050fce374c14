import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, instant, percent, rupees, text, whole } from '#contract/wire.ts'
import { accounts } from '#domain/lending/ledger.ts'
import { type OrderState, orderStates } from '#domain/lending/order.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'
import { CANNOT_ACT, ORDER_ACTS } from '#domain/staff/order-acts.ts'
import { ACT_NAMES } from '#domain/staff/proposal.ts'

type AccountName = keyof typeof accounts
const STATES = Object.keys(orderStates) as [OrderState, ...OrderState[]]
const ACCOUNTS = Object.keys(accounts) as [AccountName, ...AccountName[]]
const maybe = { text: v.nullable(text), instant: v.nullable(instant) }

export const staffOrder = {
  open: {
    does: 'An order with its moves, schedule, ledger, money and documents, and the acts that its state allows. The look is written down.',
    method: 'POST',
    path: '/staff/v1/order/open',
    auth: { staff: 'borrowers:read' },
    sends: 'json',
    input: v.strictObject({
      orderNo: v.pipe(v.string(), v.maxLength(40)),
      why: v.picklist(LOOK_WHYS),
    }),
    output: v.object({
      borrowerId: id,
      orderId: id,
      orderNo: text,
      productName: text,
      state: v.picklist(STATES),
      appliedAt: instant,
      principal: rupees,
      arrive: rupees,
      serviceFee: rupees,
      gst: rupees,
      interest: rupees,
      apr: percent,
      /** What closes the loan today; zero for an order that owes nothing. */
      owedToday: rupees,
      moves: v.array(
        v.object({ event: text, state: text, actor: text, at: instant, cause: maybe.text }),
      ),
      schedule: v.array(
        v.object({
          number: whole,
          dueDay: indiaDay,
          amount: rupees,
          paid: rupees,
          owed: rupees,
          overdueDays: whole,
          state: text,
        }),
      ),
      /** The balance of each account for this order. It is the sum of the entries that name it. */
      balances: v.array(v.object({ account: v.picklist(ACCOUNTS), balance: rupees })),
      entries: v.array(
        v.object({
          posting: text,
          day: indiaDay,
          debit: v.picklist(ACCOUNTS),
          credit: v.picklist(ACCOUNTS),
          amount: rupees,
        }),
      ),
      payouts: v.array(
        v.object({
          payoutId: id,
          amount: rupees,
          state: text,
          vendor: maybe.text,
          utr: maybe.text,
          reason: maybe.text,
          createdAt: instant,
          endedAt: maybe.instant,
          stoppedAt: maybe.instant,
        }),
      ),
      requests: v.array(
        v.object({
          paymentId: id,
          scope: text,
          amount: rupees,
          /** All that arrived for it, which may be less or more than its amount. */
          received: rupees,
          status: text,
          vendor: text,
          reference: maybe.text,
          createdAt: instant,
        }),
      ),
      receipts: v.array(
        v.object({
          number: whole,
          day: indiaDay,
          amount: rupees,
          penal: rupees,
          interest: rupees,
          principal: rupees,
          excess: rupees,
          vendor: text,
          reference: text,
        }),
      ),
      refunds: v.array(
        v.object({
          refundId: id,
          cause: text,
          amount: rupees,
          state: text,
          createdAt: instant,
          doneAt: maybe.instant,
          handReference: maybe.text,
        }),
      ),
      documents: v.array(
        v.object({ kind: text, issuedAt: instant, code: text, withdrawnAt: maybe.instant }),
      ),
      /** What waits for a second person. */
      proposals: v.array(v.object({ proposalId: id, act: v.picklist(ACT_NAMES), until: instant })),
      acts: v.array(
        v.object({
          act: v.picklist(ORDER_ACTS),
          subject: v.nullable(id),
          cannot: v.nullable(v.picklist(CANNOT_ACT)),
        }),
      ),
    }),
    refusals: ['order-not-found', 'look-limit-reached'],
    ours: true,
  },
} satisfies Endpoints
