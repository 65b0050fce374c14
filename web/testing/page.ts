/** What a test does and reads on the page that it opened: by the names that people see and hear. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'

type Text = string | RegExp

/** Waits until an element shows this text. */
export async function see(text: Text): Promise<HTMLElement> {
  const [first] = await screen.findAllByText(text)
  return first as HTMLElement
}

/** Taps the first button or link that shows or has this name. */
export async function tap(name: Text): Promise<void> {
  const buttons = () => [
    ...screen.queryAllByRole('button', { name }),
    ...screen.queryAllByRole('link', { name }),
  ]
  const target = await waitFor(() => {
    const [first] = buttons()
    if (!first) throw new Error(`no button or link is named ${name}`)
    return first
  })
  await settle(() => fireEvent.click(target))
}

/** Fills the field of this label, as a person pastes. */
export async function type(label: Text, text: string): Promise<HTMLElement> {
  const [field] = await screen.findAllByLabelText(label, { selector: 'input, textarea, select' })
  const target = field as HTMLElement
  await settle(() => fireEvent.change(target, { target: { value: text } }))
  return target
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
