import { type TierName, tierOf } from '#domain/lending/tier.ts'
import { GST_BPS } from '#domain/limits.ts'
import { OwnCeiling } from '#web/loan/HeldBack.tsx'
import type { ProductInfo } from '#web/loan/ProductPage.tsx'
import { RateFacts } from '#web/loan/RateFacts.tsx'
import { t } from '#web/locales/i18n.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { TierCover } from '#web/ui/Tier.tsx'
import { Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { moneyWhole, percent, percentPerDay } from '#words/format.ts'
import styles from './Product.module.css'

const tierNames: Record<TierName, MessageId> = {
  copper: 'product.tier.copper',
  silver: 'product.tier.silver',
  gold: 'product.tier.gold',
}

/** All facts of a product: the offer, its cost, and who is eligible. */
export function ProductFacts({ info }: { info: ProductInfo }) {
  const tier = tierOf(info.orderNum)
  const most = info.amountList.at(-1)
  const [eligibility, requirements] = info.detail
  return (
    <>
      <Card as="div" flush>
        <TierCover
          metal={tier}
          name={t(tierNames[tier])}
          amount={most === undefined ? '' : moneyWhole(most)}
        />
        <Card as="div" plain>
          {info.slogan !== '' && <p>{info.slogan}</p>}
          <RateFacts tenorText={info.tenorText} rate={info.interestRate} apr={info.apr} />
          {most !== undefined && <Note>{t('product.apr.of', { amount: moneyWhole(most) })}</Note>}
        </Card>
      </Card>
      <Costs info={info} />
      <Section title={t('product.amounts')}>
        <OwnCeiling ceiling={info.ownCeiling} />
        <ul className={styles.amounts}>
          {info.amountList.map(amount => (
            <li key={amount} className={styles.amount}>
              {moneyWhole(amount)}
            </li>
          ))}
        </ul>
      </Section>
      <Points
        title={t('product.requirements')}
        points={requirements?.content ?? []}
        icon="document"
      />
      <Points title={t('product.eligibility')} points={eligibility?.content ?? []} icon="check" />
    </>
  )
}

function Costs({ info }: { info: ProductInfo }) {
  const { instalments, period, discount } = info
  return (
    <Section title={t('product.costs')}>
      <KeyValues
        rows={[
          {
            label: t('product.fee'),
            value: percent(info.serviceRate),
            ...(discount > 0 && { note: t('product.fee.less', { discount: percent(discount) }) }),
          },
          { label: t('product.gst'), value: t('product.gst.of', { gst: percent(GST_BPS) }) },
          { label: t('product.annual'), value: percent(info.annualRate) },
          {
            label: t('product.repayment'),
            value: t('product.instalments', { instalments }),
            note:
              instalments === 1
                ? t('product.once', { days: period })
                : t('product.every', { days: period }),
          },
          {
            label: t('product.late'),
            value: t('loan.per-day', { rate: percentPerDay(info.penalRate) }),
            note: t('product.late.note'),
          },
          {
            label: t('product.early'),
            value: t('product.early.value'),
            note: t('product.early.note'),
          },
        ]}
      />
      <Note>{t('product.costs.note')}</Note>
    </Section>
  )
}

function Points(props: { title: string; points: readonly string[]; icon: 'document' | 'check' }) {
  if (props.points.length === 0) return null
  return (
    <Section title={props.title}>
      <Card as="div" flush>
        {props.points.map(point => (
          <Item key={point} icon={props.icon} title={point} />
        ))}
      </Card>
    </Section>
  )
}
