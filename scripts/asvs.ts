import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourceFile } from './source-files.ts'

/*
 * scripts/asvs-answers.txt answers each requirement of the OWASP ASVS 5.0.0, levels 1 and 2, once, and
 * the tests that it names exist. docs/security.md shows its short rows: `npm run rig -- asvs` writes them.
 */

const PAGE = 'docs/security.md'
const ANSWERS = 'scripts/asvs-answers.txt'
/** A line for each requirement: its number and its level. Its head names source and licence. */
const REQUIREMENTS = 'scripts/asvs-5.0.0.txt'

/** The part of the page between its marks. */
const rowsOfPage = /(<!-- answers: begin -->\n)([\s\S]*?)(<!-- answers: end -->)/
/** A test file, and the names of its tests: `` `domain/a.test.ts` "one", "another" ``. */
const namedTests = /`([\w./-]+\.(?:test\.tsx?|e2e\.ts))`((?:,? "[^"]+")*)/g

type Answer = { readonly cell: string; readonly asksFor: string; readonly text: string }
type Line = { readonly chapter: string } | Answer

/** Names each fault of the answers and of the page in a sentence. */
export function securityFaults(files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const answers = texts.get(ANSWERS) ?? ''
  const isCurrent = rowsOfPage.exec(texts.get(PAGE) ?? '')?.[2] === shortRows(answers)
  return [
    ...faultsOfRequirements(answers, numbersIn(texts.get(REQUIREMENTS) ?? '')),
    ...faultsOfTests(answers, texts),
    ...(isCurrent ? [] : [`${PAGE} differs from ${ANSWERS}: npm run rig -- asvs`]),
  ]
}

/** The numbers of the requirements, in their order. */
export function numbersIn(text: string): string[] {
  return [...text.matchAll(/^(V\d+\.\d+\.\d+) [12]$/gm)].map(([, number = '']) => number)
}

/**
 * Renders the answers as short rows. A row names the test files, and more only where no test proves
 * the answer, a requirement is not met, or somebody else has to meet it.
 */
export function shortRows(answers: string): string {
  return linesOf(answers)
    .map(line =>
      'chapter' in line
        ? `\n### ${line.chapter}\n\n`
        : `- **${line.cell}** ${line.asksFor}: ${shortAnswer(line.text)}\n`,
    )
    .join('')
}

function shortAnswer(text: string): string {
  const files = [...new Set([...text.matchAll(namedTests)].map(([, path]) => `\`${path}\``))]
  const needsWords =
    files.length === 0 || /\*\*Not met|Does not apply|The (?:lender|proxy)[’']s/.test(text)
  return needsWords ? text.replace(namedTests, '`$1`') : `${files.join(', ')}.`
}

function linesOf(answers: string): Line[] {
  return answers.split('\n').flatMap((line): Line[] => {
    if (/^V\d+ /.test(line)) return [{ chapter: line }]
    const [cell = '', asksFor = '', text = ''] = line.split(' | ')
    return /^V\d/.test(line) ? [{ cell, asksFor, text }] : []
  })
}

function faultsOfRequirements(answers: string, numbers: readonly string[]): string[] {
  const cells = linesOf(answers).flatMap(line => ('cell' in line ? line.cell.split(', ') : []))
  const answered = cells.flatMap(cell => numbersOf(cell, numbers) ?? [])
  return [
    ...cells
      .filter(cell => numbersOf(cell, numbers) === undefined)
      .map(cell => `${ANSWERS} answers ${cell}, which is no requirement of level 1 or 2.`),
    ...numbers
      .filter(number => !answered.includes(number))
      .map(number => `${ANSWERS} does not answer ${number}.`),
    ...numbers
      .filter(number => answered.indexOf(number) !== answered.lastIndexOf(number))
      .map(number => `${ANSWERS} answers ${number} more than once.`),
  ]
}

/** The numbers that `V1.2.3`, or all that `V1.2.6–V1.2.8`, stands for; undefined if it has none. */
function numbersOf(cell: string, numbers: readonly string[]): readonly string[] | undefined {
  const [first = '', last = first] = cell.split('–')
  const from = numbers.indexOf(first)
  const to = numbers.indexOf(last)
  return from === -1 || to < from ? undefined : numbers.slice(from, to + 1)
}

function faultsOfTests(answers: string, texts: ReadonlyMap<string, string>): string[] {
  return [...answers.matchAll(namedTests)].flatMap(([, path = '', list = '']) => {
    const text = texts.get(path)
    if (text === undefined) return [`${ANSWERS} names ${path}, which does not exist.`]
    const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
    if (names.length === 0) return [`${ANSWERS} names no test of ${path}.`]
    return names
      .filter(name => !hasTest(text, name))
      .map(name => `${ANSWERS} names the test "${name}", which ${path} does not have.`)
  })
}

/** True if a call of `test`, or of the result of `test.each`, in the text begins with this name. */
function hasTest(text: string, name: string): boolean {
  const joined = text.replace(/\(\s+/g, '(')
  return ["'", '"', '`'].some(quote => joined.includes(`(${quote}${name}${quote},`))
}

if (import.meta.main) {
  const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
  const rows = shortRows(readFileSync(file(ANSWERS), 'utf8'))
  const page = readFileSync(file(PAGE), 'utf8')
  writeFileSync(
    file(PAGE),
    page.replace(rowsOfPage, (_whole, begin, _rows, end) => `${begin}${rows}${end}`),
  )
}
