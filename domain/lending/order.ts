/**
 * The life cycle of an order: one table of states, one of moves (product §6). Server checks,
 * buttons, colours, links and the diagram in ARCHITECTURE.md are all derived from these.
 */
export const orderStates = {
  auditing: { code: '1', name: 'Auditing', tone: 'brand' },
  pass: { code: '2', name: 'Pass', tone: 'brand' },
  denied: { code: '3', name: 'Denied', tone: 'quiet' },
  lending: { code: '4', name: 'Lending', tone: 'quiet' },
  failed: { code: '5', name: 'Failed', tone: 'quiet' },
  loaned: { code: '6', name: 'Loaned', tone: 'good' },
  settled: { code: '7', name: 'Settled', tone: 'quiet' },
  overdue: { code: '8', name: 'Overdued', tone: 'bad' },
  cancelled: { code: '9', name: 'Cancelled', tone: 'quiet' },
  extension: { code: '11', name: 'Extension', tone: 'warn' },
} as const satisfies Record<
  string,
  { code: string; name: string; tone: 'brand' | 'good' | 'warn' | 'bad' | 'quiet' }
>

export type OrderState = keyof typeof orderStates

/**
 * A state as order detail shows it: to the native audit page an order past `auditing` and `pass` is
 * finished, which is never stored (product §6).
 */
export type ShownOrderState = OrderState | 'finished'

type Move = { readonly from: readonly OrderState[]; readonly to: OrderState }

/** Every legal move, named after its event. */
export const orderMoves = {
  approve: { from: ['auditing'], to: 'pass' },
  deny: { from: ['auditing'], to: 'denied' },
  withdraw: { from: ['auditing', 'pass'], to: 'cancelled' },
  lapse: { from: ['pass'], to: 'cancelled' },
  confirm: { from: ['pass'], to: 'lending' },
  payoutSucceeded: { from: ['lending'], to: 'loaned' },
  payoutRefused: { from: ['lending'], to: 'failed' },
  payoutReversed: { from: ['loaned', 'overdue', 'extension', 'settled'], to: 'failed' },
  fallOverdue: { from: ['loaned'], to: 'overdue' },
  cure: { from: ['overdue'], to: 'loaned' },
  requestExtension: { from: ['loaned', 'overdue'], to: 'extension' },
  /** Also of one that was recorded as lapsed, where its fee was paid in time and became known later. */
  extensionPaid: { from: ['extension', 'loaned', 'overdue'], to: 'loaned' },
  extensionEndedInTime: { from: ['extension'], to: 'loaned' },
  extensionEndedOverdue: { from: ['extension'], to: 'overdue' },
  requestHardshipPlan: { from: ['loaned'], to: 'loaned' },
  grantHardshipPlan: { from: ['loaned'], to: 'loaned' },
  refuseHardshipPlan: { from: ['loaned'], to: 'loaned' },
  settle: { from: ['loaned', 'overdue', 'extension'], to: 'settled' },
} as const satisfies Record<string, Move>

export type OrderMove = keyof typeof orderMoves

/** Events of an order that do not change its state. */
export const orderNotes = [
  'apply',
  'refer',
  'ask',
  'answer',
  'reserve',
  'cancelReservation',
  'pay',
  'payExtension',
  'paidTooMuch',
  'paidForNothing',
  /** A payment became known that was made before others, which pay something else since. */
  'paymentsReplayed',
  'penalWaived',
  /** A loan proved less late than the rules had held when they decided on this application. */
  'latenessTakenBack',
  'autopayAsked',
  'autopayApproved',
  'autopayRefused',
  'autopayPaused',
  'autopayResumed',
  'autopayRevoked',
  'autopayEnded',
  'autopayStarted',
  'autopaySkipped',
  'autopayDropped',
] as const
/** The events of an order's record. */
export type OrderEventName = OrderMove | (typeof orderNotes)[number]

