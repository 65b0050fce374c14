import type { Day } from '#domain/day.ts'
import { type Borrower, readyBorrower } from './borrower.ts'
import type { Scene } from './journey.ts'

/** Borrows ₹5,000 for seven days, moves the clock by `days`, and signs the borrower in on the page. */
export async function loanAfter(
  days: number,
  { server, sandbox, page }: Scene,
): Promise<{ person: Borrower; orderId: string; start: Day }> {
  const person = await readyBorrower(server.origin)
  const orderId = await person.borrow('saral-seven', 5_000)
  await sandbox.advance(`P${days}D`)
  await person.enter(page.context())
  const { loanDate } = await person.detail(orderId)
  if (!loanDate) throw new Error('No money arrived.')
  return { person, orderId, start: loanDate }
}
