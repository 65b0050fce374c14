import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const workflow = read('.github/workflows/ci.yml')

test('the workflow pins each action by a commit, and names its version', () => {
  const actions = [...workflow.matchAll(/uses: (.+)/g)].map(([, action = '']) => action)
  expect(actions).not.toEqual([])
  expect(actions.filter(action => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
    [],
  )
})

test('the workflow runs each part of .ci/run once', () => {
  const [, listed = ''] = /part: \[(.+)\]/.exec(workflow) ?? []
  const [, parts = ''] = /^ {2}all \| (.+)\) ;;$/m.exec(read('.ci/run')) ?? []
  expect(parts).not.toBe('')
  expect(listed.split(', ')).toEqual(parts.split(' | '))
})
