import { expect, test } from 'vitest'
import { type Gate, gate, type Leave, type Urgency } from '#server/platform/http/admission.ts'

/** A gate for two at once, on a clock that the test moves. */
function scene() {
  let nowMs = 0
  const entrance: Gate = gate({
    atOnce: 2,
    patienceMs: { first: 5_000, usual: 2_000 },
    nowMs: () => nowMs,
  })
  const outcomes: string[] = []
  const enter = (name: string, urgency: Urgency = 'usual'): Leave =>
    entrance.enter({
      urgency,
      admit: () => outcomes.push(`${name} in`),
      refuse: () => outcomes.push(`${name} refused`),
    })
  const pass = (ms: number) => {
    nowMs += ms
  }
  /** Lets many turns of this length pass, so that the gate knows its pace. */
  const measureTurnsOf = (ms: number) => {
    for (let turn = 0; turn < 200; turn += 1) {
      const leave = enter('earlier')
      pass(ms)
      leave()
    }
    outcomes.length = 0
  }
  return { enter, pass, outcomes, measureTurnsOf }
}

test('those that move money come before those that waited longer', () => {
  const { enter, outcomes } = scene()
  const leaves = [enter('a'), enter('b')]
  enter('home')
  enter('apply', 'first')
  expect(outcomes).toEqual(['a in', 'b in'])
  for (const leave of leaves) leave()
  expect(outcomes).toEqual(['a in', 'b in', 'apply in', 'home in'])
})

test('refuses at once when the turn would come too late, and money later than reads', () => {
  const { enter, outcomes, measureTurnsOf } = scene()
  measureTurnsOf(1_000)
  enter('a')
  enter('b')
  // Two at once, a second each: the fourth that waits gets its turn after two seconds.
  for (const name of ['1', '2', '3', '4', '5']) enter(name)
  expect(outcomes).toEqual(['a in', 'b in', '5 refused'])
  for (let place = 1; place <= 10; place += 1) enter(`money ${place}`, 'first')
  enter('money 11', 'first')
  expect(outcomes.slice(3)).toEqual(['money 11 refused'])
})

test('refuses one whose turn came too late after all', () => {
  const { enter, pass, outcomes } = scene()
  const leave = enter('a')
  enter('b')
  enter('late')
  pass(2_001)
  leave()
  expect(outcomes).toEqual(['a in', 'b in', 'late refused'])
})

test('one that goes away takes no turn, and its end counts once', () => {
  const { enter, outcomes } = scene()
  const leave = enter('a')
  enter('b')
  enter('gone')()
  enter('c')
  leave()
  leave()
  enter('d')
  expect(outcomes).toEqual(['a in', 'b in', 'c in'])
})
