import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { hardship } from '#contract/hardship.ts'
import { home } from '#contract/home.ts'
import { order } from '#contract/order.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { useAcknowledgement } from '#web/loan/useAcknowledgement.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Foot } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Plan } from './hardship-data.ts'

type ActionsProps = { plan: Plan; orderId: string; keyFactsHash: string | undefined }

/** Requests the chosen plan once its addendum is acknowledged, and goes back to the order. */
export function HardshipActions({ plan, orderId, keyFactsHash }: ActionsProps) {
  const { run, isPending } = useAction(hardship.request)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { hasRead, box, remind } = useAcknowledgement(keyFactsHash)

  async function request() {
    if (!hasRead) {
      remind()
      return document.getElementById('acknowledge')?.scrollIntoView({ block: 'end' })
    }
    const result = await run({ orderId, moveDays: plan.moveDays, keyFactsHash })
    if (!result) return
    for (const changed of [hardship.plans, hardship.keyFacts, order.detail, order.list, home.index])
      void queries.invalidateQueries({ queryKey: callKey(changed) })
    if (!result.ok) return toast(messageOf(result), 'bad')
    toast(result.data.isGranted ? t('hardship.granted') : t('hardship.requested'), 'good')
    navigate(paths.orderDetail(orderId), { replace: true })
  }

  return (
    <>
      <Foot>
        <div id="acknowledge">{box}</div>
      </Foot>
      <ActionBar>
        <MainButton
          pending={isPending}
          missing={hasRead ? undefined : t('loan.key-facts.missing')}
          onPress={() => void request()}
        >
          {t('hardship.ask')}
        </MainButton>
      </ActionBar>
    </>
  )
}
