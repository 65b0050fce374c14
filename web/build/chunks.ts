import { dirname } from 'node:path'

/** The part of the bundler's module graph that a chunk depends on. */
type Graph = { getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null }

/**
 * Puts everything that a page imports, directly or indirectly, into one chunk next to its own,
 * because other pages need most of it too. The page's own folder and its dynamic imports stay out.
 * `others` are modules that always load with the page.
 */
export function besides(
  page: string,
  name: string,
  others: readonly string[] = [],
): (id: string, graph: Graph) => string | null {
  const folder = `${dirname(page)}/`
  let needed: Set<string> | undefined
  return (id, graph) => {
    needed ??= closure([page, ...others], graph)
    return needed.has(id) && !id.startsWith(folder) ? name : null
  }
}

function closure(ids: readonly string[], graph: Graph, visited = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (visited.has(id)) continue
    visited.add(id)
    closure(graph.getModuleInfo(id)?.importedIds ?? [], graph, visited)
  }
  return visited
}
