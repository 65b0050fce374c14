import { lazy, useEffect } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { verify } from '#contract/verify.ts'
import { isStepKey, isVerified } from '#domain/identity/verification.ts'
import { messageOfError } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { PageSkeleton } from '#web/shell/PageSkeleton.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Failed } from '#web/ui/Loadable.tsx'
import { useAuthStatus } from '#web/verify/useAuthStatus.ts'

const ApplyScreen = lazy(() =>
  import('#web/screens/apply/Apply.tsx').then(m => ({ default: m.ApplyScreen })),
)
const ProductDetailScreen = lazy(() =>
  import('#web/screens/product-detail/ProductDetail.tsx').then(m => ({
    default: m.ProductDetailScreen,
  })),
)

/**
 * The page /product/{pid}/detail: the product's details until every step is done, then the apply
 * page (product §8).
 */
export function LoanPage() {
  const status = useAuthStatus()
  const { data, refetch } = status
  // A step may have been finished since the status was cached, so "not verified" counts only when
  // fetched again.
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch])
  if (data && isThrough(data)) return <ApplyScreen />
  if (data && status.isFetchedAfterMount) return <ProductDetailScreen />
  if (!status.error || status.isFetching) return <PageSkeleton />
  return (
    <Page>
      <TopBar title={t('common.title.product-detail')} back={paths.home()} />
      <Body>
        <Failed message={messageOfError(status.error)} onRetry={() => void refetch()} />
      </Body>
    </Page>
  )
}

function isThrough(status: Output<typeof verify.status>): boolean {
  const order = status.userAuthConfigVoList.map(({ key }) => key).filter(isStepKey)
  return isVerified(status, order)
}
