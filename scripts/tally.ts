import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** How many tests ended how, which of them failed for what, and which passed only when they were tried again. */
export type Tally = {
  passed: number
  failed: number
  skipped: number
  failures: readonly string[]
  retried: readonly Retried[]
}

/** A test that passed in the end: what it failed for before, each message with its stack. */
export type Retried = { test: string; messages: readonly string[] }

/** What is read of Vitest's JSON report. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; assertionResults: TestResult[] }[]
}

type TestResult = { fullName: string; status: string; failureMessages: string[] }

/** The counts of a run from the report that it wrote and the code that it exited with. */
export function readTally(reportPath: string, exitCode: number): Tally {
  if (!existsSync(reportPath))
    return { passed: 0, failed: 1, skipped: 0, failures: ['The run left no report.'], retried: [] }
  return tallyOf(JSON.parse(readFileSync(reportPath, 'utf8')) as Report, exitCode)
}

/** A file that failed before its first test counts as one failure, and so does a run that failed for no test's sake. */
export function tallyOf(report: Report, exitCode: number): Tally {
  const brokenFiles = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failed = report.numFailedTests + brokenFiles.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...brokenFiles.map(({ name, message }) => `${basename(name)}: ${firstLine(message)}`),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.flatMap(result => failureOf(name, result)),
      ),
    ],
    retried: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.flatMap(result => retriedOf(name, result)),
    ),
  }
}

function failureOf(file: string, { fullName, status, failureMessages }: TestResult): string[] {
  return status === 'failed'
    ? [`${basename(file)} > ${fullName}: ${firstLine(failureMessages.at(-1) ?? '')}`]
    : []
}

/** Vitest keeps the failures of every try, also where a later one passed. */
function retriedOf(file: string, { fullName, status, failureMessages }: TestResult): Retried[] {
  if (status !== 'passed' || failureMessages.length === 0) return []
  return [
    {
      test: `${basename(file)} > ${fullName}`,
      messages: failureMessages.map(stripVTControlCharacters),
    },
  ]
}

function firstLine(message: string): string {
  return stripVTControlCharacters(message).split('\n')[0] ?? ''
}

/** One line for a test that was tried again: what it failed for first. */
export function retriedLine({ test, messages: [first = ''] }: Retried): string {
  return `RETRIED ${test}: ${firstLine(first)}`
}

/** The closing line; what was skipped is named only where something was. */
export function summaryLine({
  passed,
  failed,
  skipped,
}: Pick<Tally, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
