import { useQueryClient } from '@tanstack/react-query'
import { kyc } from '#contract/kyc.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { toast } from '#web/ui/toast.ts'

/** The variants of the identity page by their number (specification §2). */
export const BY_UPLOAD = 1
export const BY_NUMBER = 2

/**
 * Switches to the other variant; the server stores it, so that it lasts through a reload and on
 * other devices.
 */
export function useVariant() {
  const queries = useQueryClient()
  const { run, isPending } = useAction(kyc.chooseType)
  async function choose(kycPageType: typeof BY_UPLOAD | typeof BY_NUMBER) {
    const result = await run({ kycPageType })
    if (!result) return
    if (result.ok) {
      queries.removeQueries({ queryKey: callKey(kyc.uploads) })
      queries.setQueryData(callKey(kyc.type, {}), result.data)
    } else toast(messageOf(result), 'bad')
  }
  return { choose, isPending }
}
