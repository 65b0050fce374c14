import { expect, test } from 'vitest'
import { fillPath, pathParts } from '#contract/path.ts'

test('parts of a path are taken from the input, and the rest is returned', () => {
  expect(pathParts('/a/{x}/b/{y}')).toEqual(['x', 'y'])
  expect(fillPath('/district/{stateId}', { stateId: 'KA', q: 1 })).toEqual({
    path: '/district/KA',
    rest: { q: 1 },
  })
})

test('a part cannot escape its segment', () => {
  expect(fillPath('/district/{id}', { id: '../../x?y#z' }).path).toBe(
    '/district/..%2F..%2Fx%3Fy%23z',
  )
})

test.each([undefined, null, ''])('a missing part (%j) throws', id => {
  expect(() => fillPath('/district/{id}', { id })).toThrow('path part id is missing')
})
