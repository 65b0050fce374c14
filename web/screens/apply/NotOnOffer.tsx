import type { Output } from '#contract/endpoint.ts'
import type { product } from '#contract/product.ts'
import { TierTables } from '#web/loan/TierTables.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Body } from '#web/ui/Layout.tsx'

type Product = Output<typeof product.info>

/** True if this borrower can have the product now. */
export function isOnOffer({ productStatus, isFull, isHeldBack }: Product): boolean {
  return productStatus !== 0 && isFull === 0 && !isHeldBack
}

/**
 * Says why a product is not on offer: it is locked (and what unlocks it), full, or ruled out by the
 * borrower's own limits (and where to change them).
 */
export function NotOnOffer({ product }: { product: Product }) {
  const { productStatus, loansNeeded, fullMsg, isHeldBack } = product
  const isLocked = productStatus === 0
  return (
    <Body>
      <Empty
        art="search"
        tight={isLocked}
        title={isLocked ? t('apply.tiers.locked', { loans: loansNeeded }) : fullMsg}
        action={
          <ButtonLink kind="main" to={isHeldBack ? paths.limits() : paths.home()}>
            {t(isHeldBack ? 'loan.own-limits' : 'product.home')}
          </ButtonLink>
        }
      />
      {isLocked && (
        <Card>
          <TierTables of={product} />
        </Card>
      )}
    </Body>
  )
}
