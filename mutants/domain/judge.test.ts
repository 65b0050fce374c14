import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { judge, percentOf, type ReportedFile, withoutUnreachedSurvivors } from './judge.ts'
import { survivors } from './survivors.ts'

/** A file with the mutants `a <= b` and an emptied block, each with a status. */
function fileWith(comparison: string, block: string): ReportedFile {
  return {
    source: 'export function least(a, b) {\n  if (a < b) {\n    return a\n  }\n  return b\n}\n',
    mutants: [
      {
        status: comparison,
        replacement: 'a <= b',
        location: { start: { line: 2, column: 7 }, end: { line: 2, column: 12 } },
      },
      {
        status: block,
        replacement: '{}',
        location: { start: { line: 2, column: 14 }, end: { line: 4, column: 4 } },
      },
    ],
  }
}
const COMPARISON = 'if (a < b) { → if (a <= b) {'
const BLOCK = 'if (a < b) { return a } → if (a < b) {}'
const listed = (...changes: string[]) => [{ file: 'least.ts', reason: 'Equal.', changes }]

test('names a survivor that is not listed by its lines before and after', () => {
  const report = { files: { 'least.ts': fileWith('Survived', 'NoCoverage') } }
  expect(judge(report, listed(COMPARISON))).toMatchObject({
    unlisted: [{ file: 'least.ts', change: BLOCK }],
    outdated: [],
  })
  expect(judge(report, listed(COMPARISON, BLOCK)).unlisted).toEqual([])
})

test('names a listed mutant that was noticed, but none of a file that was left out', () => {
  const report = { files: { 'least.ts': fileWith('Survived', 'Killed') } }
  const elsewhere = { file: 'other.ts', reason: 'Equal.', changes: [COMPARISON] }
  expect(judge(report, [...listed(COMPARISON, BLOCK), elsewhere])).toMatchObject({
    unlisted: [],
    outdated: [{ file: 'least.ts', change: BLOCK }],
  })
})

test('counts an endless loop as killed, and a mutant that was not run as neither', () => {
  const report = {
    files: { 'a.ts': fileWith('Timeout', 'Survived'), 'b.ts': fileWith('Ignored', 'Killed') },
  }
  const { total } = judge(report, [])
  expect(total).toEqual({ file: 'domain', killed: 2, survived: 1 })
  expect(percentOf(total)).toBeCloseTo(66.67)
})

test('forgets a survivor that no known test reaches, so that it is tried again', () => {
  const location = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } }
  const mutant = { replacement: '""', location }
  const ofConstant = { ...mutant, status: 'Survived', coveredBy: [] }
  const others = [
    { ...mutant, status: 'Killed', coveredBy: [] },
    { ...mutant, status: 'Survived', coveredBy: ['7'] },
  ]
  const file = (mutants: ReportedFile['mutants']) => ({
    files: { 'a.ts': { source: '', mutants } },
  })
  expect(withoutUnreachedSurvivors(file([ofConstant, ...others]))).toEqual(file(others))
})

test.each(survivors.map(survivor => [survivor.file, survivor] as const))(
  'the listed changes of %s can still be made',
  (file, { reason, changes }) => {
    const path = fileURLToPath(new URL(`../../${file}`, import.meta.url))
    const source = readFileSync(path, 'utf8').replace(/\s+/g, ' ')
    for (const change of changes) expect(source).toContain(change.split(' → ')[0])
    expect(reason).toMatch(/^[A-Z].*\.$/)
  },
)
