import { useQueryClient } from '@tanstack/react-query'
import { content } from '#contract/content.ts'
import { device } from '#contract/device.ts'
import { callKey, useCall } from '#web/api/useCall.ts'
import { OptionalQuestion } from '#web/consent/OptionalQuestion.tsx'

/**
 * Asks about the use of the app and, where the lender wants it, about advertisements: one question at a time, to who was not asked
 * before, and never about what is switched off.
 */
export function AskOnce() {
  const queries = useQueryClient()
  const consents = useCall(device.consents, {})
  const config = useCall(content.config, {})
  const isOn = { tracking: config.data?.isTrackingOn, marketing: config.data?.isMarketingOn }
  const open = (['tracking', 'marketing'] as const).find(
    each =>
      isOn[each] &&
      consents.data?.some(({ purpose, standing }) => purpose === each && standing === 'not-asked'),
  )
  if (!open) return null
  const answered = () => void queries.invalidateQueries({ queryKey: callKey(device.consents) })
  return <OptionalQuestion key={open} purpose={open} onAnswered={answered} />
}
