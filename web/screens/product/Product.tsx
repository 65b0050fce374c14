import { useParams } from 'wouter'
import { product } from '#contract/product.ts'
import { useCall } from '#web/api/useCall.ts'
import { ProductFailed } from '#web/loan/ProductFailed.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ActionBar, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import styles from './Product.module.css'
import { ProductFacts, type ProductInfo } from './ProductFacts.tsx'

/** Everything about a product before a loan is asked for (spec §2, /product/{pid}). */
export function ProductScreen() {
  const { pid } = useParams<{ pid: string }>()
  const info = useCall(product.info, { id: pid })
  usePageTitle(info.data?.name)
  return (
    <Page>
      <TopBar title={info.data?.name ?? t('common.title.product')} back={paths.home()} />
      <Body>
        {info.error && !info.data && !info.isFetching ? (
          <ProductFailed error={info.error} onRetry={() => void info.refetch()} />
        ) : (
          <Loadable query={info} skeleton={<ProductBones />}>
            {data => <ProductFacts info={data} />}
          </Loadable>
        )}
      </Body>
      {info.data && <WayOn info={info.data} />}
    </Page>
  )
}

/** On to the product's detail, or why not. */
function WayOn({ info }: { info: ProductInfo }) {
  if (info.productStatus === 0)
    return (
      <ActionBar>
        <ButtonLink kind="primary" wide to={paths.home()}>
          {t('product.home')}
        </ButtonLink>
        <Note>{t('product.locked', { loans: info.loansNeeded })}</Note>
      </ActionBar>
    )
  if (info.isFull !== 0)
    return (
      <ActionBar>
        <Button wide disabled>
          {t('product.full')}
        </Button>
      </ActionBar>
    )
  return (
    <ActionBar>
      <ButtonLink kind="main" wide to={paths.productDetail(info.id)}>
        {t('product.continue')}
      </ButtonLink>
    </ActionBar>
  )
}

function ProductBones() {
  return (
    <div className={styles.bones}>
      <span className={styles.cover}>
        <Bone shape="card" />
      </span>
      <div>
        <Bones count={6} shape="row" />
      </div>
    </div>
  )
}
