import type { Scene } from './journey.ts'

/** Opens the first proposal of the list whose row has this text and which this person may decide, and approves it. */
export async function approveProposal(
  { page, tap, type, see }: Scene,
  { about = '' }: { about?: string } = {},
) {
  const row = page.getByRole('listitem').filter({ hasText: about })
  await row.getByRole('link', { name: 'Look at it and decide' }).first().click()
  await page.waitForURL(/\/console\/proposals\/[\w-]+$/)
  await see('What will happen')
  await type('Reason', 'I read what changes.')
  await tap('Approve')
}
