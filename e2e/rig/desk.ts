import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Server } from './server.ts'

const DESK = fileURLToPath(new URL('../../server/commands/desk.ts', import.meta.url))

/** Runs a command of the operations desk beside the server, and returns what it prints. */
export async function runDesk(
  { env }: Pick<Server, 'env'>,
  ...words: readonly string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [DESK, ...words], {
    env: { ...process.env, ...env },
  })
  return stdout
}
