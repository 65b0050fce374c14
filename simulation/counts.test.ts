import { expect, test } from 'vitest'
import { DONE, noActsYet } from './acts.ts'
import { countFaults } from './counts.ts'

const rare = { name: 'extension paid', count: 9, least: 10 }

test('an event that was too rare fails a run', () => {
  expect(countFaults(200, [rare, { ...rare, count: 10 }], noActsYet())).toEqual([
    '"extension paid" happened 9 times, not 10',
  ])
})

test('an act that was always refused fails a long run, and not a short one', () => {
  const acts = noActsYet()
  acts.note('extend', 'extension-cooling-off')
  acts.note('withdraw', 'order-state')
  acts.note('withdraw', DONE)
  expect(countFaults(200, [], acts)).toEqual(['"extend" was refused whenever somebody did it'])
  expect(countFaults(20, [], acts)).toEqual([])
})
