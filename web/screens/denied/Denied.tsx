import { useParams, useSearchParams } from 'wouter'
import { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { product } from '#contract/product.ts'
import { daysToWait } from '#domain/lending/eligibility.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { Text } from '#web/locales/Text.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, Item } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { ActionBar, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Section } from '#web/ui/Layout.tsx'
import { Failed } from '#web/ui/Loadable.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import styles from './Denied.module.css'
import { type Wait, waitFromQuery } from './waiting.ts'

type Precheck = Output<typeof order.precheck>

/**
 * Tells a refused borrower why, and when they may apply again (spec §2, §8). The wait comes from
 * the server; the one in the address is shown only until the server has answered.
 */
export function DeniedScreen() {
  const { pid } = useParams<{ pid: string }>()
  const info = useCall(product.info, { id: pid })
  const check = useCall(order.precheck, { productId: pid })
  return (
    <Page>
      <TopBar title={info.data?.name ?? t('common.title.denied')} back={paths.home()} />
      <Body>
        {check.data && check.data.orderStatus !== 0 ? (
          <NotDenied check={check.data} pid={pid} />
        ) : (
          <Waiting check={check} />
        )}
      </Body>
      <ActionBar>
        <ButtonLink kind="primary" wide to={paths.home()}>
          {t('product.denied.back')}
        </ButtonLink>
      </ActionBar>
    </Page>
  )
}

function Waiting({ check }: { check: ReturnType<typeof useCall<typeof order.precheck>> }) {
  const [query] = useSearchParams()
  const wait = check.data ? check.data.rejectStatusVO : waitFromQuery(query)
  if (wait)
    return (
      <>
        <Empty art="denied" tight>
          <span className={styles.sentence}>{t('product.denied', { days: daysToWait(wait) })}</span>
        </Empty>
        <Countdown wait={wait} reapplyAt={check.data?.reapplyAt ?? null} />
        <Reasons reasons={check.data?.reasons ?? []} />
      </>
    )
  if (check.error && !check.isFetching)
    return <Failed message={messageOfError(check.error)} onRetry={() => void check.refetch()} />
  return (
    <Skeleton>
      <Bone shape="card" />
    </Skeleton>
  )
}

function Countdown(props: { wait: Wait; reapplyAt: Date | null }) {
  const { day, hour } = props.wait
  return (
    <Card>
      <Note center>{t('product.denied.again')}</Note>
      <div className={styles.count}>
        <div>
          <span className={styles.number}>{day}</span>
          <Note>{t('product.denied.days', { days: day })}</Note>
        </div>
        <div>
          <span className={styles.number}>{hour}</span>
          <Note>{t('product.denied.hours', { hours: hour })}</Note>
        </div>
      </div>
      {props.reapplyAt && (
        <Note center>{t('product.denied.from', { moment: dayAndTime(props.reapplyAt) })}</Note>
      )}
    </Card>
  )
}

function Reasons({ reasons }: { reasons: Precheck['reasons'] }) {
  const config = useCall(content.config, {})
  const email = config.data?.customer.email ?? ''
  if (reasons.length === 0 && email === '') return null
  return (
    <Section title={reasons.length > 0 ? t('product.denied.why') : undefined}>
      {reasons.length > 0 && (
        <Card as="div" flush>
          {reasons.map(reason => (
            <Item key={reason.reason} icon="info" title={inWords('order', reason)} />
          ))}
        </Card>
      )}
      {email !== '' && (
        <div className={styles.review}>
          <Note>
            <Text
              id="product.denied.review"
              values={{ email }}
              // biome-ignore lint/a11y/useAnchorContent: the message supplies the link's text
              components={{ link: <a href={`mailto:${email}`} /> }}
            />
          </Note>
        </div>
      )}
    </Section>
  )
}

/** Shown if the refusal has ended, or if there never was one. */
function NotDenied({ check, pid }: { check: Precheck; pid: string }) {
  if (check.orderStatus === 2)
    return (
      <Empty
        art="order"
        action={
          <ButtonLink kind="main" to={paths.orders()}>
            {t('common.nav.orders')}
          </ButtonLink>
        }
      >
        {t('product.denied.running')}
      </Empty>
    )
  return (
    <Empty
      art="success"
      action={
        <ButtonLink kind="main" to={paths.productDetail(pid)}>
          {t('product.denied.apply')}
        </ButtonLink>
      }
    >
      {check.reapplyAt === null ? t('product.denied.never') : t('product.denied.over')}
    </Empty>
  )
}
