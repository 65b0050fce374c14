import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

/*
 * Comments, tests and pages refer to the documents in docs/: `specification §4`, `product §5`,
 * `regulation C7`, `decision 17`. Each reference must lead to a heading or a record that exists.
 */

const PAGES = {
  specification: 'docs/specification.md',
  product: 'docs/product.md',
  regulation: 'docs/regulation.md',
} as const
type Page = keyof typeof PAGES

type Form = {
  /** The first group is the name of the document, the second the list of places in it. */
  readonly pattern: RegExp
  /** Matches one place of that list. */
  readonly place: RegExp
}

// A comment may break the line between two words of a reference.
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

/** Matches the file name of a decision record in links and comments. */
const recordFile = /\b\d{3}-[a-z0-9-]+\.md\b/g

/** Names each reference that leads nowhere in a sentence, with file and line. */
export function danglingReferences(files: readonly SourceFile[]): string[] {
  const docs = readDocs(files)
  return files.flatMap(file => [
    ...forms.flatMap(form => danglingOf(form, file, docs)),
    ...[...file.text.matchAll(recordFile)]
      .filter(([name]) => !docs.recordFiles.has(name))
      .map(
        ({ 0: name, index }) =>
          `${at(file, index)} names ${name}, and docs/decisions has no such record.`,
      ),
  ])
}

type Docs = {
  readonly headings: Readonly<Record<Page, ReadonlySet<string>>>
  readonly recordFiles: ReadonlySet<string>
}

function readDocs(files: readonly SourceFile[]): Docs {
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

/** Returns the beginnings of headings: `4` for "## 4. States", `C7` for "### C7. Extension". */
function headings(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^##+ (\d+\.\d+|[A-Z]?\d+)\b/gm)].map(([, name]) => name ?? ''))
}

function danglingOf({ pattern, place }: Form, file: SourceFile, docs: Docs): string[] {
  return [...file.text.matchAll(pattern)].flatMap(
    ({ 0: whole, 1: document = '', 2: list = '', index }) => {
      const references = list.replace(/"[^"]*"/g, '').match(place) ?? []
      const name = document.toLowerCase()
      if (name === 'decisions') {
        return [`${at(file, index)} says ${oneLine(whole)}, but that page is called product.`]
      }
      return references
        .filter(reference => !exists(name, reference, docs))
        .map(reference => `${at(file, index)} refers to ${fault(name, reference)}`)
    },
  )
}

function exists(name: string, place: string, docs: Docs): boolean {
  if (name === 'decision')
    return [...docs.recordFiles].some(file => file.startsWith(`${place.padStart(3, '0')}-`))
  return docs.headings[pageNamed(name)].has(place)
}

function fault(name: string, place: string): string {
  if (name === 'decision') return `decision ${place}, and docs/decisions has no such record.`
  const sign = name === 'regulation' ? '' : '§'
  return `${name} ${sign}${place}, and ${PAGES[pageNamed(name)]} has no such heading.`
}

function pageNamed(name: string): Page {
  if (name === 'regulation') return 'regulation'
  return name === 'product' ? 'product' : 'specification'
}

function at({ path, text }: SourceFile, index: number): string {
  return `${path}:${text.slice(0, index).split('\n').length}`
}

const oneLine = (text: string) => text.replace(/[\s*/]+/g, ' ')

/** Matches a path of the repository in a document: `` `web/paths.ts` ``. */
const namedPath =
  /`((?:bench|console|contract|docs|domain|e2e|fuzz|model|mutants|scripts|server|simulation|web|words)\/[\w./-]+)`/g
/** Matches the target of a link that leads to a file of the repository. */
const linkedPath = /\]\((?!https?:)([^)\s#]+)/g

/** Names each file or folder that a document names or links to, and that does not exist. */
export function missingPaths(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.flatMap(({ path }) => withFolders(path)))
  return files
    .filter(({ path }) => path.endsWith('.md') && path !== 'CHANGELOG.md')
    .flatMap(file => {
      const named = [...file.text.matchAll(namedPath)].map(([, path = '']) => path)
      const linked = [...file.text.matchAll(linkedPath)].map(([, path = '']) =>
        posix.join(posix.dirname(file.path), path),
      )
      return [...named, ...linked]
        .filter(path => !paths.has(path.replace(/\/$/, '')))
        .map(path => `${file.path} names ${path}, which is not there.`)
    })
}

function withFolders(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'))
}
