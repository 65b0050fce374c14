import { describe, expect, test } from 'vitest'
import { staffView, viewPathOf } from '#contract/staff/view.ts'
import { endStaff } from '#server/staff/people/db/staff.ts'
import { simulatedPerson } from '#server/staff/people/people.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const world = forFile(() => lendingWorld())

type Person = { readonly calls: Awaited<ReturnType<typeof person>>['calls'] }

async function person(role: Parameters<typeof staffBrowser>[1]) {
  const browser = await staffBrowser(world.server, role)
  return { calls: browser.calls(staffView) }
}

async function viewsOf({ calls }: Person) {
  const list = await calls.list({})
  return list.ok ? list.data.views : []
}

const PAYOUTS = '/?kind=payout&mine=1'

describe('a saved view', () => {
  test('is stored, renamed and removed by its person', async () => {
    const browser = await person('operations')
    const saved = await browser.calls.save({ name: '  My payouts ', path: PAYOUTS })
    const viewId = saved.ok ? saved.data.viewId : ''
    await browser.calls.save({ name: 'Late', path: '/collections?bucket=over-90' })
    expect(await viewsOf(browser)).toEqual([
      { viewId: expect.any(String), name: 'Late', path: '/collections?bucket=over-90' },
      { viewId, name: 'My payouts', path: PAYOUTS },
    ])
    expect((await browser.calls.rename({ viewId, name: 'Ashas Auszahlungen' })).ok).toBe(true)
    expect((await viewsOf(browser)).map(({ name }) => name)).toEqual(['Ashas Auszahlungen', 'Late'])
    expect((await browser.calls.remove({ viewId })).ok).toBe(true)
    expect((await viewsOf(browser)).map(({ name }) => name)).toEqual(['Late'])
    expect(await browser.calls.rename({ viewId, name: 'Gone' })).toMatchObject({
      reason: 'outdated',
    })
  })

  test('is read, renamed and removed by nobody else', async () => {
    const browser = await person('finance')
    const other = await person('viewer')
    const saved = await browser.calls.save({ name: 'Mine', path: PAYOUTS })
    const viewId = saved.ok ? saved.data.viewId : ''
    expect(await viewsOf(other)).toEqual([])
    expect(await other.calls.rename({ viewId, name: 'Theirs' })).toMatchObject({
      reason: 'outdated',
    })
    expect((await other.calls.remove({ viewId })).ok).toBe(true)
    expect(await viewsOf(browser)).toEqual([{ viewId, name: 'Mine', path: PAYOUTS }])
  })

  test('has its name encrypted in the database', async () => {
    const browser = await person('credit-officer')
    await browser.calls.save({ name: 'Of Asha Rao', path: PAYOUTS })
    const rows = await world.services.db.raw('SELECT * FROM staff_view')
    expect(JSON.stringify(rows)).not.toContain('Asha')
    expect(Buffer.concat(rows.map(row => row.name_sealed as Buffer)).toString()).not.toContain(
      'Asha',
    )
  })

  test('is one of thirty at most, also when several are saved at once', async () => {
    const browser = await person('compliance')
    const save = (name: string) => browser.calls.save({ name, path: PAYOUTS })
    for (let number = 1; number < 30; number += 1)
      expect((await save(`View ${number}`)).ok).toBe(true)
    const answers = await Promise.all(['One', 'Two', 'Three', 'Four'].map(save))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'view-limit' })
    expect(await viewsOf(browser)).toHaveLength(30)
  })

  test('is removed with the access of its person', async () => {
    const browser = await person('kyc-officer')
    await browser.calls.save({ name: 'Faces', path: '/?kind=face' })
    const { db, clock } = world.services
    const count = () =>
      db.raw('SELECT count(*)::int AS count FROM staff_view WHERE staff_id = $1', [staffId])
    const staffId = await db.transaction(tx =>
      simulatedPerson({ services: world.services, tx, at: clock.now() }, 'kyc-officer'),
    )
    expect(await count()).toEqual([{ count: 1 }])
    await db.transaction(tx => endStaff(tx, staffId, clock.wall()))
    expect(await count()).toEqual([{ count: 0 }])
  })
})

describe('the content of a view', () => {
  test.each([
    '/borrowers',
    '/borrowers?query=919811111111',
    '/search?q=Asha',
    '/borrower/01a1fc5e-4940-7566-bffd-964037d99206',
    '/?kind=payout&name=Asha',
    '/?kind=Asha',
    '/?mine=919811111111',
    '/?kind=payout&kind=refund',
    '/collections?bucket=1-30&after=5~01a1fc5e-4940-7566-bffd-964037d99206',
    '/audit?subject=01a1fc5e-4940-7566-bffd-964037d99206',
    '/audit?who=919811111111',
    '/reports/rows?day=2026-11-21&key=919811111111&report=vintage',
    '/reports?day=yesterday',
    '//evil.example/?kind=payout',
    'https://evil.example/?kind=payout',
    '/constructor',
    '/?__proto__=x',
    '/?kind=payout#x',
    '/?',
    'javascript:alert(1)',
    '',
  ])('is not %s', async path => {
    const browser = await person('grievance-officer')
    expect(await browser.calls.save({ name: 'Not this', path })).toMatchObject({
      reason: 'input-invalid',
    })
    expect(await viewsOf(browser)).toEqual([])
  })

  test.each([
    '/?kind=payout&mine=1',
    '/complaints?category=charges&view=closed',
    '/collections?bucket=31-60',
    '/proposals?act=stop-payout',
    '/reports?day=2026-11-21&view=money',
    '/reports/rows?day=2026-11-21&key=none:1-30&report=roll',
    '/audit?act=staff-signed-in&day=2026-11-21&who=server',
  ])('is %s', async path => {
    const browser = await person('product-manager')
    expect((await browser.calls.save({ name: 'This', path })).ok).toBe(true)
  })

  test('is the list from its first page, with its filter in one order', () => {
    const query = new URLSearchParams(
      'view=closed&after=2026-11-21T04:30:00.000Z~x&category=charges',
    )
    expect(viewPathOf('/complaints', query)).toBe('/complaints?category=charges&view=closed')
    expect(viewPathOf('/', [])).toBe('/')
    expect(viewPathOf('/audit', [['subject', 'x']])).toBeUndefined()
  })

  test.each(['', '   ', 'a'.repeat(61)])('has no name such as “%s”', async name => {
    const browser = await person('collections')
    expect(await browser.calls.save({ name, path: PAYOUTS })).toMatchObject({
      reason: 'input-invalid',
    })
  })
})
