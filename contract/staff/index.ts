import { application } from '#contract/staff/application.ts'
import { audit } from '#contract/staff/audit.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { people } from '#contract/staff/people.ts'
import { products } from '#contract/staff/product.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { report } from '#contract/staff/report.ts'
import { staffSession } from '#contract/staff/session.ts'

/** Every call of the console, by area. Borrowers' apps hold nothing of it. */
export const staffContract = {
  staffSession,
  inbox,
  application,
  proposal,
  people,
  products,
  report,
  audit,
}
export type StaffContract = typeof staffContract
