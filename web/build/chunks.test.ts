import { expect, test } from 'vitest'
import { besides } from '#web/build/chunks.ts'

const imports: Record<string, string[]> = {
  '/house/web/screens/home/Home.tsx': [
    '/house/web/screens/home/Card.tsx',
    '/house/web/api/call.ts',
  ],
  '/house/web/screens/home/Card.tsx': ['/house/domain/money.ts'],
  '/house/web/shell/queries.tsx': ['/house/node_modules/query/index.js', '/house/web/api/call.ts'],
  '/house/web/api/call.ts': ['/house/web/shell/queries.tsx'],
}
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) }
const HOME = '/house/web/screens/home/Home.tsx'
const name = besides(HOME, 'with-home', ['/house/web/shell/more.tsx'])

test('everything a page imports is in one chunk, except its own folder', () => {
  for (const id of [
    '/house/domain/money.ts',
    '/house/node_modules/query/index.js',
    '/house/web/shell/queries.tsx',
  ])
    expect(name(id, graph), id).toBe('with-home')
  expect(name(HOME, graph)).toBeNull()
  expect(name('/house/web/screens/home/Card.tsx', graph)).toBeNull()
})

test('modules that always load with a page are in its chunk', () => {
  expect(name('/house/web/shell/more.tsx', graph)).toBe('with-home')
  expect(besides(HOME, 'with-home')('/house/web/shell/more.tsx', graph)).toBeNull()
})

test('modules that a page does not import are not in its chunk', () => {
  expect(name('/house/web/screens/orders/Orders.tsx', graph)).toBeNull()
})
