import type { Role } from '#domain/staff/permissions.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import type { Scene } from './journey.ts'

/** Signs in to the console as a role, by the sandbox's button. */
export async function enterAs({ page, see }: Scene, role: string): Promise<void> {
  await page.goto('/sandbox')
  await page.getByRole('button', { name: role, exact: true }).click()
  await page.waitForURL(/\/console$/)
  await see('Inbox')
}

/** Returns a browser without a screen that the sandbox signed in as a role. */
export async function signedInAs(origin: string, role: Role): Promise<Browser> {
  const browser = browserOn(origin)
  const response = await browser.fetch('/sandbox/staff', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role }),
  })
  if (!response.ok) throw new Error(`/sandbox/staff answered ${response.status}`)
  return browser
}
