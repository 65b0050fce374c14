import { importsOf, isOfTests, resolveImport } from './border.ts'
import type { SourceFile } from './source-files.ts'

/** Maps each file of the project to the files of the project that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** The rooms of the server, lowest first: a room imports only those before it. */
export const SERVER_ROOMS = [
  'platform',
  'providers',
  'services.ts',
  'notices',
  'accounts',
  'identity',
  'lending',
  'support',
  'staff',
  'privacy',
  'sandbox',
  'housekeeping.ts',
  'routes.ts',
  'jobs.ts',
  'commands',
  'app.ts',
  'start-warnings.ts',
  'open-ports.ts',
  'open.ts',
  'main.ts',
] as const

/** The rooms of the domain, lowest first; the files in no folder are its ground. */
export const DOMAIN_ROOMS = [
  'ground',
  'accounts',
  'identity',
  'lending',
  'privacy',
  'staff',
] as const

/** The rooms of the console's server, lowest first; the files in no folder serve or call all of them. */
export const STAFF_ROOMS = [
  'people',
  'looks',
  'proposals',
  'catalogue',
  'decisions',
  'cases',
  'borrowers',
  'acts',
  'inbox',
  'reports',
] as const

const isSource = (path: string) => /\.tsx?$/.test(path)

export function importsBetweenFiles(files: readonly SourceFile[]): Imports {
  const paths = new Set(files.map(({ path }) => path))
  return new Map(
    files
      .filter(({ path }) => isSource(path))
      .map(({ path, text }) => {
        const targets = importsOf(text).map(specifier => resolveImport(path, specifier))
        return [
          path,
          [
            ...new Set(
              targets.filter(target => target !== undefined && paths.has(target)) as string[],
            ),
          ],
        ]
      }),
  )
}

type Room = {
  readonly house: 'server' | 'domain' | 'staff'
  readonly name: string
  readonly floor: number
}

/** Returns the room of a file; undefined outside server and domain, and for test code. */
export function roomOf(path: string): Room | undefined {
  if (isOfTests(path)) return undefined
  const [house, first, ...rest] = path.split('/')
  if (house === 'server' && first) return room('server', first, SERVER_ROOMS)
  if (house === 'domain' && first)
    return room('domain', rest.length > 0 ? first : 'ground', DOMAIN_ROOMS)
  return undefined
}

function room(house: Room['house'], name: string, order: readonly string[]): Room {
  return { house, name, floor: order.indexOf(name) }
}

/** Returns the room of a file within server/staff; undefined elsewhere, and for test code. */
function staffRoomOf(path: string): Room | undefined {
  const name = isOfTests(path) ? undefined : /^server\/staff\/([\w-]+)\//.exec(path)?.[1]
  return name === undefined ? undefined : room('staff', name, STAFF_ROOMS)
}

/** Names each import of a higher room, or from or to a room outside the order, in a sentence. */
export function wrongWays(imports: Imports): string[] {
  return [...crossings(imports), ...crossings(imports, staffRoomOf)].flatMap(crossing => {
    const { from, to, source, target } = crossing
    if (from.floor < 0)
      return [`${source}: the room "${from.name}" is missing from the order of its rooms.`]
    return to.floor > from.floor || to.floor < 0
      ? [`${source} imports ${target}: ${to.name} is above ${from.name}.`]
      : []
  })
}

function crossings(imports: Imports, roomIn = roomOf) {
  return withinHouses(imports, roomIn).filter(({ from, to }) => from.name !== to.name)
}

function withinHouses(imports: Imports, roomIn = roomOf) {
  return [...imports].flatMap(([source, targets]) =>
    targets.flatMap(target => {
      const from = roomIn(source)
      const to = roomIn(target)
      return from && to && from.house === to.house ? [{ from, to, source, target }] : []
    }),
  )
}

/** Returns every import cycle, types included, as a list of files (Tarjan's algorithm). */
export function cyclesIn(imports: Imports): string[][] {
  const cycles: string[][] = []
  const index = new Map<string, number>()
  const open: string[] = []
  const visit = (path: string): number => {
    let low = index.size
    index.set(path, low)
    open.push(path)
    for (const target of imports.get(path) ?? []) {
      if (!index.has(target)) low = Math.min(low, visit(target))
      else if (open.includes(target)) low = Math.min(low, index.get(target) ?? low)
    }
    if (low === index.get(path)) {
      const cycle = open.splice(open.indexOf(path))
      if (cycle.length > 1) cycles.push(cycle.sort())
    }
    return low
  }
  for (const path of imports.keys()) if (!index.has(path)) visit(path)
  return cycles
}

/** Measures the server's rooms. An import of the platform counts as within: every room uses it. */
export function measures(files: readonly SourceFile[], imports: Imports) {
  const inside = withinHouses(imports).filter(({ from }) => from.house === 'server')
  const within = inside.filter(({ from, to }) => from.name === to.name || to.name === 'platform')
  const arrows = new Set(
    crossings(imports).flatMap(({ from, to }) =>
      from.house === 'server' ? `${from.name} ${to.name}` : [],
    ),
  )
  const sources = files.filter(
    ({ path }) =>
      isSource(path) &&
      !isOfTests(path) &&
      !path.startsWith('e2e/') &&
      !path.endsWith('.generated.ts'),
  )
  const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  return {
    rooms: new Set(inside.map(({ from }) => from.name)).size,
    arrows: arrows.size,
    withinShare: within.length / inside.length,
    filesPerThousandLines: (sources.length * 1000) / lines,
  }
}

/**
 * The highest room of the domain that a room of the server imports; a room that is not listed imports
 * all. The ports of providers speak of every room.
 */
const HIGHEST_RULES: Readonly<Record<string, (typeof DOMAIN_ROOMS)[number]>> = {
  platform: 'ground',
  'services.ts': 'ground',
  notices: 'ground',
  accounts: 'accounts',
  identity: 'identity',
  lending: 'lending',
  support: 'lending',
}

/** Names each import of the domain by a room of the server that stands below its rules, in a sentence. */
export function importsOfHigherRules(imports: Imports): string[] {
  return [...imports].flatMap(([source, targets]) => {
    const from = roomOf(source)
    const highest = from?.house === 'server' ? HIGHEST_RULES[from.name] : undefined
    if (!from || !highest) return []
    return targets.flatMap(target => {
      const to = roomOf(target)
      return to?.house === 'domain' && to.floor > DOMAIN_ROOMS.indexOf(highest)
        ? [`${source} imports ${target}: the rules of ${to.name} are above the room ${from.name}.`]
        : []
    })
  })
}
