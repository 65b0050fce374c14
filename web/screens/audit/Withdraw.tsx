import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { order } from '#contract/order.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { toast } from '#web/ui/toast.ts'

/** Withdraws an application, after a confirmation. */
export function Withdraw({ orderId }: { orderId: string }) {
  const [isAsking, setAsking] = useState(false)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const { run, isPending } = useAction(order.withdraw)

  async function withdraw(): Promise<void> {
    const result = await run({ orderId })
    if (!result) return
    setAsking(false)
    void queries.invalidateQueries()
    if (!result.ok) return toast(messageOf(result), 'bad')
    toast(t('orders.withdrawn'), 'good', 1)
    navigate(paths.orders(), { replace: true })
  }

  return (
    <>
      <Button kind="dangerous" onPress={() => setAsking(true)}>
        {t('orders.audit.withdraw')}
      </Button>
      {isAsking && (
        <Dialog
          title={t('orders.audit.withdraw.sure')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button kind="secondary" onPress={() => setAsking(false)}>
                {t('orders.audit.withdraw.keep')}
              </Button>
              <Button kind="danger" pending={isPending} onPress={() => void withdraw()}>
                {t('orders.audit.withdraw.do')}
              </Button>
            </>
          }
        >
          <p>{t('orders.audit.withdraw.text')}</p>
        </Dialog>
      )}
    </>
  )
}
