import type { Scene } from './journey.ts'

/** Opens a page of a person with a reason. */
export async function openFor({ page }: Scene, why: string): Promise<void> {
  await page.getByLabel('Why do you open it?').selectOption(why)
  await page.getByRole('main').getByRole('button', { name: 'Open', exact: true }).click()
}
