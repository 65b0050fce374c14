import type { Scene } from './journey.ts'

/** Opens the first item of the inbox with this name, with a reason: others may wait, too. */
export async function openItem(scene: Scene, name: string, why: string): Promise<void> {
  const item = scene.page.getByRole('listitem', { name }).first()
  await item.getByRole('link', { name: 'Open', exact: true }).click()
  await openFor(scene, why)
}

/** Opens a page of a person with a reason. */
export async function openFor({ page }: Scene, why: string): Promise<void> {
  await page.getByLabel('Why do you open it?').selectOption(why)
  await page.getByRole('main').getByRole('button', { name: 'Open', exact: true }).click()
}
