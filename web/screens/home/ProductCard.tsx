import { useId } from 'react'
import { type TierName, tierOf } from '#domain/lending/tier.ts'
import { tenorInWords } from '#web/loan/tenor.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card, Logo } from '#web/ui/Card.tsx'
import { Grow, Row } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Pips, TierCover } from '#web/ui/Tier.tsx'
import { Note } from '#web/ui/Type.tsx'
import { Facts } from '#web/ui/Values.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { moneyWhole, percent, percentPerDay } from '#words/format.ts'
import styles from './Home.module.css'
import { markOf, offerOf, type Product } from './offer.ts'

type ProductCardProps = {
  product: Product
  loansRepaid: number
  /** Whether APPLY works here: it does on ios-h5 only (spec §4). */
  canApply: boolean
  /** Why this borrower cannot apply now, in words; no button is then emphasised. */
  whyNotNow: string | undefined
  pending: boolean
  onApply: () => void
  onLocked: () => void
  onFull: () => void
}

/**
 * A product on offer, by its tier (spec §2). The rate and the APR are side by side, at one size
 * (product §1).
 */
export function ProductCard(props: ProductCardProps) {
  const offer = offerOf(props.product)
  if (offer === 'locked') return <LockedCard {...props} />
  if (offer === 'full') return <FullCard product={props.product} onFull={props.onFull} />
  return <OpenCard {...props} isElsewhere={offer === 'external'} />
}

type OpenCardProps = ProductCardProps & { isElsewhere: boolean }

function OpenCard(props: OpenCardProps) {
  const { product } = props
  const titleId = useId()
  const tier = tierOf(product.orderNum)
  return (
    <Card as="article" flush label={product.name}>
      <TierCover metal={tier} name={t(tierNames[tier])} amount={moneyWhole(product.maxAmount)} />
      <Card as="div" plain>
        <Row>
          <Logo name={product.name} {...markOf(product.logo)} />
          <Grow>
            <h3 id={titleId}>{product.name}</h3>
          </Grow>
        </Row>
        <ProductFacts product={product} />
        {props.isElsewhere && <Note>{t('home.external.note')}</Note>}
        <Way {...props} titleId={titleId} />
      </Card>
    </Card>
  )
}

/** APPLY where it works, else a link to the product's page. A partner's offer has no such page. */
function Way(props: OpenCardProps & { titleId: string }) {
  const { product, isElsewhere } = props
  // An open product has a message only about the borrower's own limit.
  const whyNotNow = isElsewhere ? undefined : (props.whyNotNow ?? product.fullMsg ?? undefined)
  if (props.canApply)
    return (
      <MainButton
        kind={isElsewhere ? 'secondary' : 'primary'}
        pending={props.pending}
        missing={whyNotNow}
        describedBy={props.titleId}
        onPress={props.onApply}
      >
        {t('home.apply')}
      </MainButton>
    )
  if (isElsewhere) return <Note>{t('home.android.external')}</Note>
  return (
    <>
      <ButtonLink wide kind={whyNotNow ? 'secondary' : 'primary'} to={paths.product(product.id)}>
        {t('home.terms')}
      </ButtonLink>
      {whyNotNow && <Note center>{whyNotNow}</Note>}
    </>
  )
}

function FullCard({ product, onFull }: Pick<ProductCardProps, 'product' | 'onFull'>) {
  return (
    <Card as="article" label={product.name}>
      <Row>
        <Logo name={product.name} {...markOf(product.logo)} />
        <Grow>
          <h3>{product.name}</h3>
          <Note>{t('home.up-to', { amount: moneyWhole(product.maxAmount) })}</Note>
        </Grow>
        <Button small kind="idle" onPress={onFull}>
          {t('home.full')}
        </Button>
      </Row>
      <ProductFacts product={product} />
      <Note>{product.fullMsg}</Note>
    </Card>
  )
}

/**
 * The whole card opens the full message; the button lies over it, so that a screen reader finds one
 * target with one label.
 */
function LockedCard({ product, loansRepaid, onLocked }: ProductCardProps) {
  const tier = tierOf(product.orderNum)
  const { loansNeeded } = product
  const repaid = Math.min(loansRepaid, loansNeeded)
  return (
    <article className={styles.locked} aria-label={product.name}>
      <TierCover
        metal={tier}
        name={t(tierNames[tier])}
        amount={moneyWhole(product.maxAmount)}
        locked={{
          title: product.name,
          note: t('home.locked.opens', { loans: loansNeeded }),
          pips: (
            <Pips
              done={repaid}
              of={loansNeeded}
              label={t('home.locked.pips', { done: repaid, of: loansNeeded })}
            />
          ),
        }}
      />
      <button
        type="button"
        className={styles.over}
        onClick={onLocked}
        aria-label={t('home.locked.label', { name: product.name })}
      />
    </article>
  )
}

/** Tenor, interest and APR; for an offer on another site, the facts that are available. */
function ProductFacts({ product }: { product: Product }) {
  const { tenorText, interestRate, apr } = product
  const facts = [
    tenorText === null ? [] : { label: t('loan.tenor'), value: tenorInWords(tenorText) },
    interestRate === null
      ? []
      : {
          label: t('loan.interest'),
          value: t('loan.per-day', { rate: percentPerDay(interestRate) }),
        },
    apr === null ? [] : { label: t('loan.apr'), value: percent(apr) },
  ].flat()
  return facts.length === 0 ? null : <Facts facts={facts} />
}

const tierNames: Record<TierName, MessageId> = {
  copper: 'home.tier.copper',
  silver: 'home.tier.silver',
  gold: 'home.tier.gold',
}
