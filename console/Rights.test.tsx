/** A page of which somebody may not read anything names the permission, and offers nothing. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open } from '#console/testing/open.tsx'
import { audit } from '#contract/staff/audit.ts'
import { staffContent } from '#contract/staff/content.ts'
import { people } from '#contract/staff/people.ts'
import { policy } from '#contract/staff/policy.ts'
import { products } from '#contract/staff/product.ts'
import { says } from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'

const PAGES: readonly (readonly [address: string, permission: string])[] = [
  ['/application/o1', 'open applications'],
  ['/borrowers', 'find and open borrowers and orders'],
  ['/borrower/b1', 'find and open borrowers and orders'],
  ['/order/SR1', 'find and open borrowers and orders'],
  ['/hardship/o1', 'find and open borrowers and orders'],
  ['/face/d1', 'see the pictures of an identity'],
  ['/names/n1', 'see the pictures of an identity'],
  ['/complaints', 'read complaints and feedback'],
  ['/complaint/f1', 'read complaints and feedback'],
  ['/collections', 'see overdue loans'],
  ['/collection/o1', 'see overdue loans'],
  ['/reports', 'read reports'],
  ['/reports/rows?report=portfolio&key=all&day=2026-03-05', 'read reports'],
  ['/products', 'see products'],
  ['/products/nila', 'see products'],
  ['/policy', 'see policy values'],
  ['/content', 'see the texts that borrowers read'],
  ['/content/about', 'see the texts that borrowers read'],
  ['/content/legal', 'see the texts that borrowers read'],
  ['/staff', 'see people and roles'],
  ['/audit', 'read the audit log'],
  ['/looks/l1', 'look into what colleagues opened and searched'],
  ['/trouble/refund/r1', 'take, hand over and put off work'],
]

test.each(PAGES)('%s needs the permission to %s', async (address, permission) => {
  const refusing = [
    products.list,
    products.open,
    people.list,
    audit.acts,
    policy.list,
    staffContent.list,
  ]
  for (const call of refusing) stub(call, { refused: 'not-permitted' })
  await open(address, 'viewer', { permissions: ['session:own'] })
  await says(`Your role does not allow this: it needs the permission to ${permission}.`)
  const offered = screen.getByRole('main').querySelectorAll('button, input, select, textarea')
  // Everybody may use their own saved views.
  expect([...offered].filter(each => each.closest('nav') === null)).toEqual([])
})
