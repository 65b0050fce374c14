import { fileURLToPath } from 'node:url'

/** A command behind `npm run ops` or `npm run rig`. */
export type Command = {
  /** The file that runs it. */
  readonly file: URL
  /** Its arguments, as a usage line writes them. */
  readonly takes?: string
  readonly does: string
  /** The arguments of an example. */
  readonly example?: string
  /** Its database, and the address of that. */
  readonly database?: string
  /** True if the command handles `--help` itself. */
  readonly explainsItself?: boolean
}
export type Commands = Readonly<Record<string, Command>>

/** The command to run with its arguments, or the text and the exit code that end the run. */
export type Choice =
  | { readonly file: URL; readonly words: readonly string[] }
  | { readonly text: string; readonly exitCode: 0 | 2 }

const HELP = ['--help', '-h']

/**
 * Chooses the command that the first word names. `--help` lists all commands; after a name it
 * explains that one. A missing or unknown name ends with the list and exit code 2.
 */
export function chooseCommand(
  script: 'ops' | 'rig',
  commands: Commands,
  [name, ...words]: readonly string[],
): Choice {
  const list = [
    `Usage: npm run ${script} -- <command> [arguments]`,
    ...Object.entries(commands).map(([each, { takes = '', does }]) =>
      `  ${each} ${takes}`.trimEnd().concat(`\n      ${does}`),
    ),
  ].join('\n')
  if (name === undefined) return { text: list, exitCode: 2 }
  if (HELP.includes(name)) return { text: list, exitCode: 0 }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return { text: `There is no command "${name}".\n${list}`, exitCode: 2 }
  const { file, explainsItself } = command
  if (!words.some(word => HELP.includes(word)) || explainsItself) return { file, words }
  return { text: explained(`npm run ${script} -- ${name}`, command), exitCode: 0 }
}

function explained(call: string, { takes, does, example, database }: Command): string {
  const line = (...words: readonly (string | undefined)[]) => words.filter(Boolean).join(' ')
  return [
    line('Usage:', call, takes),
    does,
    ...(example === undefined ? [] : [line('Example:', call, example)]),
    ...(database === undefined ? [] : [line('Database:', database)]),
  ].join('\n')
}

/** Runs the chosen command in this process: signals and the exit code are the process's own. */
export async function runCommand(script: 'ops' | 'rig', commands: Commands): Promise<void> {
  const choice = chooseCommand(script, commands, process.argv.slice(2))
  if ('text' in choice) {
    const say = choice.exitCode === 0 ? console.log : console.error
    say(choice.text)
    process.exitCode = choice.exitCode
    return
  }
  process.argv = [process.argv[0] ?? '', fileURLToPath(choice.file), ...choice.words]
  await import(choice.file.href)
}
