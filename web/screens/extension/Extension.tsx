import { useEffect } from 'react'
import { useLocation, useParams } from 'wouter'
import { extension } from '#contract/extension.ts'
import { messageOf } from '#web/api/failures.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { Disclosure } from '#web/loan/Disclosure.tsx'
import { StateTag } from '#web/loan/StateTag.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { Cost } from './Cost.tsx'
import { Fee } from './Fee.tsx'
import { TimeLimit } from './TimeLimit.tsx'
import { Ways } from './Ways.tsx'

/** While its payment is awaited the page looks by itself. */
const LOOK_AGAIN_MS = 3_000

/** What moving the due date costs, what the loan will then have cost, and what else could be done (spec §2, "Extension page"). */
export function ExtensionScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const [, navigate] = useLocation()
  const quote = useCall(
    extension.calculate,
    { id },
    { lookAgainMs: data => (data?.isAwaiting ? LOOK_AGAIN_MS : undefined) },
  )
  const extensionId = quote.data?.extensionId
  const statement = useCall(
    extension.keyFacts,
    { orderId: id, extensionId: extensionId ?? '' },
    { enabled: extensionId !== undefined },
  )
  const refusal =
    quote.error && quote.error.failure.reason !== 'network' ? quote.error.failure : undefined
  // It was awaited and is no more: the order's page says what became of it.
  const isOver = refusal !== undefined && quote.data?.isAwaiting === 1
  useEffect(() => {
    if (isOver) navigate(paths.orderDetail(id), { replace: true })
  }, [isOver, id, navigate])
  return (
    <Page>
      <TopBar
        title={t('common.title.extension')}
        back={paths.orderDetail(id)}
        aside={quote.data?.isAwaiting === 1 && !refusal && <StateTag code="11" />}
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
              <Ways data={data} orderId={id} keyFactsHash={statement.data?.hash} />
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
