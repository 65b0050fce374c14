import { expect, test } from 'vitest'
import { finalStates, type OrderState, orderStates } from '#domain/lending/order.ts'
import { reservationStep, whyNotReserve } from '#domain/lending/reservation.ts'

const states = Object.keys(orderStates) as OrderState[]

test('the next loan can be reserved once, while one runs as agreed', () => {
  const inTime = (state: OrderState) => ({ state, overdueDays: 0 })
  expect(states.filter(state => whyNotReserve(inTime(state), false) === undefined)).toEqual([
    'loaned',
    'extension',
  ])
  expect(whyNotReserve(inTime('loaned'), true)).toBe('reservation-exists')
  expect(whyNotReserve(inTime('overdue'), true)).toBe('order-state')
  expect(whyNotReserve({ state: 'extension', overdueDays: 1 }, false)).toBe('order-state')
})

test('a reservation is applied for when the loan is settled, cancelled if the loan never started, and waits otherwise', () => {
  const steps = Object.fromEntries(states.map(state => [state, reservationStep(state)]))
  expect(steps).toMatchObject({
    settled: 'apply',
    failed: 'cancel',
    loaned: 'wait',
    overdue: 'wait',
    extension: 'wait',
  })
  expect(states.filter(state => steps[state] !== 'wait').sort()).toEqual([...finalStates].sort())
})
