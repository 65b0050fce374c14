import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { call } from '#console/call.ts'
import { useAct, useRead } from '#console/calls.ts'
import { sectionOf } from '#console/pages.tsx'
import { Problem } from '#console/parts.tsx'
import { useUndo } from '#console/undo.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { isViewList, staffView, VIEW_NAME_CHARS_MAX, viewPathOf } from '#contract/staff/view.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

type View = Output<typeof staffView.list>['views'][number]

/** The page of the navigation to which a saved view belongs. */
export function sectionOfView({ path }: View): string | undefined {
  return sectionOf(path.split('?')[0] ?? path)
}

/** The saved views of the open list; its filter can be saved, and the view that is open renamed or removed. */
export function Views() {
  const [path] = useLocation()
  const [query] = useSearchParams()
  const { data } = useRead(staffView.list, {})
  const { act, isPending, problem } = useAct()
  const offerUndo = useUndo()
  const [naming, setNaming] = useState<{ readonly of?: View }>()
  if (!isViewList(path) || !data) return null
  const here = viewPathOf(path, query)
  const shown = data.views.filter(each => sectionOfView(each) === sectionOf(path))
  const open = shown.find(each => each.path === here)
  const isFiltered = here !== path
  if (shown.length === 0 && !isFiltered) return null
  async function remove({ viewId, name, path: removed }: View) {
    if (await act(staffView.remove, { viewId }))
      offerUndo(say('views.removed', { name }), () => call(staffView.save, { name, path: removed }))
  }
  return (
    <nav className="tabs" aria-label={say('views')}>
      {shown.map(each => (
        <Link
          key={each.viewId}
          href={each.path}
          className="tab"
          aria-current={each === open ? 'page' : undefined}
        >
          {each.name}
        </Link>
      ))}
      {open && (
        <>
          <Button kind="quiet" small onPress={() => setNaming({ of: open })}>
            {say('views.rename')}
          </Button>
          <Button kind="quiet" small pending={isPending} onPress={() => void remove(open)}>
            {say('views.remove')}
          </Button>
        </>
      )}
      {!open && isFiltered && here !== undefined && (
        <Button kind="secondary" small onPress={() => setNaming({})}>
          {say('views.save')}
        </Button>
      )}
      {here === undefined && <Note>{say('views.not-saved')}</Note>}
      <Problem text={problem} />
      {naming && here !== undefined && (
        <Naming of={naming.of} path={here} onClose={() => setNaming(undefined)} />
      )}
    </nav>
  )
}

/** Asks for the name of a new view, or for another name of one. */
function Naming({
  of,
  path,
  onClose,
}: {
  of: View | undefined
  path: string
  onClose: () => void
}) {
  const { act, isPending, problem } = useAct()
  const [name, setName] = useState(of?.name ?? '')
  const field = useRef<HTMLInputElement>(null)
  // The dialog gives the focus to its first button when it opens.
  useEffect(() => field.current?.focus(), [])
  async function submit() {
    const answer = of
      ? await act(staffView.rename, { viewId: of.viewId, name })
      : await act(staffView.save, { name, path })
    if (answer) onClose()
  }
  return (
    <Dialog title={say(of ? 'views.rename' : 'views.save')} onClose={onClose} hasCross>
      <form
        className="inline"
        onSubmit={event => {
          event.preventDefault()
          if (name.trim() !== '') void submit()
        }}
      >
        <TextField
          label={say('views.name')}
          hint={say('views.name.hint')}
          value={name}
          onChange={setName}
          maxLength={VIEW_NAME_CHARS_MAX}
          ref={field}
        />
        <Problem text={problem} />
        <Button type="submit" small disabled={name.trim() === ''} pending={isPending}>
          {say('views.keep')}
        </Button>
      </form>
    </Dialog>
  )
}
