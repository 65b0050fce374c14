import { useSearchParams } from 'wouter'
import type { Output } from '#contract/endpoint.ts'
import type { order as calls } from '#contract/order.ts'
import { nativeShell } from '#web/device/bridge.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import type { ArtName } from '#web/ui/Art.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Row } from '#web/ui/Layout.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent } from '#words/format.ts'
import { useNativeAudit } from './useNativeAudit.ts'

/**
 * The audit page inside a native app: Refresh, and 'To Evaluate', which opens the app's page in its
 * store (spec §2).
 */
export function NativeAuditScreen() {
  const [query] = useSearchParams()
  const audit = useNativeAudit(query.get('orderId') ?? '')
  const { order } = audit
  const shown =
    audit.problem === undefined ? stageOf(order) : { art: 'error' as const, text: audit.problem }
  const title = shown.title ?? t('common.title.audit')
  usePageTitle(title)
  return (
    <Page>
      <TopBar title={title} />
      <Body>
        {order === undefined && audit.problem === undefined ? (
          <Skeleton>
            <Bone shape="card" />
          </Skeleton>
        ) : (
          <Empty
            art={shown.art}
            tight
            action={<Actions isReading={audit.isReading} onRefresh={() => void audit.refresh()} />}
          >
            {shown.text}
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

type Stage = { art: ArtName; title?: string; text: string }

/** The stage of an order: under review, approved, or no longer on this page. */
function stageOf(order: Output<typeof calls.detail> | undefined): Stage {
  if (order?.orderState === 'finished') return { art: 'success', text: t('device.audit.finished') }
  if (order && order.orderState === 'pass') {
    const title = t('device.audit.approved')
    return {
      art: 'success',
      title,
      text: order.offerUntil ? t('device.audit.open-until', { day: day(order.offerUntil) }) : title,
    }
  }
  const text = order?.isWithPerson === 1 ? 'device.audit.person' : 'device.audit.wait'
  return { art: 'audit', text: t(text) }
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
