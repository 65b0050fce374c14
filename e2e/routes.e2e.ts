import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { filledIn, type Prepared, prepare } from '#e2e/rig/prepared.ts'
import { PUBLIC, ROWS, type Row, type Who } from '#e2e/rig/route-table.ts'

openTheProduct()

const routesOfTheProduct = [
  ...['first-routes.tsx', 'routes.tsx']
    .map(file => readFileSync(new URL(`../web/${file}`, import.meta.url), 'utf8'))
    .join('')
    .matchAll(/'(\/[\w/:-]*)'/g),
].flatMap(([, path]) => (path === undefined || path === '/kit' ? [] : [path]))

test('the table and the product have the same routes', () => {
  const routesOfTheTable = new Set(ROWS.map(({ route }) => route))
  expect([...routesOfTheProduct].sort()).toEqual([...routesOfTheTable].sort())
})

async function visit(
  { page, see }: Scene,
  { route, at = route, endsAt = at, title, shows }: Row,
  prepared: Prepared,
) {
  await page.goto(filledIn(at, prepared))
  await expect.poll(() => page.title(), { message: `the title of ${at}` }).toBe(`${title} – Saral`)
  for (const text of shows) await see(text)
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe(filledIn(endsAt, prepared))
}

for (const who of Object.keys(prepare) as Who[])
  journey(
    `shows the title and the texts of every page (${who})`,
    async scene => {
      const { page, server, sandbox } = scene
      const prepared = await prepare[who](server.origin)
      // An extension is possible only when the due date is less than a week ahead.
      if (who === 'owing') await sandbox.advance('P2D')
      await prepared.borrower?.enter(page.context())
      for (const row of ROWS) if (row.who === who) await visit(scene, row, prepared)
    },
    [iPhone],
  )

journey(
  'leads from every page that is not public to login, and back afterwards',
  async ({ page, arrive }) => {
    for (const { route, at = route } of ROWS) {
      const address = filledIn(at, { orderId: 'an-order' })
      await page.goto(address)
      if (PUBLIC.includes(route)) {
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        expect(new URL(page.url()).pathname, `${route} is public`).toBe(route)
      } else {
        await arrive('/login')
        expect(new URL(page.url()).searchParams.get('redirect'), `the way back to ${route}`).toBe(
          address,
        )
      }
    }
  },
  [iPhone],
)

journey(
  'shows Page not found at an unknown address',
  async ({ page, see }) => {
    for (const address of ['/nothing', '/orders', '/product', '/auth']) {
      await page.goto(address)
      await see('There is no page at this address.')
      expect(await page.title()).toBe('Page not found – Saral')
    }
  },
  [iPhone],
)
