import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * While `work` lasts, the servers in turn have one processor to themselves, and whatever else the bench has started shares the others. Left to
 * itself, the kernel lets a server wait for the database and the bench in one round and not in the next, and the same work takes up to half as
 * long again. Where there is one processor only, or no Linux with `taskset`, the kernel decides.
 */
export async function withOwnProcessor<T>(
  servers: readonly (number | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  const [own, ...others] = processors()
  if (own === undefined || others.length === 0) return work()
  const all = startedBy(process.pid)
  try {
    for (const pid of all) place(pid, servers.includes(pid) ? [own] : others)
    return await work()
  } finally {
    for (const pid of all) place(pid, [own, ...others])
  }
}

/** Those that this process may use, by number, as Linux tells: `0-3,8`. */
function processors(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readIfThere('/proc/self/status'))?.[1] ?? ''
  return list.split(',').flatMap(range => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 || 0 }, (_, at) => first + at)
  })
}

/** A process with all that it started, and what those started. */
function startedBy(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(
      name =>
        [
          Number(name),
          Number(/^PPid:\s*(\d+)$/m.exec(readIfThere(`/proc/${name}/status`))?.[1]),
        ] as const,
    )
  const childrenOf = (of: number) =>
    parents.filter(([, parent]) => parent === of).map(([child]) => child)
  const family = (of: number): number[] => [of, ...childrenOf(of).flatMap(family)]
  return family(pid)
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function place(pid: number, on: readonly number[]): void {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', on.join(), String(pid)], {
      stdio: 'ignore',
    })
  } catch {
    // It has ended meanwhile, or there is no `taskset`.
  }
}
