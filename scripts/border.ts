import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'
import { withoutComments } from './tidy.ts'

/** Names each import of a file that breaks the import rule (ARCHITECTURE.md) in a sentence. */
export function forbiddenImports(file: Pick<SourceFile, 'path' | 'text'>): string[] {
  return importsOf(file.text).flatMap(specifier => {
    const target = resolveImport(file.path, specifier)
    const reason =
      target === undefined
        ? foreignReason(file.path, specifier)
        : homeReason(file.path, specifier, target)
    return reason ? [`${file.path} imports ${specifier}: ${reason}`] : []
  })
}

/** Returns all module specifiers of a source text: imports, re-exports, types, dynamic imports. */
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

/** Returns the path of the imported file inside the project; undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return undefined
}

export const isTest = (path: string) => /\.(test\.tsx?|e2e\.ts)$/.test(path)
export const isOfTests = (path: string) => isTest(path) || /(^|\/)testing\//.test(path)
const roomOf = (path: string) => path.split('/')[0] ?? ''

/** The rooms that each room may import. Others (e2e, bench, scripts) may import all. */
const allowedRooms: Record<string, string[]> = {
  domain: ['domain'],
  words: ['domain', 'words'],
  contract: ['domain', 'words', 'contract'],
  server: ['domain', 'words', 'contract', 'server'],
  web: ['domain', 'words', 'contract', 'web'],
  console: ['domain', 'words', 'contract', 'web', 'console'],
}

/** The packages that the rooms below server and app may import. */
const packages: Record<string, RegExp> = {
  domain: /^(?!)/,
  words: /^(@lingui\/message-utils\/compileMessage|node:fs)$/,
  contract: /^(valibot|@valibot\/to-json-schema)$/,
}
/** The packages that only their tests may import. */
const testPackages = /^(vitest|fast-check|node:.+)$/

function foreignReason(from: string, specifier: string): string | undefined {
  if (isOracle(from)) return oraclePackages.test(specifier) ? undefined : ORACLE_STANDS_ALONE
  const allowed = packages[roomOf(from)]
  if (!allowed || allowed.test(specifier) || (isTest(from) && testPackages.test(specifier)))
    return undefined
  return `${roomOf(from)} may not use this package.`
}

function homeReason(from: string, specifier: string, target: string): string | undefined {
  if (specifier.startsWith('..')) return 'a file outside the folder is imported by its # name.'
  const room = roomOf(from)
  const allowed = allowedRooms[room]
  const isJudged = from.startsWith('domain/testing/') && isOracle(target)
  if (allowed && !isJudged && !allowed.includes(roomOf(target)))
    return `${room} may import only from ${allowed.join(', ')}.`
  return innerBorders.find(({ holds }) => holds(from, target))?.reason
}

const isOracle = (path: string) => path.startsWith('simulation/oracle/')
const oraclePackages = /^(vitest|node:.+)$/
const ORACLE_STANDS_ALONE = 'the oracle judges the rules, so it imports only itself.'

const screenOf = (path: string) => /^web\/screens\/([^/]+)\//.exec(path)?.[1]
const isAdapter = (path: string) =>
  /^server\/providers\/[^/]+\//.test(path) && !path.endsWith('/port.ts')
/** The rules that a field of the kit may use: of days, amounts and typed numbers. */
const valueTypes = ['money', 'day', 'digits', 'phone', 'code', 'typed-rupees'].map(
  name => `domain/${name}.ts`,
)

const ROOMS_BEHIND_PORTS =
  /^server\/(platform|notices|accounts|identity|lending|support|staff|privacy)\//

/** The borders inside the rooms. */
const innerBorders: { reason: string; holds: (from: string, target: string) => boolean }[] = [
  {
    reason: 'only the server loads and compiles all catalogues; the app fetches its areas.',
    holds: (from, target) =>
      /^words\/(say|compile|consents)\.ts$/.test(target) &&
      /^(contract|web)\//.test(from) &&
      !from.startsWith('web/build/') &&
      !isTest(from),
  },
  {
    reason: 'a screen imports no other screen.',
    holds: (from, target) => {
      const importer = screenOf(from)
      const imported = screenOf(target)
      return importer !== undefined && imported !== undefined && importer !== imported
    },
  },
  { reason: ORACLE_STANDS_ALONE, holds: (from, target) => isOracle(from) && !isOracle(target) },
  {
    reason: 'the console shares only the kit and its build with the app of borrowers.',
    holds: (from, target) =>
      from.startsWith('console/') &&
      /^web\/(?!ui\/|build\/)/.test(target) &&
      !(isOfTests(from) && target.startsWith('web/testing/')),
  },
  {
    reason: 'only the console knows the calls of staff.',
    holds: (from, target) => from.startsWith('web/') && target.startsWith('contract/staff/'),
  },
  {
    reason: 'a component of the kit knows nothing of loans.',
    holds: (from, target) =>
      from.startsWith('web/ui/') &&
      (/^(contract|web\/api|web\/screens)\//.test(target) ||
        (roomOf(target) === 'domain' && !valueTypes.includes(target))),
  },
  {
    reason: 'only open-ports.ts chooses adapters; other files import the port.',
    holds: (from, target) => {
      if (target === 'server/providers/choose.ts') return from !== 'server/open-ports.ts'
      return ROOMS_BEHIND_PORTS.test(from) && !isTest(from) && isAdapter(target)
    },
  },
]
