import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The outcome of a run: counts, failures and file times. */
export type Tally = {
  passed: number
  failed: number
  skipped: number
  failures: readonly string[]
  files: readonly TimedFile[]
}

/** A test file, and the seconds from the start of its first test to the end of its last. */
export type TimedFile = { file: string; seconds: number }

/** The fields of Vitest's JSON report that this file reads. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: TestFile[]
}

type TestFile = {
  name: string
  status: string
  message: string
  startTime: number
  endTime: number
  assertionResults: TestResult[]
}

type TestResult = { fullName: string; status: string; failureMessages: string[] }

const SLOWEST = 20
const LAST_LINES = 20

const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }

/** Returns the tally of a run that failed before it could report. */
export function failedRun(reason: string): Tally {
  return { ...emptyTally, failed: 1, failures: [reason] }
}

/** The end of a run: its exit code, and the last part of its error output. */
export type RunEnd = { exitCode: number; errorOutput: string }

/** Reads the tally of a run from its report and its end. */
export function readTally(reportPath: string, end: RunEnd): Tally {
  if (!existsSync(reportPath)) return failedRun(`The run wrote no report. ${printedBy(end)}`)
  return tallyOf(JSON.parse(readFileSync(reportPath, 'utf8')) as Report, end)
}

/**
 * Counts the results of a report. A file that failed outside its tests counts as one failure, and
 * so does a run that failed although no test or file did: only its output names the cause.
 */
export function tallyOf(report: Report, end: RunEnd): Tally {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(result => result.status === 'failed'),
  )
  const failed = report.numFailedTests + brokenFiles.length
  const isUnexplained = failed === 0 && end.exitCode !== 0
  return {
    passed: report.numPassedTests,
    failed: isUnexplained ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...brokenFiles.map(({ name, message }) => `${basename(name)}: ${firstLine(message)}`),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.flatMap(result => failureOf(name, result)),
      ),
      ...(isUnexplained ? [`The run ended with exit code ${end.exitCode}. ${printedBy(end)}`] : []),
    ],
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: basename(name),
      seconds: (endTime - startTime) / 1_000,
    })),
  }
}

/** Returns the last lines of the error output in one line. */
function printedBy({ errorOutput }: RunEnd): string {
  const lines = stripVTControlCharacters(errorOutput)
    .split('\n')
    .map(line => line.replace(/⎯+/g, ' ').trim())
    .filter(line => line !== '')
  return lines.length === 0
    ? 'It printed no error.'
    : `It printed: ${lines.slice(-LAST_LINES).join(' | ')}`
}

function failureOf(file: string, { fullName, status, failureMessages }: TestResult): string[] {
  return status === 'failed'
    ? [`${placeOf(file, failureMessages[0])} > ${fullName}: ${firstLine(failureMessages[0] ?? '')}`]
    : []
}

/** Returns the name of a test file, with the line that failed where the message names it. */
function placeOf(file: string, message = ''): string {
  const name = basename(file)
  const line = message.split(`${name}:`)[1]?.match(/^\d+/)?.[0]
  return line === undefined ? name : `${name}:${line}`
}

function firstLine(message: string): string {
  return stripVTControlCharacters(message).split('\n')[0] ?? ''
}

/** Lists the slowest files with their seconds, the slowest first. */
export function slowestLines({ files }: Pick<Tally, 'files'>): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

/** Returns the closing line. It names skipped tests only if there are any. */
export function summaryLine({
  passed,
  failed,
  skipped,
}: Pick<Tally, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
