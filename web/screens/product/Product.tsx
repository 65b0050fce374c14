import { order } from '#contract/order.ts'
import { useCall } from '#web/api/useCall.ts'
import { HeldBack } from '#web/loan/HeldBack.tsx'
import { whyNotNow } from '#web/loan/not-now.ts'
import { type ProductInfo, ProductPage } from '#web/loan/ProductPage.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Product.module.css'
import { ProductFacts } from './ProductFacts.tsx'

/** Everything about a product before an application (spec §2, /product/{pid}). */
export function ProductScreen() {
  return (
    <ProductPage
      title={t('common.title.product')}
      skeleton={<ProductBones />}
      bar={info => <ProductAction info={info} />}
    >
      {info => <ProductFacts info={info} />}
    </ProductPage>
  )
}

/** Leads to the product's detail page, or says why it cannot. */
function ProductAction({ info }: { info: ProductInfo }) {
  if (info.productStatus === 0)
    return (
      <ActionBar>
        <ButtonLink kind="primary" wide to={paths.home()}>
          {t('product.home')}
        </ButtonLink>
        <Note>{t('product.locked', { loans: info.loansNeeded })}</Note>
      </ActionBar>
    )
  if (info.isFull !== 0) {
    const why = info.fullMsg ?? ''
    return (
      <ActionBar>
        <MainButton missing={why} onPress={() => toast(why)}>
          {t('product.full')}
        </MainButton>
      </ActionBar>
    )
  }
  if (info.isHeldBack) return <HeldBack why={info.fullMsg} />
  return <WayToTerms productId={info.id} />
}

/** Leads on in any case; calm, and with the reason, while the borrower cannot apply. */
function WayToTerms({ productId }: { productId: string }) {
  const { data } = useCall(order.precheck, { productId })
  const notNow = data && whyNotNow(data.orderStatus === 2, data.reapplyAt)
  return (
    <ActionBar>
      <ButtonLink kind={notNow ? 'secondary' : 'main'} wide to={paths.productDetail(productId)}>
        {t('product.continue')}
      </ButtonLink>
      {notNow && <Note>{notNow}</Note>}
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
