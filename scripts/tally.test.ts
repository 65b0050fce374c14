import { describe, expect, test } from 'vitest'
import { readTally, slowestLines, summaryLine, tallyOf } from './tally.ts'

const green = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}
const greenEnd = { exitCode: 0, errorOutput: '' }
const failedEnd = { exitCode: 1, errorOutput: '' }
/** Times of a file in tests that do not look at them. */
const times = { startTime: 0, endTime: 0 }

describe('the counts of a test run', () => {
  test('repeat those of the report', () => {
    const counts = { passed: 3, failed: 2, skipped: 2 }
    expect(
      tallyOf({ ...green, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }, failedEnd),
    ).toMatchObject(counts)
  })

  test('include a file that did not load as a failure', () => {
    const file = {
      ...times,
      name: '/a/b.test.ts',
      status: 'failed',
      message: 'Cannot find c\nat d',
      assertionResults: [],
    }
    expect(tallyOf({ ...green, testResults: [file] }, failedEnd)).toMatchObject({
      failed: 1,
      failures: ['b.test.ts: Cannot find c'],
    })
  })

  test('name each failed test with its first failure and the line of it', () => {
    const failed = {
      fullName: 'one is two',
      status: 'failed',
      failureMessages: [
        '\u001b[31m1 is not 2\u001b[39m\n    at d\n    at /a/b.test.ts:12:7\n    at /a/b.test.ts:3:1',
        '2 is not 1',
      ],
    }
    const passed = { fullName: 'one is one', status: 'passed', failureMessages: [] }
    const file = {
      ...times,
      name: '/a/b.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [failed, passed],
    }
    expect(
      tallyOf({ ...green, numFailedTests: 1, testResults: [file] }, failedEnd).failures,
    ).toEqual(['b.test.ts:12 > one is two: 1 is not 2'])
  })

  test('include a file that failed after all its tests had passed', () => {
    const passed = { fullName: 'one is one', status: 'passed', failureMessages: [] }
    const failed = { fullName: 'one is two', status: 'failed', failureMessages: ['1 is not 2'] }
    const message = 'what the servers logged: expected [] to equal\nat d'
    const file = { ...times, status: 'failed', message, assertionResults: [passed] }
    const other = { ...file, name: '/a/c.test.ts', message: '', assertionResults: [failed] }
    const testResults = [{ ...file, name: '/a/b.e2e.ts' }, other]
    expect(tallyOf({ ...green, numFailedTests: 1, testResults }, failedEnd)).toMatchObject({
      failed: 2,
      failures: [
        'b.e2e.ts: what the servers logged: expected [] to equal',
        'c.test.ts > one is two: 1 is not 2',
      ],
    })
  })

  test('are never green when the run failed', () => {
    expect(tallyOf(green, { exitCode: 7, errorOutput: '' })).toMatchObject({
      failed: 1,
      failures: ['The run ended with exit code 7. It printed no error.'],
    })
    expect(tallyOf(green, greenEnd).failed).toBe(0)
  })

  test('name the end of the output of a run that failed outside its tests', () => {
    const errorOutput = '\u001b[31m⎯⎯ Unhandled Rejection ⎯⎯\u001b[39m\n\nError: connection lost\n'
    expect(tallyOf(green, { exitCode: 1, errorOutput }).failures).toEqual([
      'The run ended with exit code 1. It printed: Unhandled Rejection | Error: connection lost',
    ])
  })

  test('of a run without a report are one failure', () => {
    expect(readTally('no/such/report.json', greenEnd)).toMatchObject({
      passed: 0,
      failed: 1,
      skipped: 0,
    })
  })
})

test('slowestLines names the twenty slowest files with their seconds', () => {
  const files = Array.from({ length: 25 }, (_, index) => ({ file: `${index}.ts`, seconds: index }))
  const lines = slowestLines({ files })
  expect(lines).toHaveLength(20)
  expect(lines.slice(0, 2)).toEqual(['   24.0 s  24.ts', '   23.0 s  23.ts'])
  const period = { ...times, startTime: 1_000, endTime: 3_500 }
  const file = { ...period, name: '/a/b.test.ts', status: 'passed', message: '' }
  const tally = tallyOf({ ...green, testResults: [{ ...file, assertionResults: [] }] }, greenEnd)
  expect(tally.files).toEqual([{ file: 'b.test.ts', seconds: 2.5 }])
})

test('summaryLine names skipped tests only if there are any', () => {
  expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(summaryLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped')
})
