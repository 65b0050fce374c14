import { expect, test } from 'vitest'
import { ROWS } from '#e2e/rig/route-table.ts'
import { sourceFiles } from './source-files.ts'

test('the table of pages and the product have the same routes', () => {
  const routesOfTheProduct = sourceFiles()
    .filter(({ path }) => /^web\/(first-)?routes\.tsx$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/'(\/[\w/:-]*)'/g)].map(([, path]) => path))
  expect(routesOfTheProduct).toContain('/order')
  const routesOfTheTable = new Set(ROWS.map(({ route }) => route))
  expect(routesOfTheProduct.filter(path => path !== '/' && path !== '/kit').sort()).toEqual(
    [...routesOfTheTable].filter(path => path !== '/').sort(),
  )
})
