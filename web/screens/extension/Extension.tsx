import { useEffect, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { extension } from '#contract/extension.ts'
import { paise } from '#domain/money.ts'
import { messageOf } from '#web/api/failures.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { CostHero } from '#web/loan/CostHero.tsx'
import { Disclosure } from '#web/loan/KeyFacts.tsx'
import { Listen } from '#web/loan/Listen.tsx'
import { StateTag } from '#web/loan/StateTag.tsx'
import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Section } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { TextLink } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent } from '#words/format.ts'
import { ExtensionActions } from './ExtensionActions.tsx'
import type { ExtensionData } from './extension-data.ts'
import { Fee } from './Fee.tsx'

/** The polling interval while the payment is awaited. */
const POLL_MS = 3_000

/**
 * Shows the cost of moving the due date, the loan's total cost afterwards, and the alternatives
 * (spec §2, "Extension page").
 */
export function ExtensionScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const [, navigate] = useLocation()
  const quote = useCall(
    extension.calculate,
    { id },
    { pollMs: data => (data?.isAwaiting ? POLL_MS : undefined) },
  )
  const extensionId = quote.data?.extensionId
  const statement = useCall(
    extension.keyFacts,
    { orderId: id, extensionId: extensionId ?? '' },
    { enabled: extensionId !== undefined },
  )
  const refusal =
    quote.error && quote.error.failure.reason !== 'network' ? quote.error.failure : undefined
  // The payment is no longer awaited: the order's page shows the outcome.
  const isOver = refusal !== undefined && quote.data?.isAwaiting === 1
  useEffect(() => {
    if (isOver) navigate(paths.orderDetail(id), { replace: true })
  }, [isOver, id, navigate])
  return (
    <Page>
      <TopBar
        title={t('common.title.extension')}
        back={paths.orderDetail(id)}
        aside={
          !refusal && (
            <>
              {quote.data?.isAwaiting === 1 && <StateTag state="extension" />}
              <Listen />
            </>
          )
        }
      />
      {refusal ? (
        <Body>
          <NoExtension orderId={id} why={messageOf(refusal)} />
        </Body>
      ) : (
        <Loadable query={quote} skeleton={<ExtensionBones />} messageOf={messageOfError}>
          {data => (
            <>
              <Body>
                {data.isAwaiting === 1 && <TimeLimit data={data} seenAtMs={quote.dataUpdatedAt} />}
                <Fee data={data} />
                <Cost data={data} orderId={id} />
                <Loadable
                  query={statement}
                  skeleton={<Bones count={4} shape="row" />}
                  messageOf={messageOfError}
                >
                  {read => <Disclosure statement={read} number={read.proposalNo} />}
                </Loadable>
                {data.isAwaiting === 0 && <TimeLimit data={data} seenAtMs={quote.dataUpdatedAt} />}
              </Body>
              <ExtensionActions data={data} orderId={id} keyFactsHash={statement.data?.hash} />
            </>
          )}
        </Loadable>
      )}
    </Page>
  )
}

function NoExtension({ orderId, why }: { orderId: string; why: string | undefined }) {
  return (
    <Empty
      art="order"
      action={
        <ButtonLink kind="secondary" to={paths.orderDetail(orderId)}>
          {t('extension.order')}
        </ButtonLink>
      }
    >
      {why}
    </Empty>
  )
}

function ExtensionBones() {
  return (
    <Body>
      <Bone shape="card" />
      <Bones count={4} shape="row" />
    </Body>
  )
}

/** The loan's total cost with this extension, and the cost of repaying it today. */
function Cost({ data, orderId }: { data: ExtensionData; orderId: string }) {
  const { arriveAmount, totalRepaid, totalIfPaidNow, payoff, apr } = data
  return (
    <>
      <Section title={t('extension.cost')}>
        <CostHero
          netAmount={arriveAmount}
          cost={paise(totalRepaid - arriveAmount)}
          repayment={totalRepaid}
        />
        <KeyValues rows={[{ label: t('loan.apr'), value: percent(apr) }]} />
      </Section>
      <Section
        title={t('extension.instead')}
        aside={<TextLink to={paths.orderDetail(orderId)}>{t('extension.instead.go')}</TextLink>}
      >
        <KeyValues
          rows={[
            { label: t('extension.instead.pay'), value: money(payoff) },
            { label: t('extension.instead.total'), value: money(totalIfPaidNow) },
            {
              label: t('extension.instead.more'),
              value: money(paise(totalRepaid - totalIfPaidNow)),
              tone: 'sum',
            },
          ]}
        />
      </Section>
    </>
  )
}

const TICK_MS = 1_000
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/** The rule of the 24 hours (spec §4, §8), and, after the request, the time left. */
function TimeLimit({ data, seenAtMs }: { data: ExtensionData; seenAtMs: number }) {
  return (
    <Banner
      tone="warn"
      title={
        data.isAwaiting ? <Countdown data={data} seenAtMs={seenAtMs} /> : t('extension.rule.title')
      }
    >
      {t('extension.rule')}
    </Banner>
  )
}

/**
 * Counts down from the time left that the server sent, so that a phone's wrong clock does not
 * matter.
 */
function Countdown({
  data: { secondsLeft, expiresAt },
  seenAtMs,
}: {
  data: ExtensionData
  seenAtMs: number
}) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, secondsLeft - Math.floor(Math.max(0, nowMs - seenAtMs) / TICK_MS))
  if (seconds === 0) return <span role="timer">{t('extension.timer.over')}</span>
  const hours = Math.floor(seconds / HOUR_SECONDS)
  const minutes = Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS)
  return (
    <span role="timer">
      {t('extension.timer', { hours, minutes })},{' '}
      {t('extension.timer.until', { until: dayAndTime(expiresAt) })}
    </span>
  )
}
