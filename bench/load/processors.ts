import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Gives the servers one processor of their own during `work`, and the bench's other processes the
 * rest. Without that the kernel's choice lets the same work take up to half as long again. Does
 * nothing on a machine with one processor or without Linux's `taskset`.
 */
export function withOwnProcessor<T>(
  servers: readonly (number | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  return apart(pid => servers.includes(pid), work)
}

/**
 * Gives this process and those `beside` it a processor of their own during `work`, and the rest to
 * all others that it started, so that it can send them more than they bear.
 */
export function withAskerApart<T>(
  work: () => Promise<T>,
  beside: readonly (number | undefined)[] = [],
): Promise<T> {
  return apart(pid => pid !== process.pid && !beside.includes(pid), work)
}

async function apart<T>(isReserved: (pid: number) => boolean, work: () => Promise<T>): Promise<T> {
  const [reserved, ...others] = processors()
  if (reserved === undefined || others.length === 0) return work()
  const all = startedBy(process.pid)
  try {
    for (const pid of all) place(pid, isReserved(pid) ? [reserved] : others)
    return await work()
  } finally {
    for (const pid of all) place(pid, [reserved, ...others])
  }
}

/** Returns the numbers of the processors that this process may use, from Linux's list `0-3,8`. */
function processors(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readIfThere('/proc/self/status'))?.[1] ?? ''
  return list.split(',').flatMap(range => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 || 0 }, (_, at) => first + at)
  })
}

/** Returns a process with all its descendants. */
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
    // The process has ended, or there is no `taskset`.
  }
}
