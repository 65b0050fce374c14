import type { SourceFile } from './source-files.ts'

/*
 * Comments, tests and pages refer to the books of the house: `specification §4`, `product §5`, `regulation C7`, `decision 17`.
 * Each reference must lead to a heading or a record that exists.
 */

/** The page `product` was called `decisions` before. When no reference says so any more, set this to false: then one that does is refused. */
const ACCEPTS_DECISIONS_FOR_PRODUCT = false

/** Migrations go on saying `decisions`: a database refuses one whose text, comments included, has changed since it ran. */
const isMigration = (path: string) => /\/migrations\/\d+-[^/]*\.sql$/.test(path)

const PAGES = {
  specification: 'docs/specification.md',
  product: 'docs/product.md',
  regulation: 'docs/regulation.md',
} as const
type Page = keyof typeof PAGES

type Form = {
  /** The first group is the name of the book, the second the list of its places. */
  readonly pattern: RegExp
  /** One place of such a list. */
  readonly place: RegExp
}

// Between two words of a reference a comment may begin a new line.
const gap = String.raw`[\s*/]+`
const listOf = (place: string) =>
  String.raw`(${place}(?:(?:,${gap}"[^"\n]*")?(?:,|;| and)${gap}${place})*)`

const section = String.raw`§ ?\d+`
const item = String.raw`(?:[A-Z]\d+|\d\.\d+)\b`
const recordNumber = String.raw`\d{1,3}\b`

const forms: readonly Form[] = [
  {
    pattern: new RegExp(
      String.raw`\b(spec(?:ification)?|product|decisions)(?:\.md)?${gap}\(?${listOf(section)}`,
      'gi',
    ),
    place: /\d+/g,
  },
  {
    pattern: new RegExp(String.raw`\b([Rr]egulation),?${gap}${listOf(item)}`, 'g'),
    place: /[A-Z]\d+|\d\.\d+/g,
  },
  {
    pattern: new RegExp(String.raw`\b([Dd]ecision)s?${gap}${listOf(recordNumber)}`, 'g'),
    place: /\d+/g,
  },
]

/** The file name of a record, as links and comments write it. */
const recordFile = /\b\d{3}-[a-z0-9-]+\.md\b/g

/** References that lead nowhere, each a sentence with file and line. */
export function danglingReferences(files: readonly SourceFile[]): string[] {
  const books = readBooks(files)
  return files.flatMap(file => [
    ...forms.flatMap(form => danglingOf(form, file, books)),
    ...[...file.text.matchAll(recordFile)]
      .filter(([name]) => !books.recordFiles.has(name))
      .map(
        ({ 0: name, index }) =>
          `${at(file, index)} names ${name}, and docs/decisions has no such record.`,
      ),
  ])
}

type Books = {
  readonly headings: Readonly<Record<Page, ReadonlySet<string>>>
  readonly recordFiles: ReadonlySet<string>
}

function readBooks(files: readonly SourceFile[]): Books {
  const headingsOf = (page: Page) =>
    headings(files.find(({ path }) => path === PAGES[page])?.text ?? '')
  const recordPaths = files
    .map(({ path }) => path)
    .filter(path => /^docs\/decisions\/\d{3}-/.test(path))
  return {
    headings: {
      specification: headingsOf('specification'),
      product: headingsOf('product'),
      regulation: headingsOf('regulation'),
    },
    recordFiles: new Set(recordPaths.map(path => path.slice('docs/decisions/'.length))),
  }
}

/** What the headings of a page begin with: `4` for "## 4. States", `C7` for "### C7. Extension", `4.8` for "## 4.8 KYC". */
function headings(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^##+ (\d+\.\d+|[A-Z]?\d+)\b/gm)].map(([, name]) => name ?? ''))
}

function danglingOf({ pattern, place }: Form, file: SourceFile, books: Books): string[] {
  return [...file.text.matchAll(pattern)].flatMap(
    ({ 0: whole, 1: book = '', 2: list = '', index }) => {
      const places = list.replace(/"[^"]*"/g, '').match(place) ?? []
      const name = book.toLowerCase()
      if (name === 'decisions' && !ACCEPTS_DECISIONS_FOR_PRODUCT && !isMigration(file.path)) {
        return [`${at(file, index)} says ${oneLine(whole)}; that page is called product.`]
      }
      return places
        .filter(found => !exists(name, found, books))
        .map(found => `${at(file, index)} refers to ${fault(name, found)}`)
    },
  )
}

function exists(name: string, place: string, books: Books): boolean {
  if (name === 'decision')
    return [...books.recordFiles].some(file => file.startsWith(`${place.padStart(3, '0')}-`))
  return books.headings[pageNamed(name)].has(place)
}

function fault(name: string, place: string): string {
  if (name === 'decision') return `decision ${place}, and docs/decisions has no such record.`
  const sign = name === 'regulation' ? '' : '§'
  return `${name} ${sign}${place}, and ${PAGES[pageNamed(name)]} has no such heading.`
}

function pageNamed(name: string): Page {
  if (name === 'regulation') return 'regulation'
  return name === 'product' || name === 'decisions' ? 'product' : 'specification'
}

function at({ path, text }: SourceFile, index: number): string {
  return `${path}:${text.slice(0, index).split('\n').length}`
}

const oneLine = (text: string) => text.replace(/[\s*/]+/g, ' ')
