/** The keys and the lookups of tests on a page of the console. */
import { fireEvent, screen } from '@testing-library/react'
import { settle } from '#web/testing/page.ts'

/** Presses a key where the focus is. */
export async function press(key: string, keys: { ctrlKey?: boolean } = {}): Promise<void> {
  await settle(() => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...keys }))
}

/** The row of this name. */
export function row(name: string): HTMLElement {
  return screen.getByRole('listitem', { name })
}

/** The cells of each row of a table of this name, without its head. */
export function cells(name: string): string[][] {
  const table = [...document.querySelectorAll('table')].find(
    table =>
      table.querySelector('caption')?.textContent === name ||
      table.parentElement?.getAttribute('aria-label') === name,
  )
  if (!table) throw new Error(`no table is named ${name}\n${document.body.textContent}`)
  return [...table.querySelectorAll('tbody tr')].map(each =>
    [...each.children].map(({ textContent }) => textContent ?? ''),
  )
}
