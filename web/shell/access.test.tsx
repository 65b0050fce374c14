import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { loadRoutes } from '#web/shell/known-routes.ts'
import { config } from '#web/testing/answers.ts'
import { open, visit } from '#web/testing/open.tsx'
import { says, see } from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'

/** The routes that need no login (specification §2, access rules). */
const PUBLIC = [
  '/login',
  '/download',
  '/alert',
  '/verify/contact2',
  '/orders/audit',
  '/joint',
  '/verify-document',
  '/compare',
  '/distribution',
  '/protocol/term',
  '/protocol/privacy',
]

test('leads from every page that is not public to login, and remembers the way back', async () => {
  stub(contract.content.config, config)
  const closed = (await loadRoutes()).map(({ path }) => path).filter(path => !PUBLIC.includes(path))
  expect(closed.length).toBeGreaterThan(25)
  await open('/login', 'visitor')
  for (const path of closed) {
    const address = path.replace(/:\w+/g, 'an-id')
    await visit(address)
    expect(location.pathname, path).toBe('/login')
    expect(new URLSearchParams(location.search).get('redirect'), path).toBe(address)
  }
})

test.each(['/nothing', '/orders', '/product', '/auth'])('shows Page not found at %s', async at => {
  stub(contract.content.config, config)
  await open(at)
  await says(/There is no page at this address\./)
  await see('Page not found')
  expect(document.title).toBe('Page not found – Saral')
})
