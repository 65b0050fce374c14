import { expect, test } from 'vitest'
import { logFaults, printedFaults } from './log-faults.ts'

test.each([
  [{ level: 40, msg: 'the bank is slow' }],
  [{ level: 30, msg: "The job queue: Cannot read properties of undefined (reading 'reduce')" }],
  [{ level: 30, msg: 'looked', err: { message: 'no' } }],
  [{ level: 30, msg: 'the close of business failed' }],
])('%j is a fault, unless it is allowed', line => {
  const [fault = ''] = logFaults([line])
  expect(fault).toContain(line.msg)
  expect(printedFaults([JSON.stringify(line)])).toEqual([fault])
  expect(logFaults([line], [/queue|slow|looked|business/])).toEqual([])
})

test("information is no fault, and a line outside the log's format is one", () => {
  const lines = [
    'Saral is ready at http://localhost:3000',
    "The console of the lender's people is at http://localhost:3000/console",
    '{"level":30,"msg":"answered","code":0}',
    '',
  ]
  expect(printedFaults(lines)).toEqual([])
  expect(printedFaults([...lines, '(node:1) DeprecationWarning: old'])).toEqual([
    '(node:1) DeprecationWarning: old',
  ])
})
