/** Every call lies below this path (specification §7). */
export const BASE_PATH = '/api1'

const PART = /\{(\w+)\}/g

/** The names of the parts that a path takes from the input: `['stateId']` of `/district/{stateId}`. */
export function pathParts(path: string): string[] {
  return [...path.matchAll(PART)].map(([, name]) => String(name))
}

/** A path with its parts filled in, and what of the input is left to travel elsewhere. Throws where a part is missing. */
export function fillPath(
  path: string,
  wire: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...wire }
  const filled = path.replace(PART, (_whole, name: string) => {
    const value = wire[name]
    if (value === undefined || value === null || value === '')
      throw new TypeError(`the path needs ${name}`)
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}
