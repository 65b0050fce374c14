/** Keeps a draft on the server while it is typed: each change is saved a moment later, one save at a time. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#console/call.ts'
import { messageOf } from '#console/calls.ts'
import type { Output } from '#contract/endpoint.ts'
import { type DraftContent, products } from '#contract/staff/product.ts'

/** A pause in typing that is long enough to save. */
const PAUSE_MS = 500

type Draft = NonNullable<Output<typeof products.open>['draft']>
type Saving = {
  readonly state: 'saved' | 'saving' | 'failed' | 'conflict'
  readonly why?: string
}

/** The content as typed, the verdict on what is saved, and whether everything is saved. */
export function useDraft(productId: string, draft: Draft) {
  const queries = useQueryClient()
  const [content, setContent] = useState(draft.content)
  const [revision, setRevision] = useState(draft.revision)
  const [problems, setProblems] = useState(draft.problems)
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  const latest = useRef({ content: draft.content, revision: draft.revision, isChanged: false })
  const running = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function save(): Promise<void> {
    clearTimeout(timer.current)
    if (running.current || !latest.current.isChanged) return
    running.current = true
    const { content: draft, revision: of } = latest.current
    latest.current.isChanged = false
    const result = await call(products.save, { productId, revision: of, content: draft })
    running.current = false
    if (!result.ok) {
      latest.current.isChanged = true
      const isConflict = result.reason === 'outdated'
      setSaving(isConflict ? { state: 'conflict' } : { state: 'failed', why: messageOf(result) })
      return
    }
    latest.current.revision = result.data.revision
    setRevision(result.data.revision)
    setProblems(result.data.problems)
    void queries.invalidateQueries({ queryKey: [products.preview.path] })
    if (latest.current.isChanged) return save()
    setSaving({ state: 'saved' })
  }

  function change(changes: Partial<DraftContent>): void {
    const next = { ...latest.current.content, ...changes }
    latest.current.content = next
    latest.current.isChanged = true
    setContent(next)
    setSaving(before => (before.state === 'conflict' ? before : { state: 'saving' }))
    clearTimeout(timer.current)
    if (saving.state !== 'conflict') timer.current = setTimeout(() => void save(), PAUSE_MS)
  }

  // A person who leaves the page within the pause loses nothing.
  const leave = useRef(save)
  leave.current = save
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!latest.current.isChanged && !running.current) return
      void leave.current()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => {
      window.removeEventListener('beforeunload', onLeave)
      void leave.current()
    }
  }, [])

  return { content, revision, problems, saving, change, save }
}
