import { describe, expect, test } from 'vitest'
import { numbersIn, securityFaults, shortRows } from './asvs.ts'
import { sourceFiles } from './source-files.ts'

const file = (path: string, text: string) => ({ path, text, sizeBytes: text.length })

const REQUIREMENTS = '# Source and licence.\nV1.1.1 1\nV1.1.2 2\nV1.1.4 1\nV1.2.1 2\n'
const TESTS = `
test('works once', () => {})
test.each([1])(
  "is another's %s",
  () => {},
)
describe('a session', () => {})
expect('works twice').toBe('works twice')
`
const pageOf = (rows: string) => `# Head\n<!-- answers: begin -->\n${rows}<!-- answers: end -->\n`
const faultsBeside = (rows: string | undefined, ...lines: string[]) => {
  const answers = lines.map(line => `${line}\n`).join('')
  return securityFaults([
    file('scripts/asvs-5.0.0.txt', REQUIREMENTS),
    file('domain/a.test.ts', TESTS),
    file('scripts/asvs-answers.txt', answers),
    file('docs/security.md', pageOf(rows ?? shortRows(answers))),
  ])
}
const faults = (...lines: string[]) => faultsBeside(undefined, ...lines)

test('every requirement is answered once, by tests that exist, and shown on docs/security.md', () => {
  const files = sourceFiles()
  const requirements = files.find(({ path }) => path === 'scripts/asvs-5.0.0.txt')
  // ASVS 5.0.0 has 70 requirements of level 1, and 183 of level 2.
  expect(numbersIn(requirements?.text ?? '')).toHaveLength(253)
  expect(securityFaults(files)).toEqual([])
})

describe('the answers to requirements', () => {
  test('may be given for one, for several, or for a range of requirements', () => {
    expect(faults('V1.1.1–V1.1.4, V1.2.1 | much | Done.')).toEqual([])
    expect(faults('V1.1.1 | a | b', 'V1.1.2, V1.1.4 | a | b', 'V1.2.1 | a | b')).toEqual([])
  })

  test('are faulty if one is missing', () => {
    expect(faults('V1.1.1–V1.1.4 | a | As in V1.2.1.')).toEqual([
      'scripts/asvs-answers.txt does not answer V1.2.1.',
    ])
  })

  test('are faulty if one is given twice', () => {
    expect(faults('V1.1.1–V1.2.1 | a | b', 'V1.1.2 | a | b')).toEqual([
      'scripts/asvs-answers.txt answers V1.1.2 more than once.',
    ])
  })

  test.each(['V1.1.3', 'V9.1.1', 'V1.2.1–V1.1.1', 'V1.1.1–V1.1.3', 'V1.1.1 and V1.1.2'])(
    'are faulty for %s, which is none',
    cell => {
      expect(faults('V1.1.1–V1.2.1 | a | b', `${cell} | a | b`)).toEqual([
        `scripts/asvs-answers.txt answers ${cell}, which is no requirement of level 1 or 2.`,
      ])
    },
  )
})

describe('the named tests', () => {
  const by = (tests: string) => faults(`V1.1.1–V1.2.1 | a | ${tests}`)

  test('may be several of a file, and a group of them', () => {
    expect(by('`domain/a.test.ts` "works once", "is another\'s %s", "a session"')).toEqual([])
  })

  test('are faulty if the file has no test of that name, although it has the words', () => {
    expect(by('`domain/a.test.ts` "works once", "works twice"')).toEqual([
      'scripts/asvs-answers.txt names the test "works twice", which domain/a.test.ts does not have.',
    ])
  })

  test('are faulty if there is no such file', () => {
    expect(by('`domain/b.test.ts` "works once"')).toEqual([
      'scripts/asvs-answers.txt names domain/b.test.ts, which does not exist.',
    ])
  })

  test('are faulty if a file is named without a test', () => {
    expect(by('`domain/a.test.ts` has them')).toEqual([
      'scripts/asvs-answers.txt names no test of domain/a.test.ts.',
    ])
  })
})

describe('the page', () => {
  test('names the files of tests, and keeps the words where a requirement is not met', () => {
    const rows = shortRows(
      [
        '# a comment',
        'V1 Encoding',
        'V1.1.1 | a | Long. `domain/a.test.ts` "works once"; `domain/a.test.ts` "a session"',
        'V1.1.2 | b | **Not met** by codes: `domain/a.test.ts` "works once" holds.',
      ].join('\n'),
    )
    expect(rows).toBe(
      '\n### V1 Encoding\n\n- **V1.1.1** a: `domain/a.test.ts`.\n- **V1.1.2** b: **Not met** by codes: `domain/a.test.ts` holds.\n',
    )
  })

  test('is faulty if it differs from the answers', () => {
    expect(faultsBeside('- **V1.1.1** a: old.\n', 'V1.1.1–V1.2.1 | a | new.')).toEqual([
      'docs/security.md differs from scripts/asvs-answers.txt: npm run rig -- asvs',
    ])
  })
})
