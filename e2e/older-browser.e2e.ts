import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { androidPhone, desktop } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { signIn, somebody } from '#e2e/rig/walk.ts'
import { ITERATOR_METHODS, NEWER_APIS } from '#scripts/newer-apis.ts'

openOwnProduct()

/** Deletes in each page what iOS 16.4 or Chrome 110 lacks. */
async function makeOlder(page: Page): Promise<void> {
  await page.addInitScript(
    ({ apis, methods }) => {
      const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
      for (const method of methods) Reflect.deleteProperty(iterators, method)
      for (const [owner, members] of Object.entries(apis)) {
        const path = owner === 'globalThis' ? [] : owner.split('.')
        const target = path.reduce<object | undefined>(
          (outer, name) => outer && Reflect.get(outer, name),
          globalThis,
        )
        for (const member of members) if (target) Reflect.deleteProperty(target, member)
      }
    },
    { apis: NEWER_APIS, methods: ITERATOR_METHODS },
  )
}

journey(
  'signs in and reads in a browser of iOS 16.4 or Chrome 110',
  async scene => {
    const { page, see, arrive } = scene
    await makeOlder(page)
    await page.goto('/login')
    expect(await page.evaluate(() => 'any' in AbortSignal || 'parse' in URL)).toBe(false)
    await signIn(scene, somebody())
    await arrive('/')
    await see('Partner Offer')
    for (const [path, text] of [
      ['/product/saral-weekly', 'What it costs'],
      ['/order', 'No order history'],
      ['/personal', 'Order History'],
      ['/personal/data', 'Your data'],
    ] as const) {
      await page.goto(path)
      await see(new RegExp(text, 'i'))
    }
  },
  [androidPhone],
)

journey(
  'opens the console in such a browser',
  async scene => {
    await makeOlder(scene.page)
    await enterAs(scene, 'viewer')
    await scene.see('Nothing waits for a person')
  },
  [desktop],
)
