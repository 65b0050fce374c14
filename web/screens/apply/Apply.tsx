import { useEffect } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { bank } from '#contract/bank.ts'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { product } from '#contract/product.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { Listen } from '#web/loan/Listen.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { ApplyForm } from './ApplyForm.tsx'
import { isOnOffer, NotOnOffer } from './NotOnOffer.tsx'

/** The apply page: amount, whole cost, bank account, purpose (spec §2, "Apply page"). */
export function ApplyScreen() {
  const { pid = '' } = useParams<{ pid: string }>()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const entry = useCall(order.precheck, { productId: pid })
  const info = useCall(product.info, { id: pid })
  const cards = useCall(bank.cards, { productId: pid })
  const detour = entry.data && detourOf(pid, entry.data)
  usePageTitle(info.data?.name ?? t('common.title.product-detail'))
  useEffect(() => {
    if (detour !== undefined) navigate(detour, { replace: true })
  }, [detour, navigate])
  const mayApply = entry.data?.orderStatus === 1
  const isReady = mayApply && cards.data !== undefined
  const query = {
    data: isReady ? info.data : undefined,
    error: entry.error ?? info.error ?? cards.error,
    isFetching: entry.isFetching || info.isFetching || cards.isFetching || detour !== undefined,
    refetch: () => Promise.all([entry.refetch(), info.refetch(), cards.refetch()]),
  }
  return (
    <Page>
      <TopBar
        title={info.data?.name ?? t('common.title.product-detail')}
        back={paths.home()}
        aside={<Listen />}
      />
      <Loadable query={query} skeleton={<ApplyBones />} messageOf={messageOfError}>
        {data =>
          isOnOffer(data) ? (
            <ApplyForm
              product={data}
              cards={cards.data ?? []}
              chosenCardId={search.get('bank_id')}
            />
          ) : (
            <NotOnOffer product={data} />
          )
        }
      </Loadable>
    </Page>
  )
}

/**
 * Entry state 0 sends the borrower to the denied page, 2 to the orders (specification §4, "Apply
 * entry").
 */
function detourOf(
  pid: string,
  { orderStatus, rejectStatusVO }: Output<typeof order.precheck>,
): string | undefined {
  if (orderStatus === 2) return paths.orders()
  return orderStatus === 0 ? paths.denied(pid, rejectStatusVO ?? {}) : undefined
}

function ApplyBones() {
  return (
    <Body>
      <Bone shape="field" />
      <Bone shape="card" />
      <Bones count={4} shape="row" />
    </Body>
  )
}
