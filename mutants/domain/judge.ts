import type { Survivor } from './survivor.ts'

/** The part of Stryker's report that this project reads, a file of mutation-testing-report-schema. */
export type Report = { readonly files: Readonly<Record<string, ReportedFile>> }

export type ReportedFile = { readonly source: string; readonly mutants: readonly ReportedMutant[] }

type ReportedMutant = {
  readonly status: string
  /** The tests that reach it; none for a constant, which is made while its module loads. */
  readonly coveredBy?: readonly string[]
  readonly replacement: string
  readonly location: { readonly start: Position; readonly end: Position }
}

/** Counted from one. */
type Position = { readonly line: number; readonly column: number }

/** The counts of noticed and surviving mutants of a file, or of all. */
export type Score = { readonly file: string; readonly killed: number; readonly survived: number }

export type Verdict = {
  readonly scores: readonly Score[]
  readonly total: Score
  /** Survivors that the list does not explain. */
  readonly unlisted: readonly Change[]
  /** Changes that the list explains although they were noticed, or cannot be made any more. */
  readonly outdated: readonly Change[]
}

/** A mutant, as the list of survivors names it: the lines before and after it. */
export type Change = { readonly file: string; readonly change: string }

/** A loop that does not end counts as noticed, like a failed test. */
const KILLED = ['Killed', 'Timeout']
const SURVIVED = ['Survived', 'NoCoverage']

/** Compares a report with the list of survivors; a report of some files, with their part of it. */
export function judge({ files }: Report, listed: readonly Survivor[]): Verdict {
  const scores = Object.entries(files).map(([file, { mutants }]) => ({
    file,
    killed: mutants.filter(({ status }) => KILLED.includes(status)).length,
    survived: mutants.filter(({ status }) => SURVIVED.includes(status)).length,
  }))
  const survived = Object.entries(files).flatMap(([file, reported]) =>
    changesThatSurvived(reported).map(change => ({ file, change })),
  )
  const explained = listed.flatMap(({ file, changes }) => changes.map(change => ({ file, change })))
  return {
    scores,
    total: {
      file: 'domain',
      killed: scores.reduce((sum, { killed }) => sum + killed, 0),
      survived: scores.reduce((sum, { survived: more }) => sum + more, 0),
    },
    unlisted: survived.filter(each => !explained.some(other => isSame(each, other))),
    outdated: explained.filter(
      each => each.file in files && !survived.some(other => isSame(each, other)),
    ),
  }
}

/**
 * An earlier result without the survivors that no known test reaches. Stryker would keep them,
 * although a new test may kill them.
 */
export function withoutUnreachedSurvivors({ files, ...rest }: Report): Report {
  const entries = Object.entries(files).map(([file, reported]) => [
    file,
    {
      ...reported,
      mutants: reported.mutants.filter(
        ({ status, coveredBy = [] }) => !SURVIVED.includes(status) || coveredBy.length > 0,
      ),
    },
  ])
  return { ...rest, files: Object.fromEntries(entries) }
}

/** The share of mutants that were noticed, in percent. */
export function percentOf({ killed, survived }: Score): number {
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived)
}

function isSame(one: Change, other: Change): boolean {
  return one.file === other.file && one.change === other.change
}

function changesThatSurvived({ source, mutants }: ReportedFile): string[] {
  const lines = source.split('\n')
  const changes = mutants
    .filter(({ status }) => SURVIVED.includes(status))
    .map(({ location: { start, end }, replacement }) => {
      const first = lines[start.line - 1] ?? ''
      const last = lines[end.line - 1] ?? ''
      const before = lines.slice(start.line - 1, end.line).join(' ')
      const after = first.slice(0, start.column - 1) + replacement + last.slice(end.column - 1)
      return `${onOneLine(before)} → ${onOneLine(after)}`
    })
  return [...new Set(changes)]
}

/** Without line ends, and without the spaces that only lay out the code. */
function onOneLine(code: string): string {
  return code.replace(/\s+/g, ' ').trim()
}
