import { expect, test } from 'vitest'
import { withHome } from '#web/build/chunks.ts'

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
const name = withHome('/house/web/')

test('what home needs is one file, but for the screen itself', () => {
  for (const id of [
    '/house/domain/money.ts',
    '/house/node_modules/query/index.js',
    '/house/web/shell/queries.tsx',
  ])
    expect(name(id, graph), id).toBe('with-home')
  expect(name('/house/web/screens/home/Card.tsx', graph)).toBeNull()
})

test('what home does not need is not in it', () => {
  expect(name('/house/web/screens/orders/Orders.tsx', graph)).toBeNull()
})
