import { expect, test } from 'vitest'
import { open as openApp } from '#web/testing/open.tsx'
import { control, says, shown, toasts } from '#web/testing/page.ts'

type Text = string | RegExp

/** A page in one of its states, and the texts that it shows. */
export type State<By = 'visitor'> = {
  readonly at: string
  /** The situation in which it shows them. */
  readonly when: string
  /** The answers of the server. */
  readonly given?: () => unknown
  readonly act?: () => unknown
  /** The texts, each the whole text of an element, to the last space. */
  readonly sees: readonly Text[]
  readonly lacks?: readonly Text[]
  /** The main button, which can be pressed even so, and its line about the missing input. */
  readonly missing?: readonly [button: string, line: string]
  /** Whether the texts are toasts; otherwise the page has none. */
  readonly toast?: true
  readonly by?: By
}

/** Tests each state: opens the page, acts, and reads it. */
export function testStates<By = 'visitor'>(
  states: readonly State<By>[],
  open: (at: string, by: By | undefined) => Promise<void> = openApp as never,
): void {
  test.each(states)('$at, when $when', async ({ at, given, act, sees, ...state }) => {
    const { lacks = [], missing, toast, by } = state
    given?.()
    await open(at, by)
    await act?.()
    for (const text of sees) await says(text)
    for (const text of lacks) expect(shown(text), String(text)).toEqual([])
    if (missing) await isMissing(...missing)
    expect(toasts()).toEqual(toast ? sees : [])
  })
}

async function isMissing(button: string, line: string): Promise<void> {
  const main = await control(button)
  expect(main).toHaveProperty('disabled', false)
  const described = main.getAttribute('aria-describedby') ?? 'none'
  expect(document.getElementById(described)?.textContent).toBe(line)
}
