import type { Scene } from './journey.ts'

/** Signs in to the console as a role, by the sandbox's button. */
export async function enterAs({ page, see }: Scene, role: string): Promise<void> {
  await page.goto('/sandbox')
  await page.getByRole('button', { name: role, exact: true }).click()
  await page.waitForURL(/\/console$/)
  await see('Inbox')
}
