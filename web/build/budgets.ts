/** The part of a chunk in Vite's manifest that matters for its size. */
export type ManifestChunk = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  isEntry?: boolean
}
export type Manifest = Record<string, ManifestChunk>

export type Weight = { what: string; bytes: number; budgetBytes: number }

const KB = 1024
/**
 * The budgets of the architecture: what the first page (sign-in) needs to run, and what each
 * further page adds.
 */
const INITIAL_JS = 80 * KB
const ROUTE_JS = 12 * KB
/**
 * The shared part of a borrower's pages, fetched once after sign-in: the query cache, the contract's
 * client, and what home needs.
 */
const SHARED_JS = 42 * KB
/** A chunk fetched by at least this many pages is shared and not counted for any of them. */
const SHARED_FROM = 4

const ENTRY = 'index.html'
const FIRST_SCREEN = 'screens/login/Login.tsx'
const QUERIES = 'shell/queries.tsx'

/** A chunk and all its static imports, direct and indirect. */
function closureOf(manifest: Manifest, key: string, visited = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || visited.has(key)) return visited
  visited.add(key)
  for (const imported of chunk.imports ?? []) closureOf(manifest, imported, visited)
  return visited
}

/**
 * The app's compressed sizes against its budgets. `sizeOf` returns the compressed size of a build
 * file. Catalogue areas are left out: they are text, about a tenth of a page.
 */
export function weigh(manifest: Manifest, sizeOf: (file: string) => number): Weight[] {
  const initial = union(closureOf(manifest, ENTRY), closureOf(manifest, FIRST_SCREEN))
  const screens = Object.keys(manifest).filter(
    key => /^screens\/[^/]+\/[A-Z]\w*\.tsx$/.test(key) && key !== FIRST_SCREEN,
  )
  const added = new Map(screens.map(key => [key, without(closureOf(manifest, key), initial)]))
  const isShared = (chunk: string) =>
    [...added.values()].filter(chunks => chunks.has(chunk)).length >= SHARED_FROM
  const shared = without(closureOf(manifest, QUERIES), initial)
  for (const chunks of added.values())
    for (const chunk of chunks) if (isShared(chunk)) shared.add(chunk)

  const total = (chunks: Iterable<string>) =>
    [...chunks].reduce((sum, key) => sum + sizeOf(manifest[key]?.file ?? ''), 0)
  return [
    { what: 'first page (sign-in)', bytes: total(initial), budgetBytes: INITIAL_JS },
    { what: 'shared by borrowers’ pages', bytes: total(shared), budgetBytes: SHARED_JS },
    ...[...added].map(([key, chunks]) => ({
      what: key,
      bytes: total(without(chunks, shared)),
      budgetBytes: ROUTE_JS,
    })),
  ]
}

function union(a: Set<string>, b: Set<string>): Set<string> {
  return new Set([...a, ...b])
}

function without(a: Set<string>, b: Set<string>): Set<string> {
  return new Set([...a].filter(item => !b.has(item)))
}
