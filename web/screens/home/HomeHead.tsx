import { lazy, Suspense } from 'react'
import { discountFor, type Tiers } from '#domain/lending/tier.ts'
import { Outcome } from '#web/loan/Outcome.tsx'
import type { OutcomeData } from '#web/loan/outcome-data.ts'
import { t } from '#web/locales/i18n.ts'
import { Canopy, Wordmark } from '#web/ui/Frame.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'
import { Quiet } from '#web/ui/Type.tsx'
import { percent } from '#words/format.ts'
import styles from './Home.module.css'
import type { Running } from './offer.ts'
import { RunningOrder } from './RunningOrder.tsx'

const Listen = lazy(() => import('#web/loan/Listen.tsx').then(m => ({ default: m.Listen })))

type HeadProps = {
  order: Running | undefined
  outcome: OutcomeData | undefined
  onOutcomeSeen: () => void
  loansRepaidOnTime: number
  tiers: Tiers
  /** True until it is known whether there is an order in progress. */
  isLoading?: boolean
}

/**
 * The canopy of the home page: an outcome not seen yet, the most urgent order, or a greeting. The
 * heading stays the same element throughout, because it may have the focus.
 */
export function HomeHead(props: HeadProps) {
  const { order, outcome, isLoading = false } = props
  const isGreeting = order === undefined && outcome === undefined && !isLoading
  return (
    <Canopy seal={order === undefined}>
      <Row between>
        <Wordmark name={t('common.app')} />
        {!isLoading && (
          <Suspense>
            <Listen />
          </Suspense>
        )}
      </Row>
      <div className={order || outcome ? styles.running : styles.greeting}>
        <h1 tabIndex={-1} className={isGreeting ? undefined : styles.silent}>
          {isGreeting ? t('home.greeting') : t('common.title.home')}
        </h1>
        {isGreeting && <Lead {...props} />}
        {isLoading && <GreetingBones />}
        {outcome && (
          <Outcome key={outcome.at.getTime()} outcome={outcome} onSeen={props.onOutcomeSeen} />
        )}
        {order && <RunningOrder order={order} main />}
      </div>
    </Canopy>
  )
}

function Lead({ loansRepaidOnTime, tiers }: Pick<HeadProps, 'loansRepaidOnTime' | 'tiers'>) {
  const discount = discountFor(tiers, loansRepaidOnTime)
  return (
    <Quiet>
      {discount > 0
        ? t('home.greeting.discount', { loans: loansRepaidOnTime, discount: percent(discount) })
        : t('home.greeting.lead')}
    </Quiet>
  )
}

function GreetingBones() {
  return (
    <Skeleton>
      <Stack gap="tight">
        <Bone shape="title" />
        <Bone half />
      </Stack>
    </Skeleton>
  )
}
