import { expect, test } from 'vitest'
import { contactFaults } from './judged-staff.ts'

const noon = (day: number) => new Date(Date.UTC(2026, 0, day, 6, 30)).toISOString()
const dispute = { borrowerId: 'one', from: noon(10), until: noon(20) }
const call = (borrowerId: string, day: number) => ({
  borrowerId,
  from: noon(day),
  until: noon(day),
})
const reminder = (borrowerId: string, day: number) => ({ borrowerId, id: 'a', at: noon(day) })

test('calls and reminders before, after and to others are no fault', () => {
  const calls = [call('one', 9), call('one', 21), call('two', 15)]
  const reminders = [reminder('one', 10), reminder('one', 20), reminder('two', 15)]
  expect(contactFaults([dispute], calls, reminders)).toEqual([])
})

test('a call or a reminder while a complaint is open is named', () => {
  expect(contactFaults([dispute], [call('one', 15)], [reminder('one', 15)])).toEqual([
    expect.stringContaining('was called'),
    expect.stringContaining('reminder a'),
  ])
})

test('a complaint that nobody answers holds for thirty days', () => {
  const unanswered = { ...dispute, until: noon(300) }
  expect(contactFaults([unanswered], [], [reminder('one', 39)])).toHaveLength(1)
  expect(contactFaults([unanswered], [], [reminder('one', 40)])).toEqual([])
})

test('calls are judged borrower by borrower', () => {
  expect(contactFaults([], [call('one', 1), call('two', 1)], [])).toEqual([])
  expect(contactFaults([], [call('one', 1), call('one', 1)], [])).toHaveLength(1)
})
