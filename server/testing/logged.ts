import type { TestServer } from '#server/testing/app.ts'

/**
 * Fields that depend on the moment and the machine: any few digits may appear in them by chance.
 */
const BY_CHANCE = new Set(['requestId', 'time', 'pid', 'hostname'])

/** The log as text, without the fields that contain random digits. */
export function loggedText({ logged }: Pick<TestServer, 'logged'>, from = 0): string {
  return JSON.stringify(logged.slice(from), (name, value) =>
    BY_CHANCE.has(name) ? undefined : value,
  )
}
