/** What of the module graph a chunk's name depends on. */
type Graph = { getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null }

const HOME = ['/web/screens/home/Home.tsx', '/web/shell/queries.tsx']
const isHomesOwn = (id: string) => id.includes('/web/screens/home/')

/**
 * Puts what the home page needs besides its own screen into one file. It is the first page of whoever is signed in, and on
 * a slow network every further file costs it a journey to the server and back; the other pages need most of it too.
 */
export function withHome(root: string): (id: string, graph: Graph) => string | null {
  let needed: Set<string> | undefined
  return (id, graph) => {
    needed ??= closure(
      HOME.map(file => root.replace(/\/web\/$/, file)),
      graph,
    )
    return needed.has(id) && !isHomesOwn(id) ? 'with-home' : null
  }
}

function closure(ids: readonly string[], graph: Graph, seen = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (seen.has(id)) continue
    seen.add(id)
    closure(graph.getModuleInfo(id)?.importedIds ?? [], graph, seen)
  }
  return seen
}
