import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DEVELOPERS_COMMANDS } from '#scripts/rig.ts'
import { sourceFiles } from '#scripts/source-files.ts'
import { EMERGENCY_USAGE } from '#server/commands/emergency-acts.ts'
import { OPERATORS_COMMANDS } from '#server/commands/ops.ts'
import { chooseCommand } from '#server/commands/run-command.ts'

const LISTS = { ops: OPERATORS_COMMANDS, rig: DEVELOPERS_COMMANDS }
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const KNOWN = [...Object.keys(scripts), 'test:all']

test('package.json holds at most 16 scripts', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(16)
})

describe.each(['ops', 'rig'] as const)('npm run %s', list => {
  const commands = LISTS[list]
  const names = Object.keys(commands)

  test('runs files that exist', () => {
    expect(names.filter(name => !existsSync(commands[name]?.file ?? ''))).toEqual([])
  })

  test.each<[string[], string, number]>([
    [['--help'], '', 0],
    [[], '', 2],
    [['toString'], 'There is no command "toString".', 2],
  ])('answers %j with the list of all commands', (words, named, exitCode) => {
    const choice = chooseCommand(list, commands, words)
    if (!('text' in choice)) throw new Error('a command was chosen')
    expect(choice.text).toContain(named)
    expect(names.filter(name => !choice.text.includes(`\n  ${name}`))).toEqual([])
    expect(choice.exitCode).toBe(exitCode)
  })

  test('explains one command at --help, and runs it otherwise with its arguments', () => {
    const [, name = ''] = names
    expect(chooseCommand(list, commands, [name, '--help'])).toEqual({
      text: expect.stringContaining(`npm run ${list} -- ${name}`),
      exitCode: 0,
    })
    expect(chooseCommand(list, commands, [name, 'a', '--b'])).toEqual({
      file: commands[name]?.file,
      words: ['a', '--b'],
    })
  })
})

test.each(Object.keys(OPERATORS_COMMANDS))(
  'npm run ops -- %s --help names an example and the database',
  name => {
    const choice = chooseCommand('ops', OPERATORS_COMMANDS, [name, '--help'])
    const text = 'text' in choice ? choice.text : EMERGENCY_USAGE.join('\n')
    expect(text).toMatch(new RegExp(`^Example: npm run ops -- ${name}`, 'm'))
    expect(text).toMatch(/^Database: .+\.$/m)
  },
)

test('every "npm run" of the documents, the code and the words names a command that exists', () => {
  const wrong = sourceFiles().flatMap(({ path, text }) => {
    if (path === 'CHANGELOG.md' || path === 'scripts/commands.test.ts') return []
    const named = [...text.matchAll(/npm run ([a-z][\w:-]*)(?: -- ([a-z][\w:-]*))?/g)]
    return named.flatMap(([whole, script = '', name]) => {
      const list = script === 'ops' || script === 'rig' ? LISTS[script] : undefined
      const isThere =
        KNOWN.includes(script) && (!list || name === undefined || Object.hasOwn(list, name))
      return isThere ? [] : [`${path}: ${whole}`]
    })
  })
  expect(wrong).toEqual([])
})
