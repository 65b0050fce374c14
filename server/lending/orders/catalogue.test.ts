import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Day } from '#domain/day.ts'
import {
  activeProduct,
  activeProducts,
  productVersions,
  saveProducts,
  shownCatalogue,
} from '#server/lending/db/product.ts'
import {
  catalogueProblems,
  demoCatalogue,
  openCatalogue,
  publish,
} from '#server/lending/orders/catalogue.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

const TODAY = '2026-11-24' as Day
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the demonstration catalogue passes the gate, and is read back as it was published', async () => {
  expect(catalogueProblems(demoCatalogue)).toEqual([])
  await publish(database.db, demoCatalogue)
  await publish(database.db, demoCatalogue)
  // The second time changed nothing.
  expect(await productVersions(database.db)).toHaveLength(demoCatalogue.length)
  expect(await activeProducts(database.db, TODAY)).toEqual(demoCatalogue)
})

test('a product that leaves the catalogue is no longer offered', async () => {
  await publish(database.db, demoCatalogue.slice(0, 1))
  expect((await activeProducts(database.db, TODAY)).map(({ id }) => id)).toEqual(['saral-weekly'])
  expect(await activeProduct(database.db, 'saral-seven', TODAY)).toBeUndefined()
  await publish(database.db, demoCatalogue)
  expect(await activeProduct(database.db, 'saral-seven', TODAY)).toMatchObject({
    name: 'Saral Seven',
  })
})

test('a misleading catalogue is refused with every reason, and none of it is published', async () => {
  const [weekly, seven] = demoCatalogue
  if (!weekly || !seven) throw new Error('the catalogue is empty')
  const lying = {
    ...weekly,
    texts: {
      ...weekly.texts,
      slogan: {
        ...weekly.texts.slogan,
        en: 'Up to 360 days at 1% per annum',
        hi: '360 दिन तक, 1% सालाना',
      },
    },
  }
  await expect(
    publish(database.db, [lying, { ...seven, id: weekly.id, name: '' }]),
  ).rejects.toThrow(
    /saral-weekly: is in the catalogue twice\n.*Up to 360 days at 1% per annum.*\n.*360 दिन तक, 1% सालाना.*\n.*the name is missing/,
  )
  expect(await activeProduct(database.db, 'saral-weekly', TODAY)).toMatchObject({
    texts: { slogan: { en: 'Repay in small, equal parts' } },
  })
})

test('the publishing server shows a new catalogue at once', async () => {
  await publish(database.db, demoCatalogue.slice(0, 1))
  const shown = async () => (await shownCatalogue(database.db, TODAY)).products
  expect((await shown()).map(({ id }) => id)).toEqual(['saral-weekly'])
  await publish(database.db, demoCatalogue)
  expect(await shown()).toEqual(demoCatalogue)
})

test('the catalogue opens only where there is no lender, and never over present products', async () => {
  const fresh = await freshDatabase()
  const { db } = fresh
  const lender = { name: 'Nila Finance' } as never
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const ids = async () => (await activeProducts(db, TODAY)).map(({ id }) => id)
  await openCatalogue(db, { lender, isSandbox: true }, warn)
  await openCatalogue(db, { lender: undefined, isSandbox: false }, warn)
  expect(await ids()).toEqual([])
  expect(warnings).toEqual([
    expect.stringContaining('no product is on offer'),
    expect.stringContaining('no product is on offer'),
  ])
  await openCatalogue(db, { lender: undefined, isSandbox: true }, warn)
  expect(await ids()).toHaveLength(demoCatalogue.length)
  await saveProducts(db, demoCatalogue.slice(1, 2))
  await openCatalogue(db, { lender: undefined, isSandbox: true }, warn)
  expect(await ids()).toEqual(['saral-seven'])
  expect(warnings).toHaveLength(2)
  await fresh.drop()
})

test('two servers that open the catalogue at once publish it once', async () => {
  const fresh = await freshDatabase()
  const demonstration = { lender: undefined, isSandbox: true }
  const open = () => openCatalogue(fresh.db, demonstration, () => undefined)
  await Promise.all([open(), open(), open()])
  expect(await productVersions(fresh.db)).toHaveLength(demoCatalogue.length)
  await fresh.drop()
})
