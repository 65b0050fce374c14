import { screen } from '@testing-library/react'
import axe from 'axe-core'

/**
 * Names the violations that axe finds in the drawn page. Rules about colour and size need a layout,
 * which happy-dom lacks: e2e/looks.e2e.ts checks them on every page.
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

/** Axe requires a name of `role=dialog`, but not of the element with that role. */
function namelessDialogs(): string[] {
  if (!document.querySelector('dialog')) return []
  return screen
    .queryAllByRole('dialog', { name: '' })
    .map(dialog => `dialog-name: Dialogs must have a name, at ${dialog.className}`)
}
