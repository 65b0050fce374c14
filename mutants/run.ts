import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, mutated } from './mutant.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
/** The nearest tests take seconds; a run that hangs is stopped after this long. */
const PATIENCE_MS = 5 * 60_000

/**
 * The end of a mutant. Only a test that compared something kills it: a test that ran out of time
 * (`timed out`), or one that could not begin (`broken`), has noticed nothing.
 */
export type Outcome = {
  readonly mutant: Mutant
  readonly how: 'killed' | 'survived' | 'timed out' | 'broken'
  /** The test file that failed first, and its test with the message; empty if none failed. */
  readonly file: string
  readonly because: string
  readonly seconds: number
}

/** A copy of the work tree in which mutants run one after another. */
export type Copy = {
  readonly run: (mutant: Mutant) => Promise<Outcome>
  readonly remove: () => void
}

/** Links every file that git does not ignore, and the packages, into a folder of its own. */
export function copyOfTheProject(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'saral-mutants-'))
  const args = ['-c', 'safe.directory=*', 'ls-files', '-z', '-co', '--exclude-standard']
  const paths = execFileSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const path of paths.split('\0')) {
    if (path === '') continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    linkOrCopy(join(project, path), join(folder, path))
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  return {
    run: mutant => runIn(folder, mutant),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Links a file. The temporary folder may be on another disk, which has no link to this one. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

async function runIn(folder: string, mutant: Mutant): Promise<Outcome> {
  const { file, killedBy } = mutant
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  // The link leads to the file of the work tree, so it is removed first.
  rmSync(path)
  writeFileSync(path, mutated(mutant, text))
  const began = Date.now()
  const { end, errorOutput } = await runTests(folder, killedBy)
  const seconds = (Date.now() - began) / 1000
  rmSync(path)
  linkOrCopy(join(project, file), path)
  if (end === 'timed out') return { mutant, how: end, file: '', because: '', seconds }
  const failure = firstFailure(join(folder, REPORT), folder)
  if (failure) return { mutant, seconds, ...failure }
  if (end === 0) return { mutant, how: 'survived', file: '', because: '', seconds }
  const because = `Vitest ended with ${end} and no failed test: ${errorOutput}`
  return { mutant, how: 'broken', file: '', because, seconds }
}

const REPORT = 'mutant.json'

type End = { readonly end: number | 'timed out'; readonly errorOutput: string }

/** Runs test files until the first fails. Returns the exit code of Vitest, and the end of what it printed as errors. */
function runTests(folder: string, files: readonly string[]): Promise<End> {
  rmSync(join(folder, REPORT), { force: true })
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
  const options = ['--configLoader=native', '--bail=1', '--retry=0', '--reporter=json']
  const child = spawn(
    process.execPath,
    [vitest, 'run', ...options, `--outputFile=${REPORT}`, ...files],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-1_000)
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // The tests may have started processes, all in the child's group.
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
      resolve({ end: 'timed out', errorOutput })
    }, PATIENCE_MS)
    child.once('error', reject)
    child.once('exit', code => {
      clearTimeout(timer)
      resolve({ end: code ?? 1, errorOutput })
    })
  })
}

type Report = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Returns the first failed test, and its message; undefined if all passed. */
function firstFailure(
  report: string,
  folder: string,
): Pick<Outcome, 'how' | 'file' | 'because'> | undefined {
  // Vitest writes none if it ends before its tests.
  if (!existsSync(report)) return undefined
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== 'failed') continue
    const file = name.slice(name.indexOf(folder) + folder.length + 1)
    const failure = assertionResults.find(result => result.status === 'failed')
    const [line = ''] = (failure?.failureMessages[0] ?? message).slice(0, 120).split('\n')
    const because = failure ? `${failure.fullName}: ${line}` : line
    return { how: failure ? howOf(line) : 'broken', file, because }
  }
  return undefined
}

function howOf(message: string): Outcome['how'] {
  if (/timed out in \d+ ?ms/.test(message)) return 'timed out'
  return /^(SyntaxError|ReferenceError)\b/.test(message) ? 'broken' : 'killed'
}
