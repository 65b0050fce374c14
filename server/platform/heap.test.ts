import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HEAP_FLAGS } from '#server/platform/heap.ts'

const fileOf = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

test('every way of starting the product sets the same flags', () => {
  const { scripts } = JSON.parse(fileOf('package.json')) as { scripts: Record<string, string> }
  expect(scripts.start).toBe(`node ${HEAP_FLAGS.join(' ')} scripts/start.ts`)
  const command = /^CMD (.*)$/m.exec(fileOf('Dockerfile'))?.[1] ?? ''
  expect(JSON.parse(command)).toEqual(['node_modules/.bin/node', ...HEAP_FLAGS, 'server/main.ts'])
})
