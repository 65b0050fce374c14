import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { App } from '#console/App.tsx'
import { clearFormDrafts } from '#console/form-drafts.ts'
import type { Person } from '#console/me.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffSession } from '#contract/staff/session.ts'
import { staffView } from '#contract/staff/view.ts'
import type { LookWhy } from '#domain/staff/look.ts'
import { DEFAULT_ROLES, type Permission, type Role } from '#domain/staff/permissions.ts'
import { settle, tap, type } from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'

/** The member of staff who has one of the given roles. */
export function person(role: Role, about: Partial<Person> = {}): Person {
  return {
    staffId: `staff-${role}`,
    mail: `${role}@lender.example`,
    roles: [role],
    permissions: [...new Set(['session:own' as const, ...DEFAULT_ROLES[role]])],
    provedAt: new Date('2026-03-05T04:30:00Z'),
    isSimulated: false,
    way: 'passkey',
    confirmation: null,
    ...about,
  }
}

/** Draws the console at an address, below `/console`, for somebody who has this role and saved these views. */
export async function open(
  address: string,
  role: Role = 'viewer',
  about: Partial<Person> = {},
  views: Output<typeof staffView.list>['views'] = [],
): Promise<void> {
  clearFormDrafts()
  stub(staffSession.me, person(role, about))
  stub(staffView.list, () => ({ views }))
  await draw(address)
}

/** Draws the console at an address as the stubs have it. */
export async function draw(address: string): Promise<void> {
  history.replaceState(null, '', `/console${address}`)
  cleanup()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await settle(() =>
    render(
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>,
    ),
  )
}

/** Opens a page of a person with a reason, as somebody who has this role without one of its permissions. */
export async function openCase(
  address: string,
  role: Role,
  why: LookWhy = 'review',
  without?: Permission,
): Promise<void> {
  const permissions = person(role).permissions.filter(each => each !== without)
  await open(address, role, { permissions })
  await type('Why do you open it?', why)
  await tap('Open')
}
