import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { endOwnerCheck, isOwnerCheckOpen, subscribeToOwnerCheck } from '#web/api/owner-check.ts'
import { loadAreas } from '#web/locales/i18n.ts'

const load = async () => {
  const [module] = await Promise.all([
    import('#web/confirm-code/ConfirmCode.tsx'),
    loadAreas(['code']),
  ])
  return module
}
const ConfirmCode = lazy(() => load().then(m => ({ default: m.ConfirmCode })))
/** Replaces the parts that an unknown device hides. */
export const Locked = lazy(() => load().then(m => ({ default: m.Locked })))

/** The dialog for the second code, while a call waits for it. */
export function OwnerCheck() {
  const isOpen = useSyncExternalStore(subscribeToOwnerCheck, isOwnerCheckOpen, () => false)
  const queries = useQueryClient()
  if (!isOpen) return null
  const onConfirmed = () => {
    endOwnerCheck(true)
    void queries.invalidateQueries()
  }
  return (
    <Suspense>
      <ConfirmCode onConfirmed={onConfirmed} onClose={() => endOwnerCheck(false)} />
    </Suspense>
  )
}
