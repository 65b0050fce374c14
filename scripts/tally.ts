import { existsSync, readFileSync } from 'node:fs'

/** How many tests ended how. */
export type Tally = { passed: number; failed: number; skipped: number }

/** What is read of Vitest's JSON report. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** The counts of a run from the report that it wrote and the code that it exited with. */
export function readTally(reportPath: string, exitCode: number): Tally {
  if (!existsSync(reportPath)) return { passed: 0, failed: 1, skipped: 0 }
  return tallyOf(JSON.parse(readFileSync(reportPath, 'utf8')) as Report, exitCode)
}

/** A file that failed before its first test counts as one failure, and so does a run that failed for no test's sake. */
export function tallyOf(report: Report, exitCode: number): Tally {
  const brokenFiles = report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = report.numFailedTests + brokenFiles
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The closing line; what was skipped is named only where something was. */
export function summaryLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
