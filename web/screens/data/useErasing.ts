import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ownData } from '#contract/own-data.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { clearCredentials } from '#web/device/credentials.ts'
import { endPush } from '#web/device/push.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.ts'
import type { Erasable } from './words.ts'

/** Erases, once; where the account went with it, the way leads out. Everything that was read before is read again. */
export function useErasing(onDone: () => void) {
  const { run, isPending } = useAction(ownData.erase)
  const queries = useQueryClient()
  const [, navigate] = useLocation()

  async function erase(what: Erasable | 'everything') {
    if (what === 'notifications' || what === 'everything') await endPush()
    const result = await run({ what })
    if (!result) return
    onDone()
    if (!result.ok) return toast(messageOf(result), 'bad')
    if (result.data.isAccountClosed) {
      navigate(paths.login())
      clearCredentials()
      return toast(t('data.all.closed'), 'good', 1)
    }
    await queries.invalidateQueries()
    toast(t('data.all.done'), 'good')
  }
  return { erase, isPending }
}
