import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysToWait, eligibilityAt, orderStatusOf, reapplyAt } from '#domain/lending/eligibility.ts'
import { finalStates, runningStates } from '#domain/lending/order.ts'

const deniedAt = new Date('2026-11-05T10:00:00Z')
const hoursLater = (hours: number) => new Date(deniedAt.getTime() + hours * 3_600_000)
const reapplyWaitDays = 15
const denied = [{ state: 'denied', deniedAt, reapplyWaitDays }] as const

test('one running order at a time', () => {
  for (const state of runningStates)
    expect(eligibilityAt(deniedAt, [{ state, reapplyWaitDays }]), state).toEqual({
      may: 'follow-order',
    })
  for (const state of finalStates)
    expect(eligibilityAt(deniedAt, [{ state, reapplyWaitDays }]), state).toEqual({ may: 'apply' })
  expect(eligibilityAt(deniedAt, [])).toEqual({ may: 'apply' })
})

test('after a denial the wait is fifteen days, given in days and hours', () => {
  const rows: [number, number, number][] = [
    [0, 15, 0],
    [1, 14, 23],
    [1.5, 14, 23],
    [359, 0, 1],
    [359.99, 0, 1],
  ]
  for (const [hours, days, left] of rows)
    expect(eligibilityAt(hoursLater(hours), denied), `${hours} h`).toMatchObject({
      may: 'wait',
      days,
      hours: left,
    })
  expect(eligibilityAt(hoursLater(360), denied)).toEqual({ may: 'apply' })
})

test('the latest denial counts, and a running order takes precedence over any wait', () => {
  const earlier = { state: 'denied', deniedAt: hoursLater(-1000), reapplyWaitDays } as const
  expect(eligibilityAt(hoursLater(1), [earlier, ...denied])).toMatchObject({ days: 14, hours: 23 })
  expect(eligibilityAt(hoursLater(1), [...denied, { state: 'pass', reapplyWaitDays }])).toEqual({
    may: 'follow-order',
  })
})

test('the date for applying again is known during the wait and after it', () => {
  expect(reapplyAt(denied)).toEqual(hoursLater(360))
  expect(
    reapplyAt([{ state: 'denied', deniedAt: hoursLater(-1000), reapplyWaitDays }, ...denied]),
  ).toEqual(hoursLater(360))
  expect(reapplyAt([{ state: 'settled', reapplyWaitDays }])).toBeUndefined()
  expect(reapplyAt([{ state: 'settled', deniedAt, reapplyWaitDays }])).toBeUndefined()
  expect(reapplyAt([{ state: 'denied', reapplyWaitDays }])).toBeUndefined()
})

test('each denial has the wait that was stated with it, and the one that ends last counts', () => {
  const wait = (days: number) => ({ ...denied[0], reapplyWaitDays: days })
  const later = { state: 'denied', deniedAt: hoursLater(24), reapplyWaitDays: 2 } as const
  expect(reapplyAt([wait(30), later])).toEqual(hoursLater(720))
  expect(reapplyAt([later, wait(30)])).toEqual(hoursLater(720))
  expect(reapplyAt([later, wait(1)])).toEqual(hoursLater(72))
  expect(eligibilityAt(hoursLater(1), [wait(30), later])).toMatchObject({ days: 29, wait: 30 })
  expect(eligibilityAt(deniedAt, [wait(0)])).toEqual({ may: 'apply' })
})

test('a wait never ends before the time given', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 400, noNaN: true }), hours => {
      const result = eligibilityAt(hoursLater(hours), denied)
      if (result.may !== 'wait') return hours >= 359.999
      return (
        hoursLater(hours + result.days * 24 + result.hours).getTime() >= result.until.getTime() - 1
      )
    }),
  )
})

test('the wait in days alone is rounded up, so that it never ends before the time given', () => {
  expect(daysToWait({ day: 15, hour: 0 })).toBe(15)
  expect(daysToWait({ day: 14, hour: 23 })).toBe(15)
  expect(daysToWait({ day: 0, hour: 1 })).toBe(1)
})

test('orderStatus on the wire', () => {
  expect(orderStatusOf({ may: 'apply' })).toBe(1)
  expect(orderStatusOf({ may: 'follow-order' })).toBe(2)
  expect(orderStatusOf({ may: 'wait', until: deniedAt, days: 1, hours: 0, wait: 1 })).toBe(0)
})
