import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { order } from '#contract/order.ts'
import { schedule } from '#contract/schedule.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Reservation } from './ReservationFacts.tsx'

/**
 * Confirms, cancels, and goes to /schedule (spec §4). A failure shows no toast (spec §8): the page
 * fetches the current state.
 */
export function CancelDialog({
  reservation,
  onClose,
}: {
  reservation: Reservation
  onClose: () => void
}) {
  const { run, isPending } = useAction(schedule.cancel)
  const queries = useQueryClient()
  const [, navigate] = useLocation()

  async function cancel() {
    const result = await run({ id: reservation.id, orderNo: reservation.orderNo })
    if (!result) return
    onClose()
    void queries.invalidateQueries({ queryKey: callKey(order.detail) })
    await queries.invalidateQueries({ queryKey: callKey(schedule.detail) })
    if (!result.ok) return
    toast(t('schedule.cancelled'), 'good', 1)
    navigate(paths.schedules(), { replace: true })
  }

  return (
    <Dialog
      title={t('schedule.cancel.question')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onPress={onClose}>
            {t('schedule.cancel.keep')}
          </Button>
          <Button kind="danger" pending={isPending} onPress={() => void cancel()}>
            {t('schedule.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('schedule.cancel.text')}</p>
    </Dialog>
  )
}
