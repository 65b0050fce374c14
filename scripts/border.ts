import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'
import { withoutComments } from './tidy.ts'

/** Every import of this file that crosses a border it must not, each a sentence (ARCHITECTURE.md, "The import rule"). */
export function trespasses(file: Pick<SourceFile, 'path' | 'text'>): string[] {
  return importsOf(file.text).flatMap(specifier => {
    const target = resolveImport(file.path, specifier)
    const reason =
      target === undefined
        ? foreignReason(file.path, specifier)
        : homeReason(file.path, specifier, target)
    return reason ? [`${file.path} imports ${specifier}: ${reason}`] : []
  })
}

/** All module specifiers of a source text: imports, re-exports, types and dynamic imports alike. */
export function importsOf(text: string): string[] {
  const code = withoutComments(text)
  const patterns = [
    /(?:^|[\n;}])\s*(?:import|export)\b[^'"`;()=]*?\bfrom\s*['"]([^'"\n]+)['"]/g,
    /(?:^|[\n;}])\s*import\s*['"]([^'"\n]+)['"]/g,
    /\bimport\s*\(\s*['"`]([^'"`\n]+)['"`]/g,
  ]
  return patterns.flatMap(pattern =>
    [...code.matchAll(pattern)].flatMap(([, specifier]) => specifier ?? []),
  )
}

/** The path of the imported file inside the project; undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return undefined
}

export const isTest = (path: string) => /\.(test\.tsx?|e2e\.ts)$/.test(path)
const roomOf = (path: string) => path.split('/')[0] ?? ''

/** Whom each room may call upon. Rooms that are not named (e2e, bench, scripts) stand outside and may call on all. */
const neighbours: Record<string, string[]> = {
  domain: ['domain'],
  words: ['domain', 'words'],
  contract: ['domain', 'words', 'contract'],
  server: ['domain', 'words', 'contract', 'server'],
  web: ['domain', 'words', 'contract', 'web'],
}

/** The packages that the rooms below server and app may use, and those that only their tests may. */
const packages: Record<string, RegExp> = {
  domain: /^(?!)/,
  words: /^(@lingui\/message-utils\/compileMessage|node:fs)$/,
  contract: /^(valibot|@valibot\/to-json-schema)$/,
}
const testPackages = /^(vitest|fast-check|node:.+)$/

function foreignReason(from: string, specifier: string): string | undefined {
  const allowed = packages[roomOf(from)]
  if (!allowed || allowed.test(specifier) || (isTest(from) && testPackages.test(specifier)))
    return undefined
  return `${roomOf(from)} does without this package.`
}

function homeReason(from: string, specifier: string, target: string): string | undefined {
  if (specifier.startsWith('..')) return 'what lies outside the folder is imported by its # name.'
  const room = roomOf(from)
  const allowed = neighbours[room]
  if (allowed && !allowed.includes(roomOf(target)))
    return `${room} knows only ${allowed.join(', ')}.`
  return innerBorders.find(({ holds }) => holds(from, target))?.reason
}

const screenOf = (path: string) => /^web\/screens\/([^/]+)\//.exec(path)?.[1]
const isAdapter = (path: string) =>
  /^server\/providers\/[^/]+\//.test(path) && !path.endsWith('/port.ts')
const valueTypes = ['domain/money.ts', 'domain/day.ts']

const ROOMS_BEHIND_PORTS = /^server\/(platform|notices|accounts|identity|lending|support|privacy)\//

/** Borders inside the rooms. */
const innerBorders: { reason: string; holds: (from: string, target: string) => boolean }[] = [
  {
    reason: 'only the server reads all catalogues and compiles them; the app fetches its areas.',
    holds: (from, target) =>
      /^words\/(say|compile)\.ts$/.test(target) &&
      /^(contract|web)\//.test(from) &&
      !from.startsWith('web/build/') &&
      !isTest(from),
  },
  {
    reason: 'screens do not import screens.',
    holds: (from, target) => {
      const own = screenOf(from)
      const other = screenOf(target)
      return own !== undefined && other !== undefined && own !== other
    },
  },
  {
    reason: 'a component of the kit knows nothing of loans.',
    holds: (from, target) =>
      from.startsWith('web/ui/') &&
      (/^(contract|web\/api|web\/screens)\//.test(target) ||
        (roomOf(target) === 'domain' && !valueTypes.includes(target))),
  },
  {
    reason: 'only main.ts chooses adapters; everybody else knows the port.',
    holds: (from, target) => {
      if (target === 'server/providers/choose.ts') return from !== 'server/main.ts'
      return ROOMS_BEHIND_PORTS.test(from) && !isTest(from) && isAdapter(target)
    },
  },
]
