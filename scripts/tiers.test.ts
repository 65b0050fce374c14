import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import config from '#vitest.config.ts'
import { sourceFiles } from './source-files.ts'
import { ON_EVERY_DATABASE, ON_ONE_DATABASE, PURE, REST, tierOf, WHOLE } from './tiers.ts'

type Globs = { readonly name: string; readonly include: string[]; readonly exclude?: string[] }

const projects = (config.test?.projects ?? []).map(each => (each as { test: Globs }).test)
const tests = sourceFiles()
  .map(({ path }) => path)
  .filter(path => /\.(test|e2e)\.tsx?$/.test(path))

/** Names the projects that run a file. */
function projectsOf(path: string): string[] {
  return projects
    .filter(({ include }) => include.some(glob => matchesGlob(path, glob)))
    .map(({ name }) => name)
}

test('each project belongs to one tier', () => {
  expect(projects.map(({ name }) => name).sort()).toEqual([...PURE, ...WHOLE, ...REST].sort())
})

test('no project excludes files, which would turn off --exclude of the command line', () => {
  expect(projects.filter(({ exclude }) => exclude).map(({ name }) => name)).toEqual([])
})

test('each test file belongs to one project', () => {
  expect(tests.length).toBeGreaterThan(300)
  expect(tests.filter(path => projectsOf(path).length !== 1)).toEqual([])
})

test('the lists of tests for another database name tests', () => {
  const named = [...ON_EVERY_DATABASE, ...ON_ONE_DATABASE]
  expect(named.filter(start => !tests.some(path => path.startsWith(start)))).toEqual([])
})

test('the place of a test file says which command runs it', () => {
  const names = (of: readonly string[], path: string) => of.includes(projectsOf(path)[0] ?? '')
  for (const path of tests)
    expect(tierOf(path), path).toBe(
      names(PURE, path) ? 'npm run check' : names(WHOLE, path) ? 'npm test' : 'npm run test:all',
    )
})

test.each([
  ['domain/money.test.ts', ['domain']],
  ['web/screens/home/home.test.tsx', ['pages']],
  ['server/main.test.ts', ['server']],
  ['server/main.slow.test.ts', ['slow']],
  ['e2e/stories/sign-in.e2e.ts', ['stories']],
  ['e2e/kill.e2e.ts', ['journeys']],
  ['bench/main.test.ts', []],
])('%s belongs to %j', (path, names) => {
  expect(projectsOf(path)).toEqual(names)
})
