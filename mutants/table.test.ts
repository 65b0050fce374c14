import { expect, test } from 'vitest'
import { mutants } from './list.ts'
import type { Mutant } from './mutant.ts'
import type { Outcome } from './run.ts'
import { tableOf, totalOf } from './table.ts'

const of = (theme: string) => mutants[theme]?.[0] as Mutant
const killed = (theme: string, file: string): Outcome => ({
  mutant: of(theme),
  how: 'killed',
  file,
  because: 'a test',
  seconds: 1,
})
const survived: Outcome = { ...killed('pages', ''), how: 'survived' }

test('the table counts the faults of a theme by the tier whose test killed them', () => {
  const ended = [
    killed('money', 'server/main.slow.test.ts'),
    killed('pages', 'web/screens/home/Home.test.tsx'),
    killed('pages', 'web/shell/access.test.ts'),
    survived,
  ]
  expect(tableOf(ended).map(row => row.split(/ {2,}/))).toEqual([
    ['theme', 'faults', 'npm run check', 'npm test', 'npm run test:all', 'not killed'],
    ['money', '1', '0', '0', '1', '0'],
    ['pages', '3', '1', '1', '0', '1'],
    ['all', '4', '1', '1', '1', '1'],
  ])
  expect(totalOf(ended)).toBe('4 mutants: 3 killed, 1 survived, 0 timed out, 0 broken.')
})
