import type { SourceFile } from './source-files.ts'

/*
 * docs/security.md answers each requirement of the OWASP ASVS 5.0.0, levels 1 and 2, once, and the
 * tests that it names exist.
 */

const PAGE = 'docs/security.md'
/** A line for each requirement: its number and its level. Its head names source and licence. */
const REQUIREMENTS = 'scripts/asvs-5.0.0.txt'

/** A row of a table that answers requirements: `| V1.2.6–V1.2.8, V1.3.1 | …`. */
const rowOfRequirements = /^\| (V\d[^|]*)\|/gm
/** A test file, and the names of its tests: `` `domain/a.test.ts` "one", "another" ``. */
const namedTests = /`([\w./-]+\.(?:test\.tsx?|e2e\.ts))`((?:,? "[^"]+")*)/g

/** Names each fault of the page in a sentence. */
export function securityFaults(files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const page = texts.get(PAGE) ?? ''
  return [
    ...faultsOfRequirements(page, numbersIn(texts.get(REQUIREMENTS) ?? '')),
    ...faultsOfTests(page, texts),
  ]
}

/** The numbers of the requirements, in their order. */
export function numbersIn(text: string): string[] {
  return [...text.matchAll(/^(V\d+\.\d+\.\d+) [12]$/gm)].map(([, number = '']) => number)
}

function faultsOfRequirements(page: string, numbers: readonly string[]): string[] {
  const cells = [...page.matchAll(rowOfRequirements)].flatMap(([, cell = '']) =>
    cell.trim().split(', '),
  )
  const answered = cells.flatMap(cell => numbersOf(cell, numbers) ?? [])
  return [
    ...cells
      .filter(cell => numbersOf(cell, numbers) === undefined)
      .map(cell => `${PAGE} answers ${cell}, which is no requirement of level 1 or 2.`),
    ...numbers
      .filter(number => !answered.includes(number))
      .map(number => `${PAGE} does not answer ${number}.`),
    ...numbers
      .filter(number => answered.indexOf(number) !== answered.lastIndexOf(number))
      .map(number => `${PAGE} answers ${number} more than once.`),
  ]
}

/** The numbers that `V1.2.3`, or all that `V1.2.6–V1.2.8`, stands for; undefined if it has none. */
function numbersOf(cell: string, numbers: readonly string[]): readonly string[] | undefined {
  const [first = '', last = first] = cell.split('–')
  const from = numbers.indexOf(first)
  const to = numbers.indexOf(last)
  return from === -1 || to < from ? undefined : numbers.slice(from, to + 1)
}

function faultsOfTests(page: string, texts: ReadonlyMap<string, string>): string[] {
  return [...page.matchAll(namedTests)].flatMap(([, path = '', list = '']) => {
    const text = texts.get(path)
    if (text === undefined) return [`${PAGE} names ${path}, which does not exist.`]
    const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
    if (names.length === 0) return [`${PAGE} names no test of ${path}.`]
    return names
      .filter(name => !hasTest(text, name))
      .map(name => `${PAGE} names the test "${name}", which ${path} does not have.`)
  })
}

/** True if a call in the text, of `test` or of what `test.each` returns, begins with this name. */
function hasTest(text: string, name: string): boolean {
  const joined = text.replace(/\(\s+/g, '(')
  return ["'", '"', '`'].some(quote => joined.includes(`(${quote}${name}${quote},`))
}
