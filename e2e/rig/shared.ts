/** Ends the servers that the files of a worker share: no worker knows which of its files is the last. */
import { appendFile, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dropDatabase } from './database.ts'
import type { Server } from './server.ts'

type SharedServer = { readonly pid: number; readonly env: Record<string, string> }

/** Holds the path of the list of shared servers, a line for each. The workers inherit it. */
const variable = 'JOURNEY_SERVERS'
const PAUSE_MS = 50

/** Opens the list, in the process that starts the workers. */
export function listShared(): void {
  process.env[variable] = join(tmpdir(), `saral-shared-${process.pid}`)
}

/** Puts a server on the list. */
export async function shareUntilTheEnd({ pid, env }: Server): Promise<void> {
  const list = process.env[variable]
  const id = pid()
  if (!list || !id) throw new Error('No run of journeys has opened the list of shared servers.')
  const shared: SharedServer = { pid: id, env }
  await appendFile(list, `${JSON.stringify(shared)}\n`)
}

/** Stops every server of the list in order, and drops its database. */
export async function endShared(): Promise<void> {
  const list = process.env[variable]
  if (!list) return
  const lines = (await readFile(list, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  const servers = lines.map(line => JSON.parse(line) as SharedServer)
  for (const { pid } of servers) signal(pid, 'SIGTERM')
  for (const { pid, env } of servers) {
    while (signal(pid, 0)) await pause(PAUSE_MS)
    await dropDatabase(env)
  }
  await rm(list, { force: true })
}

/** Returns false if there is no such process any more. */
function signal(pid: number, name: 'SIGTERM' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
