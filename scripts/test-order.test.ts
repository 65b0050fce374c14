import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LONG_FILES, rankOf } from './test-order.ts'

const project = new URL('../', import.meta.url)
const pathOf = (file: string) => fileURLToPath(new URL(file, project))

test('each long file exists', () => {
  expect(LONG_FILES.filter(file => !existsSync(pathOf(file)))).toEqual([])
})

test('long files come before all others, in the order of their list', () => {
  const files = ['domain/money.test.ts', 'e2e/looks.e2e.ts', 'model/model.test.ts']
  expect(files.toSorted((one, other) => rankOf(pathOf(one)) - rankOf(pathOf(other)))).toEqual([
    'model/model.test.ts',
    'e2e/looks.e2e.ts',
    'domain/money.test.ts',
  ])
})
