import { afterAll, beforeAll } from 'vitest'

/**
 * Opens something before the tests of a file, and closes it after them. Its parts can be read from the
 * first hook on.
 */
export function forFile<T extends { readonly close: () => Promise<unknown> }>(
  open: () => Promise<T>,
): T {
  let value: T | undefined
  beforeAll(async () => {
    value = await open()
  })
  afterAll(() => value?.close())
  return new Proxy({} as T, {
    get: (_none, part) => {
      if (!value) throw new Error(`${String(part)} was read before the tests of the file began`)
      return Reflect.get(value, part)
    },
  })
}
