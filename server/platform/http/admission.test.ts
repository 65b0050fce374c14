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
  const said: string[] = []
  const enter = (name: string, urgency: Urgency = 'usual'): Leave =>
    entrance.enter({
      urgency,
      admit: () => said.push(`${name} in`),
      refuse: () => said.push(`${name} refused`),
    })
  const pass = (ms: number) => {
    nowMs += ms
  }
  /** Lets many turns of this length pass, so that the gate knows its pace. */
  const learnTurnsOf = (ms: number) => {
    for (let turn = 0; turn < 200; turn += 1) {
      const leave = enter('earlier')
      pass(ms)
      leave()
    }
    said.length = 0
  }
  return { enter, pass, said, learnTurnsOf }
}

test('those that move money come before those that waited longer', () => {
  const { enter, said } = scene()
  const leaves = [enter('a'), enter('b')]
  enter('home')
  enter('apply', 'first')
  expect(said).toEqual(['a in', 'b in'])
  for (const leave of leaves) leave()
  expect(said).toEqual(['a in', 'b in', 'apply in', 'home in'])
})

test('refuses at once when the turn would come too late, and money later than reads', () => {
  const { enter, said, learnTurnsOf } = scene()
  learnTurnsOf(1_000)
  enter('a')
  enter('b')
  // Two at once, a second each: the fourth that waits gets its turn after two seconds.
  for (const name of ['1', '2', '3', '4', '5']) enter(name)
  expect(said).toEqual(['a in', 'b in', '5 refused'])
  for (let place = 1; place <= 10; place += 1) enter(`money ${place}`, 'first')
  enter('money 11', 'first')
  expect(said.slice(3)).toEqual(['money 11 refused'])
})

test('refuses one whose turn came too late after all', () => {
  const { enter, pass, said } = scene()
  const leave = enter('a')
  enter('b')
  enter('late')
  pass(2_001)
  leave()
  expect(said).toEqual(['a in', 'b in', 'late refused'])
})

test('one that goes away takes no turn, and its end counts once', () => {
  const { enter, said } = scene()
  const leave = enter('a')
  enter('b')
  enter('gone')()
  enter('c')
  leave()
  leave()
  enter('d')
  expect(said).toEqual(['a in', 'b in', 'c in'])
})
