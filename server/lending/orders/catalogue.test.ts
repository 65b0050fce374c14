import { afterAll, beforeAll, expect, test } from 'vitest'
import { activeProduct, activeProducts, shownProducts } from '#server/lending/db/product.ts'
import { catalogueProblems, demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the demonstration catalogue passes the gate, and is read back as it was published', async () => {
  expect(catalogueProblems(demoCatalogue)).toEqual([])
  await publish(database.db, demoCatalogue)
  await publish(database.db, demoCatalogue)
  expect(await activeProducts(database.db)).toEqual(demoCatalogue)
})

test('a product that leaves the catalogue is no longer offered', async () => {
  await publish(database.db, demoCatalogue.slice(0, 1))
  expect((await activeProducts(database.db)).map(({ id }) => id)).toEqual(['saral-weekly'])
  expect(await activeProduct(database.db, 'saral-seven')).toBeUndefined()
  await publish(database.db, demoCatalogue)
  expect(await activeProduct(database.db, 'saral-seven')).toMatchObject({ name: 'Saral Seven' })
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
  expect(await activeProduct(database.db, 'saral-weekly')).toMatchObject({
    texts: { slogan: { en: 'Repay in small, equal parts' } },
  })
})

test('the publishing server shows a new catalogue at once', async () => {
  await publish(database.db, demoCatalogue.slice(0, 1))
  expect((await shownProducts(database.db)).map(({ id }) => id)).toEqual(['saral-weekly'])
  await publish(database.db, demoCatalogue)
  const products = await shownProducts(database.db)
  expect(products).toEqual(demoCatalogue)
})
