/** The palette, the legend of the keys, and the saved views. */
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { inboxOf } from '#console/testing/answers.ts'
import { open } from '#console/testing/open.tsx'
import { press } from '#console/testing/page.ts'
import { collection } from '#contract/staff/collection.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { staffView } from '#contract/staff/view.ts'
import {
  arrive,
  control,
  field,
  says,
  settle,
  shown,
  tap,
  toasts,
  type,
} from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'

const FIELD = 'Page, order number or borrower'
const choices = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent

async function openPalette(role: Parameters<typeof open>[1] = 'operations') {
  stub(inbox.list, inboxOf())
  await open('/', role)
  await says('Nothing waits for a person.')
  await press('k', { ctrlKey: true })
  expect((await field(FIELD)) === document.activeElement).toBe(true)
}
const key = async (name: string) =>
  settle(() => fireEvent.keyDown(document.activeElement as Element, { key: name }))

describe('the palette', () => {
  test('lists the pages of the role, and typing narrows them', async () => {
    await openPalette('viewer')
    expect(choices()).toEqual([
      'Inbox',
      'Proposals',
      'Products',
      'Reports',
      'Policy',
      'Content',
      'Your account',
    ])
    await type(FIELD, ' PRO ')
    expect(choices()).toEqual(['Proposals', 'Products'])
    await type(FIELD, 'nothing of this')
    expect(choices()).toEqual([])
    await says('Nothing fits.')
  })

  test('goes to the chosen one by arrows and Enter', async () => {
    await openPalette()
    expect(chosen()).toBe('Inbox')
    await key('ArrowUp')
    expect(chosen()).toBe('Inbox')
    await key('ArrowDown')
    expect(chosen()).toBe('Borrowers')
    const line = (await field(FIELD)).getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(line)?.textContent).toBe('Borrowers')
    await key('Enter')
    await arrive('/console/borrowers')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('opens an order by its number, and hands any other text to the search', async () => {
    await openPalette()
    await type(FIELD, 'sr26030500ab12cd34')
    expect(choices()).toEqual([
      'Open order SR 2603 0500 AB12 CD34',
      'Search borrowers for “sr26030500ab12cd34”',
    ])
    await type(FIELD, '9876543210')
    expect(choices()).toEqual(['Search borrowers for “9876543210”'])
    await key('Enter')
    await arrive('/console/borrowers')
    expect((await field('Name, number, reference or code')).value).toBe('9876543210')
    expect(location.href).not.toContain('9876543210')
  })

  test('offers no search to those who may not read borrowers', async () => {
    await openPalette('viewer')
    await type(FIELD, '9876543210')
    expect(choices()).toEqual([])
  })
})

test('the legend names every key, and a cross closes it', async () => {
  stub(inbox.list, inboxOf())
  await open('/')
  await says('Nothing waits for a person.')
  await press('?')
  const lines = [...screen.getByRole('dialog').querySelectorAll('li')]
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Ctrl or ⌘ and K: search and pages',
    '?: this list',
    'j and k: next and previous row',
    'o or Enter: open the row',
    't: take the item, or give it back',
    'p: put the item off',
    'u: undo the last act, while this is offered',
    'Esc: close',
  ])
  await tap('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('saved views', () => {
  const view = { viewId: 'v1', name: 'Newly late', path: '/collections?bucket=1-30' }
  const loans = () =>
    stub(collection.list, ({ bucket = '31-60' }) => ({
      bucket,
      counts: [{ bucket, count: 0 }],
      items: [],
      next: null,
    }))

  test('a filter is saved under a name', async () => {
    loans()
    const views: (typeof view)[] = []
    const saved = stub(staffView.save, () => {
      views.push(view)
      return { viewId: 'v1' }
    })
    await open('/collections', 'collections')
    await says('No loan is overdue.')
    expect(shown('Save this view'), 'there is no filter').toEqual([])
    const after = '2026-03-01~00000000-0000-0000-0000-000000000001'
    await open(`/collections?bucket=1-30&after=${after}`, 'collections', {}, views)
    await tap('Save this view')
    expect(await control('Save')).toHaveProperty('disabled', true)
    await type('Name of the view', 'Newly late')
    await tap('Save')
    expect(saved.inputs, 'from its first page').toEqual([
      { name: 'Newly late', path: '/collections?bucket=1-30' },
    ])
    expect((await control('Newly late')).getAttribute('aria-current')).toBe('page')
  })

  test('a filter that names a person is not saved', async () => {
    loans()
    await open('/collections?bucket=1-30&who=asha', 'collections')
    await says('This filter names a person or an order, so it is not saved as a view.')
    expect(shown('Save this view')).toEqual([])
  })

  test('one beyond the limit is refused', async () => {
    loans()
    stub(staffView.save, { refused: 'view-limit', details: { most: 30 } })
    await open('/collections?bucket=1-30', 'collections')
    await tap('Save this view')
    await type('Name of the view', 'One more')
    await tap('Save')
    await says('You already have 30 saved views. Remove one first.')
  })

  test('a view is renamed, removed, and restored by an undo', async () => {
    loans()
    const renamed = stub(staffView.rename, null)
    const removed = stub(staffView.remove, null)
    const saved = stub(staffView.save, { viewId: 'v1' })
    await open('/collections?bucket=1-30', 'collections', {}, [view])
    await tap('Rename the view')
    expect((await field('Name of the view')).value).toBe('Newly late')
    await type('Name of the view', 'Just late')
    await tap('Save')
    expect(renamed.inputs).toEqual([{ viewId: 'v1', name: 'Just late' }])
    await tap('Remove the view')
    expect(removed.inputs).toEqual([{ viewId: 'v1' }])
    expect(toasts()).toEqual(['The view “Newly late” is removed.'])
    await tap('Undo')
    expect(saved.inputs).toEqual([{ name: 'Newly late', path: view.path }])
  })

  test('the palette opens a view, beside its page', async () => {
    loans()
    stub(inbox.list, inboxOf())
    await open('/', 'collections', {}, [view])
    await says('Nothing waits for a person.')
    await press('k', { ctrlKey: true })
    await type(FIELD, 'newly')
    expect(choices()[0]).toBe('Newly late (Collections)')
    await key('Enter')
    await arrive('/console/collections?bucket=1-30')
  })
})
