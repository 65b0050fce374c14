/** Every call lies below this path (specification §7). */
export const BASE_PATH = '/api1'
/** Every call of staff lies below this path, within the base path. */
export const STAFF_PATH = '/staff/'

const PART = /\{(\w+)\}/g

/** The names of the path parts taken from the input: `['stateId']` for `/district/{stateId}`. */
export function pathParts(path: string): string[] {
  return [...path.matchAll(PART)].map(([, name]) => String(name))
}

/**
 * Fills in the parts of a path, and returns it with the rest of the input. Throws if a part is
 * missing.
 */
export function fillPath(
  path: string,
  wire: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...wire }
  const filled = path.replace(PART, (_whole, name: string) => {
    const value = wire[name]
    if (value === undefined || value === null || value === '')
      throw new TypeError(`path part ${name} is missing`)
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}
