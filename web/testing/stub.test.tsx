import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { call } from '#web/api/call.ts'
import { takeFaults } from '#web/testing/server.ts'
import { lost, stub } from '#web/testing/stub.ts'

const { ownLimits, place } = contract

test('an answer and a refusal arrive as the contract says, and the input as the server reads it', async () => {
  const reading = stub(place.districts, ({ stateId }) => [{ id: 'd1', name: `of ${stateId}` }])
  expect(await call(place.districts, { stateId: 's 1' })).toMatchObject({
    ok: false,
    reason: 'input-invalid',
  })
  expect(await call(place.districts, { stateId: 's1' })).toEqual({
    ok: true,
    data: [{ id: 'd1', name: 'of s1' }],
  })
  expect(reading.inputs).toEqual([{ stateId: 's1' }])
  stub(place.districts, { refused: 'rate-limited' })
  expect(await call(place.districts, { stateId: 's1' })).toMatchObject({ reason: 'rate-limited' })
  stub(place.districts, lost)
  expect(await call(place.districts, { stateId: 's1' })).toMatchObject({ reason: 'network' })
})

test('a call without a stub is reported by its name', async () => {
  expect(await call(ownLimits.state, {})).toMatchObject({ ok: false })
  expect(takeFaults()).toEqual(['ownLimits.state: no stub'])
})

test('an answer that the contract does not allow does not compile', () => {
  // @ts-expect-error the district has no name
  stub(place.districts, [{ id: 'd1' }])
  // @ts-expect-error no amount is refused for a pause
  stub(ownLimits.setCeiling, { refused: 'pause-day' })
  // @ts-expect-error money is paise
  stub(ownLimits.setCeiling, ({ ceiling }) => ({ ceiling: `${ceiling}` }))
})
