import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { indiaDayOf } from '#domain/day.ts'
import type { MandatePort } from '#server/providers/mandate/port.ts'
import { type LendingWorld, wish } from '#server/testing/lending.ts'
import {
  type ComparedState,
  type ModelWorld,
  ofModel,
  ofServer,
  PRODUCT,
  type Replay,
} from './compared.ts'
import type { Trace } from './quint.ts'
import { sendNotices, steps } from './steps.ts'

const RUPEES = 10

export type Difference = {
  readonly step: number
  readonly action: string
  readonly server: ComparedState
  readonly model: ComparedState
}

/**
 * Takes the steps of a trace on the server, and compares the order after each. Returns the first
 * difference; undefined where there is none.
 */
export async function replay(world: LendingWorld, trace: Trace): Promise<Difference | undefined> {
  const order = await applied(
    world,
    trace.some(({ action }) => action === 'deny'),
  )
  for (const [index, { action, picks, world: state }] of trace.entries()) {
    const before = (trace[index - 1] ?? trace[0])?.world as ModelWorld
    const after = state as ModelWorld
    await steps[action]?.(order, picks, { before, after })
    if (!steps[action] && index > 0) throw new Error(`The replay does not know the step ${action}.`)
    if (isAnnounced(before, after)) await sendNotices(order)
    const model = ofModel(after)
    const server = await ofServer(order)
    if (JSON.stringify(server) !== JSON.stringify(model))
      return { step: index, action, server, model }
  }
  return undefined
}

/** Whether a step announced a debit: its request is the newest. */
function isAnnounced(before: ModelWorld, { pages, debit }: ModelWorld): boolean {
  const isNew = pages.length > before.pages.length
  return isNew && debit.state === 'Announced' && debit.page === pages.length - 1
}

/** Applies for the model's loan on a Saturday, with an income that leads to a denial or not. */
async function applied(world: LendingWorld, isDenied: boolean): Promise<Replay> {
  const { clock } = world.server
  while (clock.now().getUTCDay() !== 6) clock.advance({ days: 1 })
  const borrower = await world.borrower(isDenied ? { monthlyIncome: '0' } : {})
  const answer = await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower, { productId: PRODUCT, rupees: RUPEES }), { idempotencyKey: randomUUID() })
  if (!answer.ok) throw new Error(answer.reason)
  return {
    world,
    borrower,
    orderId: answer.data.orderId,
    startDay: indiaDayOf(clock.now()),
    sentBefore: world.bank.sent.length,
    pages: [],
    attempts: [],
    refunds: new Map(),
  }
}

/** The holder of AutoPay mandates: the borrower approves at once, and debits are what the trace says. */
export function mandatesOf(provider: () => LendingWorld['provider']): MandatePort {
  return {
    name: 'test',
    create: async ({ mandateId }) => ({
      mandateRef: mandateId,
      url: `http://saral.test/mandates/${mandateId}`,
    }),
    state: async () => ({ state: 'active' }),
    setState: async () => ({ state: 'done' }),
    announce: async ({ debitId }) => ({ debitRef: `link-${debitId}` }),
    debit: async () => undefined,
    attempts: debitRef => provider().attempts(debitRef),
    readWebhook: () => ({ kind: 'ignored' }),
    refund: request => provider().refund(request),
  }
}
