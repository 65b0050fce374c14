import { useQueryClient } from '@tanstack/react-query'
import { kyc } from '#contract/kyc.ts'
import { queryOf } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { toast } from '#web/ui/toast.ts'
import { useStepDone } from '#web/verify/useStepDone.ts'

/** Continues after the identity is saved, and says so if a person still reviews the names. */
export function useIdentitySaved(): () => void {
  const goOn = useStepDone()
  const queries = useQueryClient()
  return () => {
    goOn()
    // The identity page says it too, on a later visit.
    queries.fetchQuery(queryOf(kyc.type, {})).then(
      ({ isLookedAt }) => isLookedAt === 1 && toast(t('verify.identity.looked-at'), 'info', 2),
      () => undefined,
    )
  }
}
