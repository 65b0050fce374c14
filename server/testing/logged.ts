import type { TestServer } from '#server/testing/app.ts'

/** Made by the moment and the machine: any few digits stand in one of them some day. */
const BY_CHANCE = new Set(['requestId', 'time', 'pid', 'hostname'])

/** What was logged, as text, without what stands in every line by chance. */
export function loggedText({ logged }: Pick<TestServer, 'logged'>, from = 0): string {
  return JSON.stringify(logged.slice(from), (name, value) =>
    BY_CHANCE.has(name) ? undefined : value,
  )
}
