import type { TestServer } from '#server/testing/app.ts'

/** Fields that vary by moment and machine, and may contain a searched number by chance. */
const BY_CHANCE = new Set(['requestId', 'time', 'pid', 'hostname'])

/** The log as text, without the fields that contain random digits. */
export function loggedText({ logged }: Pick<TestServer, 'logged'>, from = 0): string {
  return JSON.stringify(logged.slice(from), (name, value) =>
    BY_CHANCE.has(name) ? undefined : value,
  )
}
