/** What a test does by keyboard, and finds by place, on a page of the console. */
import { fireEvent, screen } from '@testing-library/react'
import { settle } from '#web/testing/page.ts'

/** Presses a key where the focus is. */
export async function press(key: string, held: { ctrlKey?: boolean } = {}): Promise<void> {
  await settle(() => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...held }))
}

/** The row of this name. */
export function row(name: string): HTMLElement {
  return screen.getByRole('listitem', { name })
}

/** The cells of every row of a table, without its head. */
export function cells(table: string): string[][] {
  const [region] = screen.getAllByRole(/^(region|table)$/ as never, { name: table })
  return [...(region?.querySelectorAll('tbody tr') ?? [])].map(each =>
    [...each.children].map(({ textContent }) => textContent ?? ''),
  )
}
