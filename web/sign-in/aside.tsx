import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadAreas } from '#web/locales/i18n.ts'

/** Shows a sign-in dialog outside the app's own tree until it is answered. */
export async function answered<Answer>(
  dialog: (onAnswer: (answer: Answer) => void) => ReactNode,
): Promise<Answer> {
  await loadAreas(['code'])
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const answer = await new Promise<Answer>(resolve => {
    root.render(<StrictMode>{dialog(resolve)}</StrictMode>)
  })
  root.unmount()
  place.remove()
  return answer
}
