import { describe, expect, test } from 'vitest'
import { readTally, retriedLine, summaryLine, tallyOf } from './tally.ts'

const green = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}

describe('the counts of a test run', () => {
  test('are those of the report', () => {
    const counts = { passed: 3, failed: 2, skipped: 2 }
    expect(
      tallyOf({ ...green, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }, 1),
    ).toMatchObject(counts)
  })

  test('take a file that did not load for a failure', () => {
    const file = {
      name: '/a/b.test.ts',
      status: 'failed',
      message: 'Cannot find c\nat d',
      assertionResults: [],
    }
    expect(tallyOf({ ...green, testResults: [file] }, 1)).toMatchObject({
      failed: 1,
      failures: ['b.test.ts: Cannot find c'],
    })
  })

  test('name each test that failed, and why it did the last time', () => {
    const failed = {
      fullName: 'one is two',
      status: 'failed',
      failureMessages: ['once', '\u001b[31m1 is not 2\u001b[39m\nat d'],
    }
    const passed = { fullName: 'one is one', status: 'passed', failureMessages: [] }
    const file = {
      name: '/a/b.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [failed, passed],
    }
    expect(tallyOf({ ...green, testResults: [file] }, 1).failures).toEqual([
      'b.test.ts > one is two: 1 is not 2',
    ])
  })

  test('name each test that passed only when it was tried again, and keep all that it failed for before', () => {
    const retried = {
      fullName: 'one is two',
      status: 'passed',
      failureMessages: ['\u001b[31mtoo early\u001b[39m\nat d', 'too late'],
    }
    const file = {
      name: '/a/b.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [retried],
    }
    const tally = tallyOf({ ...green, testResults: [file] }, 0)
    expect(tally).toMatchObject({ passed: 3, failed: 0, failures: [] })
    expect(tally.retried).toEqual([
      { test: 'b.test.ts > one is two', messages: ['too early\nat d', 'too late'] },
    ])
    expect(tally.retried.map(retriedLine)).toEqual(['RETRIED b.test.ts > one is two: too early'])
  })

  test('are never green when the run was not', () => {
    expect(tallyOf(green, 1).failed).toBe(1)
    expect(tallyOf(green, 0).failed).toBe(0)
  })

  test('of a run that left no report are one failure', () => {
    expect(readTally('no/such/report.json', 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  })
})

test('the closing line names what was skipped only where something was', () => {
  expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(summaryLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped')
})
