import type { Scene } from './journey.ts'

/** Types, and waits until the draft of the form on the device has changed. */
export async function untilStored(
  { page }: Pick<Scene, 'page'>,
  draft: string,
  typing: () => Promise<void>,
): Promise<void> {
  const stored = (name: string) => sessionStorage.getItem(`sealed:${name}`)
  const before = await page.evaluate(stored, draft)
  await typing()
  await page.waitForFunction(({ name, old }) => sessionStorage.getItem(`sealed:${name}`) !== old, {
    name: draft,
    old: before,
  })
}
