import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canMove,
  extensionStates,
  finalStates,
  hasEnded,
  isListedAsValid,
  moneyOf,
  type OrderMove,
  type OrderState,
  orderDiagram,
  orderMoves,
  orderStates,
  pageAfterAuditRefresh,
  pageFromHome,
  pageFromList,
  runningStates,
  stateAfter,
} from '#domain/lending/order.ts'

const states = Object.keys(orderStates) as OrderState[]
const moves = Object.keys(orderMoves) as OrderMove[]

test('every state combined with every move', () => {
  const rows = moves.map(
    move =>
      `${move.padEnd(21)} ${states.map(state => (canMove(state, move) ? '✓' : '·')).join(' ')} → ${orderMoves[move].to}`,
  )
  expect(`\n${rows.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    approve               ✓ · · · · · · · · · → pass
    deny                  ✓ · · · · · · · · · → denied
    withdraw              ✓ ✓ · · · · · · · · → cancelled
    lapse                 · ✓ · · · · · · · · → cancelled
    confirm               · ✓ · · · · · · · · → lending
    payoutSucceeded       · · · ✓ · · · · · · → loaned
    payoutRefused         · · · ✓ · · · · · · → failed
    payoutReversed        · · · · · ✓ ✓ ✓ · ✓ → failed
    fallOverdue           · · · · · ✓ · · · · → overdue
    cure                  · · · · · · · ✓ · · → loaned
    requestExtension      · · · · · ✓ · ✓ · · → extension
    extensionPaid         · · · · · ✓ · ✓ · ✓ → loaned
    extensionEndedInTime  · · · · · · · · · ✓ → loaned
    extensionEndedOverdue · · · · · · · · · ✓ → overdue
    requestHardshipPlan   · · · · · ✓ · · · · → loaned
    grantHardshipPlan     · · · · · ✓ · · · · → loaned
    refuseHardshipPlan    · · · · · ✓ · · · · → loaned
    settle                · · · · · ✓ · ✓ · ✓ → settled
    "
  `)
})

test('every state is reachable from auditing, and only the bank moves a final one', () => {
  const reached = new Set<OrderState>(['auditing'])
  for (const _ of states)
    for (const state of [...reached])
      for (const move of moves) reached.add(stateAfter(state, move) ?? state)
  expect([...reached].sort()).toEqual([...states].sort())
  for (const state of states) {
    const hasWayOn = moves.some(move => move !== 'payoutReversed' && canMove(state, move))
    expect(hasWayOn, state).toBe(!(finalStates as readonly OrderState[]).includes(state))
    expect((runningStates as readonly OrderState[]).includes(state), state).toBe(hasWayOn)
  }
})

test('no sequence of moves leaves the table', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...moves)), walk => {
      let state: OrderState = 'auditing'
      for (const move of walk) state = stateAfter(state, move) ?? state
      return states.includes(state)
    }),
  )
})

test('codes, colours and links by state', () => {
  const rows = states.map(state => {
    const { code, name } = orderStates[state]
    const links = [
      pageFromHome(state),
      pageFromList(state, 0),
      pageFromList(state, 2),
      pageFromList(state, 3),
      pageAfterAuditRefresh(state),
    ]
    return [
      code.padStart(2),
      name.padEnd(9),
      isListedAsValid(state) ? 'valid  ' : 'invalid',
      ...links.map(link => (link ?? '–').padEnd(9)),
    ].join(' ')
  })
  expect(
    `\n   state     list    home      ext 0     ext 2     ext 3     refresh\n${rows.join('\n')}\n`,
  ).toMatchInlineSnapshot(`
    "
       state     list    home      ext 0     ext 2     ext 3     refresh
     1 Auditing  valid   audit     audit     audit     audit     stay     
     2 Pass      valid   confirm   confirm   confirm   confirm   confirm  
     3 Denied    invalid –         –         extension detail    stay     
     4 Lending   invalid –         –         extension detail    orders   
     5 Failed    invalid –         –         extension detail    orders   
     6 Loaned    valid   detail    detail    detail    detail    orders   
     7 Settled   invalid –         –         extension detail    orders   
     8 Overdued  valid   detail    detail    detail    detail    orders   
     9 Cancelled invalid –         –         extension detail    orders   
    11 Extension valid   –         extension extension detail    orders   
    "
  `)
  expect(Object.values(extensionStates)).toEqual([0, 2, 3, 4, 5])
})

test('the money of an order is to come until it arrives, and never comes if the order ended before', () => {
  const codes = (money: ReturnType<typeof moneyOf>) =>
    states.filter(state => moneyOf(state) === money).map(state => orderStates[state].code)
  expect(codes('to-come')).toEqual(['1', '2', '4'])
  expect(codes('arrived')).toEqual(['6', '7', '8', '11'])
  expect(codes('none')).toEqual(['3', '5', '9'])
})

test('an order has ended once it is denied, failed, settled or cancelled', () => {
  expect(states.filter(hasEnded).map(state => orderStates[state].code)).toEqual([
    '3',
    '5',
    '7',
    '9',
  ])
  expect(hasEnded(undefined)).toBe(false)
})

test('the colour of a state: quiet where the specification colours it as invalid (§4)', () => {
  const toned = (tone: string) =>
    states.filter(state => orderStates[state].tone === tone).map(state => orderStates[state].code)
  expect(toned('brand')).toEqual(['1', '2'])
  expect(toned('quiet')).toEqual(['3', '4', '5', '7', '9'])
  expect(toned('good')).toEqual(['6'])
  expect(toned('bad')).toEqual(['8'])
  expect(toned('warn')).toEqual(['11'])
})

test('the diagram shows every move, and where an order begins and ends', () => {
  for (const move of moves) expect(orderDiagram()).toContain(`: ${move}`)
  const lines = orderDiagram().split('\n')
  expect(lines.slice(0, 3)).toEqual([
    'stateDiagram-v2',
    '  [*] --> auditing: apply',
    '  auditing --> pass: approve',
  ])
  expect(lines.slice(-4)).toEqual([
    '  denied --> [*]',
    '  failed --> [*]',
    '  settled --> [*]',
    '  cancelled --> [*]',
  ])
})
