import { useSearchParams } from 'wouter'
import { FINISHED_CODE } from '#domain/order.ts'
import { nativeShell } from '#web/device/bridge.ts'
import { money, percent } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Row } from '#web/ui/Layout.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { useNativeAudit } from './useNativeAudit.ts'

/** The audit page inside a native app: Refresh, and 'To Evaluate', which opens the app's page in its store (spec §2). */
export function NativeAuditScreen() {
  const [query] = useSearchParams()
  const audit = useNativeAudit(query.get('orderId') ?? '')
  const { order } = audit
  const isFinished = order?.orderState === FINISHED_CODE
  return (
    <Page>
      <TopBar title={t('common.title.audit')} />
      <Body>
        {order === undefined && audit.problem === undefined ? (
          <Skeleton>
            <Bone shape="card" />
          </Skeleton>
        ) : (
          <Empty
            art={audit.problem !== undefined ? 'error' : isFinished ? 'success' : 'audit'}
            tight
            action={<Actions isReading={audit.isReading} onRefresh={() => void audit.refresh()} />}
          >
            {audit.problem ?? (isFinished ? t('device.audit.finished') : t('device.audit.wait'))}
          </Empty>
        )}
        {order && (
          <Card label={order.productName}>
            <KeyValues
              rows={[
                { label: t('loan.amount'), value: money(order.loanAmount) },
                { label: t('loan.receive'), value: money(order.arriveAmount) },
                { label: t('loan.repay'), value: money(order.repaymentAmount) },
                { label: t('loan.apr'), value: percent(order.apr) },
              ]}
            />
          </Card>
        )}
      </Body>
    </Page>
  )
}

function Actions(props: { isReading: boolean; onRefresh: () => void }) {
  const shell = nativeShell()
  return (
    <Row wrap>
      <Button icon="refresh" pending={props.isReading} onPress={props.onRefresh}>
        {t('device.audit.refresh')}
      </Button>
      {shell && (
        <Button kind="secondary" onPress={() => void shell.rate().catch(() => undefined)}>
          {t('device.audit.evaluate')}
        </Button>
      )}
    </Row>
  )
}
