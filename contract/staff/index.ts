import { application } from '#contract/staff/application.ts'
import { audit } from '#contract/staff/audit.ts'
import { staffBorrower } from '#contract/staff/borrower.ts'
import { collection } from '#contract/staff/collection.ts'
import { complaint } from '#contract/staff/complaint.ts'
import { staffContent } from '#contract/staff/content.ts'
import { staffFace } from '#contract/staff/face.ts'
import { staffHardship } from '#contract/staff/hardship.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { staffLooks } from '#contract/staff/looks.ts'
import { staffNames } from '#contract/staff/names.ts'
import { staffOrder } from '#contract/staff/order.ts'
import { people } from '#contract/staff/people.ts'
import { policy } from '#contract/staff/policy.ts'
import { products } from '#contract/staff/product.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { report } from '#contract/staff/report.ts'
import { staffSession } from '#contract/staff/session.ts'
import { staffView } from '#contract/staff/view.ts'

/** Every call of the console, by area. Borrowers' apps hold nothing of it. */
export const staffContract = {
  staffSession,
  staffView,
  inbox,
  application,
  proposal,
  people,
  products,
  report,
  audit,
  staffBorrower,
  staffOrder,
  staffFace,
  staffNames,
  staffHardship,
  complaint,
  collection,
  staffLooks,
  policy,
  staffContent,
}
export type StaffContract = typeof staffContract
