import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Server } from './server.ts'

const STAFF = fileURLToPath(new URL('../../server/commands/staff.ts', import.meta.url))

/** Invites a member of staff by command, and returns the link of the invitation. */
export async function inviteStaff(
  server: Pick<Server, 'env'>,
  ...words: readonly string[]
): Promise<string> {
  const printed = await run(server, STAFF, ['invite', ...words])
  const link = /http\S+#[\w-]{43}/.exec(printed)?.[0]
  if (link === undefined) throw new Error(`no link was printed: ${printed}`)
  return link
}

async function run(
  { env }: Pick<Server, 'env'>,
  command: string,
  words: readonly string[],
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], {
    env: { ...process.env, ...env },
  })
  return stdout
}
