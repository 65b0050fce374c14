import { HeldBack, OwnCeiling } from '#web/loan/HeldBack.tsx'
import { type ProductInfo, ProductPage } from '#web/loan/ProductPage.tsx'
import { tenorInWords } from '#web/loan/tenor.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, Item } from '#web/ui/Card.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { Amount, Note, TextLink } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { Facts, KeyValues } from '#web/ui/Values.tsx'
import { moneyWhole, percent, percentPerDay } from '#words/format.ts'
import styles from './ProductDetail.module.css'

/**
 * Describes a product to a borrower whose verification is not finished (spec §2, the first version
 * of its detail page).
 */
export function ProductDetailScreen() {
  return (
    <ProductPage
      title={t('common.title.product-detail')}
      skeleton={<DetailBones />}
      bar={info => <ApplyBar info={info} />}
    >
      {info => <Detail info={info} />}
    </ProductPage>
  )
}

function Detail({ info }: { info: ProductInfo }) {
  const most = info.amountList.at(-1)
  const [eligibility, requirements] = info.detail
  return (
    <>
      <Card as="div">
        {most !== undefined && (
          <div>
            <Note>{t('product.max')}</Note>
            <Amount>{moneyWhole(most)}</Amount>
          </div>
        )}
        <Facts
          facts={[
            {
              label: t('product.rate'),
              value: t('loan.per-day', { rate: percentPerDay(info.interestRate) }),
            },
            { label: t('loan.apr'), value: percent(info.apr) },
          ]}
        />
        <KeyValues
          rows={[
            { label: t('product.lending-time'), value: info.loanProcessingTime },
            {
              label: t('product.period'),
              value: tenorInWords(info.tenorText),
              note:
                info.instalments === 1
                  ? t('product.once', { days: info.period })
                  : t('product.every', { days: info.period }),
            },
            { label: t('product.rating'), value: info.score || t('product.rating.none') },
          ]}
        />
        <OwnCeiling ceiling={info.ownCeiling} />
        {most !== undefined && <Note>{t('product.apr.of', { amount: moneyWhole(most) })}</Note>}
        <TextLink to={paths.compare()}>{t('common.title.compare')}</TextLink>
      </Card>
      <Points title={t('product.requirement')} points={requirements?.content ?? []} />
      <Points title={t('product.product-eligibility')} points={eligibility?.content ?? []} />
    </>
  )
}

function Points(props: { title: string; points: readonly string[] }) {
  if (props.points.length === 0) return null
  return (
    <Section title={props.title}>
      <Card as="div" flush>
        {props.points.map(point => (
          <Item key={point} icon="check" title={point} />
        ))}
      </Card>
    </Section>
  )
}

function ApplyBar({ info }: { info: ProductInfo }) {
  const isLocked = info.productStatus === 0
  if (isLocked || info.isFull !== 0) {
    const why = isLocked ? t('product.locked', { loans: info.loansNeeded }) : (info.fullMsg ?? '')
    return (
      <ActionBar>
        <MainButton missing={why} onPress={() => toast(why)}>
          {t(isLocked ? 'product.apply-now' : 'product.full')}
        </MainButton>
      </ActionBar>
    )
  }
  if (info.isHeldBack) return <HeldBack why={info.fullMsg} />
  return (
    <ActionBar>
      <ButtonLink kind="main" wide to={paths.auth(info.id)}>
        {t('product.apply-now')}
      </ButtonLink>
    </ActionBar>
  )
}

function DetailBones() {
  return (
    <div className={styles.bones}>
      <span className={styles.head}>
        <Bone shape="card" />
      </span>
      <Bones count={4} shape="row" />
    </div>
  )
}
