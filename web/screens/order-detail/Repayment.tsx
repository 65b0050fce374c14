import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { usePaying } from './usePaying.ts'

/** What is due now is paid on the provider's page. */
export function Repayment({ orderId }: { orderId: string }) {
  const { pay, leavingFor } = usePaying(orderId)
  return (
    <ActionBar>
      <Button kind="main" wide pending={leavingFor === 'due'} onPress={() => void pay('due')}>
        {t('orders.detail.repayment')}
      </Button>
    </ActionBar>
  )
}
