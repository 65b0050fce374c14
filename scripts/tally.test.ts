import { describe, expect, test } from 'vitest'
import { readTally, summaryLine, tallyOf } from './tally.ts'

const green = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }

describe('the counts of a test run', () => {
  test('are those of the report', () => {
    expect(tallyOf({ ...green, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }, 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
    })
  })

  test('take a file that did not load for a failure', () => {
    expect(tallyOf({ ...green, testResults: [{ status: 'failed', assertionResults: [] }] }, 1).failed).toBe(1)
  })

  test('are never green when the run was not', () => {
    expect(tallyOf(green, 1).failed).toBe(1)
    expect(tallyOf(green, 0).failed).toBe(0)
  })

  test('of a run that left no report are one failure', () => {
    expect(readTally('no/such/report.json', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

test('the closing line names what was skipped only where something was', () => {
  expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(summaryLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped')
})
