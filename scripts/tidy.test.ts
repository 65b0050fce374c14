import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { styleViolations } from './tidy.ts'

const file = (path: string, text = '', sizeBytes = text.length) => ({ path, text, sizeBytes })
// Joined here, so that this file itself keeps the rules.
const forbidden = (...parts: string[]) => parts.join('')

describe('the repository', () => {
  const files = sourceFiles()

  test('is listed', () => {
    expect(files.map(({ path }) => path)).toContain('package.json')
  })

  test('keeps every rule', () => {
    expect(files.flatMap(styleViolations)).toEqual([])
  })
})

describe('names a breach', () => {
  const untidy: [rule: string, path: string, text: string][] = [
    ['more than 400 lines', 'domain/money.ts', 'export const a = 1\n'.repeat(401)],
    ['a note to do something later', 'domain/money.ts', forbidden('// TO', 'DO: round')],
    [
      'a test that makes others be skipped',
      'domain/money.test.ts',
      forbidden('expect(1)\ntest.on', 'ly("a", () => {})'),
    ],
    ['a skipped test', 'domain/money.test.ts', forbidden('expect(1)\nit.sk', 'ip("a", () => {})')],
    ['a silenced compiler', 'domain/money.ts', forbidden('// @ts-', 'ignore')],
    ['a parameter of no type', 'domain/money.ts', forbidden('function f(a: an', 'y) {}')],
    ['a cast to no type', 'domain/money.ts', forbidden('const a = b as an', 'y')],
    ['a limit in our own words', 'domain/limits.ts', forbidden('export const MO', 'ST_LOANS = 1')],
    ['another limit', 'domain/limits.ts', forbidden('const LOANS_AT_MO', 'ST_MS = 1')],
    ['a default in our own words', 'domain/limits.ts', forbidden('const GIV', 'EN_LIMITS = {}')],
    ['a function that tells', 'server/a.ts', forbidden('function tel', 'lOwner() {}')],
    ['a value named by a participle', 'server/a.ts', forbidden('const fou', 'nd = 1')],
    ['a type named by a participle', 'server/a.ts', forbidden('type Aske', 'dFee = 1')],
    [
      'a limit of an option in our own words',
      'server/a.ts',
      forbidden('f({ mos', 'tWaiting: 2 })'),
    ],
    ['a fact that was told', 'server/a.ts', forbidden('let tol', 'dDay = 1')],
    ['a quaint word', 'docs/a.md', forbidden('It begins ane', 'w.')],
    ["a machine's path", 'README.md', forbidden('See /ro', 'ot/notes.')],
    ["another machine's path", 'README.md', forbidden('See /ho', 'me/ann/notes.')],
    ['a registry host', '.npmrc', forbidden('registry=https://regis', 'try.npmjs.org')],
    ['a default export', 'web/screens/home/home.tsx', 'export default function Home() {}'],
    [
      'a barrel',
      'domain/index.ts',
      "// All of it.\nexport * from './money.ts'\nexport {\n  day,\n} from './day.ts'\n",
    ],
    ['a name that says nothing', 'web/utils.ts', 'export const a = 1'],
    ['a folder that says nothing', 'web/helpers/money.ts', 'export const a = 1'],
    ['an object literal that is spread', 'domain/money.ts', forbidden('f({ ..', '.{ a, b }, c })')],
    ['a list literal that is spread', 'domain/money.ts', forbidden('f([..', '.[a, g(b)], c])')],
    ['a last part that is spread', 'domain/money.ts', forbidden('f({ c, ..', '.{\n  a,\n} })')],
    ['names from a list', 'domain/money.ts', forbidden('con', 'st [a, b] = [f(x), g[0]]')],
    ['typed names from a list', 'domain/money.ts', forbidden('le', 't [a, b]: [A[], B] = [[], b]')],
    [
      'a test that asserts nothing',
      'domain/money.test.ts',
      "test('a', () => { pay() }) // we expect it to work",
    ],
    ['a text that is not in words/', 'server/support/faq.ts', "const title = 'लोन'"],
    ['a sentence recognised', 'web/a.ts', 'const a = /^Please input (.+)$/.exec(msg)'],
    ['a sentence recognised otherwise', 'web/a.ts', "new RegExp('at least (\\\\d+) digits')"],
    [
      'a journey that asserts nothing',
      'e2e/home.e2e.ts',
      "journey('a', async ({ tap }) => { await tap('Go') })",
    ],
  ]

  test.each(untidy)('%s', (_rule, path, text) => {
    expect(styleViolations(file(path, text))).toHaveLength(1)
  })

  test('a large file', () => {
    expect(styleViolations(file('web/public/photo.jpg', '', 501 * 1024))).toEqual([
      'web/public/photo.jpg is 501 KB large; 500 KB is the most.',
    ])
    expect(
      styleViolations(file('server/identity/directory/branches-2026-03-23.csv.br', '', 2_000_001)),
    ).toEqual([
      'server/identity/directory/branches-2026-03-23.csv.br is 1954 KB large; 1953 KB is the most.',
    ])
  })
})

describe('accepts', () => {
  const tidy: [why: string, path: string, text: string][] = [
    ['a test of states alone', 'web/screens/help/Help.test.tsx', 'testStates(states)'],
    ['a long test', 'domain/money.test.ts', 'expect(1)\n'.repeat(301)],
    [
      'a spread of a call',
      'domain/money.ts',
      'f({ ...g({ a }), ...(b ? { b } : {}), ...(c && { c }) })',
    ],
    ['a spread of a computed list', 'domain/money.ts', 'f([...[a, b].map(g), ...[...c].sort()])'],
    ['parameters that are taken apart', 'domain/money.ts', 'const f = (...[a, b]: Pair) => a + b'],
    ['untyped parameters', 'domain/money.ts', 'const f: F = async (a, ...[b]) => a + b'],
    ['names from a call', 'domain/money.ts', 'const [a, b] = await Promise.all([f(), g()])'],
    [
      'names from a computed list',
      'domain/money.ts',
      'const [a, b] = [x, y].sort()\nconst c = [d]',
    ],
    ['a catalogue', 'words/en/common.json', '{}'],
    [
      'a long file that is generated',
      'server/lending/rows.generated.ts',
      'export type A = 1\n'.repeat(401),
    ],
    ['a configuration that its tool demands', 'vite.config.ts', 'export default {}'],
    [
      'a word that only looks like a left-over',
      'domain/money.ts',
      'const masked = "91XXXXXXXXXX" // as any lender would',
    ],
    [
      'a file that passes on and adds',
      'domain/day.ts',
      "export { a } from './a.ts'\nexport const b = 1",
    ],
    ['a path of the web', 'web/paths.ts', "const home = '/home/v1/index'; const a = '/auth/work/'"],
    ["a vendor's answer", 'server/providers/a/b.ts', 'const a = /not linked/i.test(msg)'],
    ['a form', 'domain/day.ts', 'const a = /^[0-9]{4} [a-z]+$/.test(text); const b = c / d / e'],
    [
      'a journey that sees',
      'e2e/home.e2e.ts',
      "journey('a', async ({ see }) => { await see('Settled') })",
    ],
  ]

  test.each(tidy)('%s', (_why, path, text) => {
    expect(styleViolations(file(path, text))).toEqual([])
  })
})
