import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useRead } from '#console/calls.ts'
import { isTyping, useRowKeys } from '#console/keys.ts'
import { useMe } from '#console/me.ts'
import { orderPath } from '#console/order-link.tsx'
import { pagesFor } from '#console/pages.tsx'
import { handOverQuery } from '#console/searching.ts'
import { sectionOfView } from '#console/Views.tsx'
import { say, type WordId } from '#console/words.ts'
import { staffView } from '#contract/staff/view.ts'
import { readOrderNo } from '#domain/staff/search.ts'
import { Dialog } from '#web/ui/Overlay.tsx'

const LEGEND: readonly WordId[] = [
  'keys.k',
  'keys.legend',
  'keys.jk',
  'keys.o',
  'keys.t',
  'keys.p',
  'keys.u',
  'keys.escape',
]

/** The palette by Ctrl or ⌘ and K, and the legend of the keys by ?. */
export function Keyboard() {
  const [open, setOpen] = useState<'palette' | 'legend'>()
  useRowKeys()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') setOpen('palette')
      else if (isTyping(event)) return
      else if (event.key === '?') setOpen('legend')
      else if (event.key === 'u') pressUndo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const close = () => setOpen(undefined)
  if (open === 'palette') return <Palette onClose={close} />
  if (open !== 'legend') return null
  return (
    <Dialog title={say('keys')} onClose={close} hasCross>
      <ul className="list">
        {LEGEND.map(id => (
          <li key={id}>{say(id)}</li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Presses the act of the newest toast, if one is shown. */
function pressUndo(): void {
  const acts = document.querySelectorAll<HTMLElement>('[data-toast-act]')
  acts[acts.length - 1]?.click()
}

type Choice = { readonly key: string; readonly name: string; readonly go: () => void }

/** A list of pages and saved views that typing narrows; a number goes to its order, any other text to the search. */
function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  // The dialog gives the focus to its first button when it opens.
  useEffect(() => field.current?.focus(), [])
  const choices = useChoices(text)
  const chosen = choices[Math.min(at, choices.length - 1)]
  function choose(choice: Choice | undefined) {
    if (!choice) return
    onClose()
    choice.go()
  }
  function onKey(event: ReactKeyboardEvent) {
    const last = choices.length - 1
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, last))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') choose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={say('keys.palette')} onClose={onClose} hasCross>
      <div className="palette">
        <input
          role="combobox"
          aria-label={say('keys.palette.label')}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          placeholder={say('keys.palette.label')}
          autoComplete="off"
          ref={field}
          maxLength={64}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        <div role="listbox" id={id} aria-label={say('keys.palette')}>
          {choices.map(choice => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses in the field above
            // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
            <div
              key={choice.key}
              id={`${id}-${choice.key}`}
              role="option"
              aria-selected={choice === chosen}
              onClick={() => choose(choice)}
            >
              {choice.name}
            </div>
          ))}
        </div>
        {choices.length === 0 && <p>{say('keys.palette.none')}</p>}
      </div>
    </Dialog>
  )
}

function useChoices(text: string): Choice[] {
  const [, navigate] = useLocation()
  const { permissions } = useMe()
  const query = text.trim().toLowerCase()
  const saved = useRead(staffView.list, {}).data?.views ?? []
  const open = pagesFor(permissions)
  const all: Choice[] = open.map(({ path, nav }) => ({
    key: path.replace(/\W/g, '_'),
    name: say(nav),
    go: () => navigate(path),
  }))
  for (const view of saved) {
    const page = open.find(({ path }) => path === sectionOfView(view))
    if (!page) continue
    const name = say('keys.palette.view', { name: view.name, page: say(page.nav) })
    all.push({ key: view.viewId, name, go: () => navigate(view.path) })
  }
  const listed = all.filter(({ name }) => name.toLowerCase().includes(query))
  const mayRead = permissions.includes('borrowers:read')
  if (query === '' || !mayRead) return listed
  const orderNo = readOrderNo(text)
  const name = say('keys.palette.order', { orderNo: orderNo ?? '' })
  const order = orderNo && { key: 'order', name, go: () => navigate(orderPath(orderNo)) }
  const search = {
    key: 'search',
    name: say('keys.palette.search', { text }),
    go: () => {
      handOverQuery(text)
      // An open page of the search starts again with the text.
      navigate('/')
      setTimeout(() => navigate('/borrowers'))
    },
  }
  return [...(order ? [order] : []), ...listed, search]
}
