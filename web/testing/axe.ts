import { screen } from '@testing-library/react'
import axe from 'axe-core'

/**
 * Names what axe finds in the drawn page. Rules about colour and size need a layout, which happy-dom
 * has not: e2e/looks.e2e.ts asks them of every page.
 */
export async function violations(): Promise<string[]> {
  if (document.body.childElementCount === 0) return []
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  })
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help}, at ${node.target.join(' ')}`),
  )
  return [...faults, ...namelessDialogs()]
}

/** axe asks for the name of a `role=dialog`, and leaves out the element that has the role by itself. */
function namelessDialogs(): string[] {
  if (!document.querySelector('dialog')) return []
  return screen
    .queryAllByRole('dialog', { name: '' })
    .map(dialog => `dialog-name: Dialogs must have a name, at ${dialog.className}`)
}