export function canMove(state: OrderState, move: OrderMove): boolean {
  const { from }: Move = orderMoves[move]
  return from.includes(state)
}

/** The state after a move, or undefined if the table does not allow it. */
export function stateAfter(state: OrderState, move: OrderMove): OrderState | undefined {
  return canMove(state, move) ? orderMoves[move].to : undefined
}

/**
 * States of an order that is still in progress: a borrower has at most one (product §6, "one
 * running order").
 */
export const runningStates = [
  'auditing',
  'pass',
  'lending',
  'loaned',
  'overdue',
  'extension',
] as const satisfies OrderState[]

/** States in which the borrower owes money. */
export const owingStates = ['loaned', 'overdue', 'extension'] as const satisfies OrderState[]

/**
 * States that end an order for the borrower. Only the bank can still move one, by reversing the
 * payout of a repaid loan.
 */
export const finalStates = [
  'denied',
  'failed',
  'settled',
  'cancelled',
] as const satisfies OrderState[]

/** The colour in the list: valid for 1, 2, 6, 8, 11; quiet for the others (specification §4). */
export function isListedAsValid(state: OrderState): boolean {
  return orderStates[state].tone !== 'quiet'
}

/** 0 none · 2 awaiting payment · 3 extended · 4 lapsed · 5 abandoned (product §6). */
export const extensionStates = {
  none: 0,
  awaitingPayment: 2,
  extended: 3,
  lapsed: 4,
  abandoned: 5,
} as const
export type ExtensionState = (typeof extensionStates)[keyof typeof extensionStates]

export type OrderPage = 'audit' | 'confirm' | 'detail' | 'extension'

/**
 * The target of a tap on home's in-progress card; undefined means the orders list (specification
 * §4).
 */
export function pageFromHome(state: OrderState): OrderPage | undefined {
  const pages: Partial<Record<OrderState, OrderPage>> = {
    auditing: 'audit',
    pass: 'confirm',
    loaned: 'detail',
    overdue: 'detail',
  }
  return pages[state]
}

/** The target of a tap in the orders list; undefined means no link (specification §4). */
export function pageFromList(
  state: OrderState,
  extensionState: ExtensionState,
): OrderPage | undefined {
  const page = pageFromHome(state)
  if (page) return page
  if (extensionState === extensionStates.extended) return 'detail'
  if (state === 'extension' || extensionState === extensionStates.awaitingPayment)
    return 'extension'
  return undefined
}

/**
 * True if an order is over for the borrower: its card then links to its details and documents on a
 * separate line.
 */
export function hasEnded(state: ShownOrderState | undefined): boolean {
  return finalStates.some(final => final === state)
}

/**
 * The standing of an order's money: still to come, arrived, or never to come. After a payout that
 * the bank reversed, nothing is left.
 */
export function moneyOf(state: ShownOrderState | undefined): 'to-come' | 'arrived' | 'none' {
  if (state === 'settled' || owingStates.some(owing => owing === state)) return 'arrived'
  return hasEnded(state) ? 'none' : 'to-come'
}

/**
 * The page that follows the audit page after a refresh: 2 to confirm, 4 or higher to the orders
 * list, else it stays (specification §4).
 */
export function pageAfterAuditRefresh(state: ShownOrderState): 'confirm' | 'orders' | 'stay' {
  if (state === 'pass') return 'confirm'
  return state === 'auditing' || state === 'denied' ? 'stay' : 'orders'
}

/** The order's life cycle as a Mermaid state diagram, for the documents. */
export function orderDiagram(): string {
  const edges = Object.entries(orderMoves).flatMap(([event, { from, to }]: [string, Move]) =>
    from.map(state => `  ${state} --> ${to}: ${event}`),
  )
  return [
    'stateDiagram-v2',
    '  [*] --> auditing: apply',
    ...edges,
    ...finalStates.map(state => `  ${state} --> [*]`),
  ].join('\n')
}
