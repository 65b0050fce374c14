/** The acts and lookups of tests on the open page, by the names that people see and hear. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'

type Text = string | RegExp

/** Waits until an element that the selector matches shows this text. */
export async function see(text: Text, selector = '*'): Promise<HTMLElement> {
  const [first] = await screen.findAllByText(text, { selector })
  return first as HTMLElement
}

/** Waits until the whole text of an element is this one, to the last space. */
export async function says(text: Text): Promise<void> {
  await screen.findAllByText(text, { normalizer: written => written })
}

/** The elements that show this text now. */
export const shown = (text: Text): HTMLElement[] => screen.queryAllByText(text)

/** Waits for the button or link of this name; the `at`th of several, the last but one for -2. */
export function control(name: Text, at = 0): Promise<HTMLElement> {
  return waitFor(() => {
    const matches = (['button', 'link'] as const).flatMap(role =>
      screen.queryAllByRole(role, { name }),
    )
    const match = matches.at(at)
    if (!match) throw new Error(`no button or link is named ${name}\n${document.body.textContent}`)
    return match
  })
}

export async function tap(name: Text, at = 0): Promise<void> {
  const target = await control(name, at)
  await settle(() => fireEvent.click(target))
}

/** Waits for the field of this label; the `at`th of several. */
export async function field(label: Text, at = 0): Promise<HTMLInputElement> {
  const controls = await screen.findAllByLabelText(label, { selector: 'input, textarea, select' })
  return controls[at] as HTMLInputElement
}

/** Fills the field of this label, as a person who pastes or chooses. */
export async function type(label: Text, value: string): Promise<void> {
  const target = await field(label)
  await settle(() => fireEvent.change(target, { target: { value } }))
}

/** Fills the field of this name, where several have one label. */
export async function fill(name: string, value: string): Promise<void> {
  const target = await waitFor(() => {
    const match = document.getElementsByName(name)[0]
    if (!match) throw new Error(`no field is named ${name}`)
    return match
  })
  await settle(() => fireEvent.change(target, { target: { value } }))
}

/** Toggles the checkbox, radio or switch of this name. */
export async function turn(name: Text): Promise<void> {
  const target = await waitFor(() => {
    const [match] = (['checkbox', 'radio', 'switch'] as const).flatMap(role =>
      screen.queryAllByRole(role, { name }),
    )
    if (!match) throw new Error(`nothing to turn is named ${name}\n${document.body.textContent}`)
    return match
  })
  await settle(() => fireEvent.click(target))
}

/** Chooses a file in the picker of this label. */
export async function pick(label: Text, file: File): Promise<void> {
  const picker = await field(label)
  await settle(() => fireEvent.change(picker, { target: { files: [file] } }))
}

/** Waits until the address has this path, and its query where one is given. */
export async function arrive(path: string): Promise<void> {
  await waitFor(() => {
    const { pathname, search } = location
    const here = path.includes('?') ? pathname + search : pathname
    if (here !== path) throw new Error(`at ${pathname + search}, not at ${path}`)
  })
}

/** The texts of the toasts. */
export function toasts(): string[] {
  const region = document.querySelector('[role=status][popover]')
  return [...(region?.children ?? [])].map(toast => toast.querySelector('span')?.textContent ?? '')
}

/** Acts, and lets the page draw what follows at once. */
export async function settle(deed: () => unknown): Promise<void> {
  await act(async () => {
    await deed()
  })
}
