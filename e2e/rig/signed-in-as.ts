import type { Role } from '#domain/staff/permissions.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'

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
