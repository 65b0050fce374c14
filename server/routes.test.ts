import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type AllServices, allRoutes } from '#server/routes.ts'

test('every call of the contract is served, once', () => {
  const served = allRoutes({ config: {}, push: {}, db: {} } as unknown as AllServices).map(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path}`,
  )
  const promised = Object.values(contract).flatMap(area =>
    Object.values(area).map(({ method, path }) => `${method} ${path}`),
  )
  expect(served.sort()).toEqual(promised.sort())
})
