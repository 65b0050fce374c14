import { expect } from 'vitest'
import { newBorrower, newIdentity } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { untilStored } from '#e2e/rig/until-stored.ts'
import { signIn, somebody } from '#e2e/rig/walk.ts'

openTheProduct()

async function signedInBorrower({ page, server }: Scene) {
  const borrower = await newBorrower(server.origin)
  await borrower.enter(page.context())
  return newIdentity()
}

async function typePan(scene: Pick<Scene, 'page'>, pan: string): Promise<void> {
  await scene.page.goto('/auth/identity')
  await untilStored(scene, 'identity', () => scene.page.locator('[name=panNo]').fill(pan))
}

journey(
  'shows the typed PAN as soon as the field appears after a reload',
  async scene => {
    const { page } = scene
    const { pan } = await signedInBorrower(scene)
    await typePan(scene, pan)
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        const field = document.querySelector<HTMLInputElement>('[name=panNo]')
        if (!field) return
        sessionStorage.setItem('first seen', field.value)
        watcher.disconnect()
      })
      watcher.observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    await page.locator('[name=panNo]').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('first seen'))).toBe(pan)
  },
  [androidPhone],
)

journey(
  'stores typed answers only encrypted, and deletes them at sign-out',
  async scene => {
    const { page } = scene
    const { pan } = await signedInBorrower(scene)
    await typePan(scene, pan)
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
    )
    expect(stored).not.toContain(pan)
    await page.goto('/personal')
    await scene.tap('Quit')
    await scene.arrive('/login')
    await page.waitForFunction(
      () => !Object.keys(sessionStorage).some(name => name.startsWith('sealed:')),
    )
  },
  [androidPhone],
)

journey(
  'clears typed answers in every tab when another person signs in',
  async scene => {
    const { page, arrive, tap } = scene
    const { pan } = await signedInBorrower(scene)
    const tabs = [page, await page.context().newPage()]
    for (const tab of tabs) await typePan({ page: tab }, pan)
    await page.goto('/login?redirect=%2Fauth%2Fidentity')
    await signIn(scene, somebody())
    await tap('Sign in instead')
    await arrive('/auth/identity')
    expect(await page.locator('[name=panNo]').inputValue()).toBe('')
    for (const tab of tabs)
      await tab.waitForFunction(
        typed =>
          document.querySelector<HTMLInputElement>('[name=panNo]')?.value !== typed &&
          !Object.keys(sessionStorage).some(name => name.startsWith('sealed:')),
        pan,
      )
  },
  [androidPhone],
)
