import { discountFor } from '#domain/tier.ts'
import { percent } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Canopy, Wordmark } from '#web/ui/Frame.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'
import { Quiet, VisuallyHidden } from '#web/ui/Type.tsx'
import styles from './Home.module.css'
import type { Running } from './offer.ts'
import { RunningOrder } from './RunningOrder.tsx'

/** The canopy of the home page: the order that matters now, or a greeting. */
export function HomeHead(props: { order: Running | undefined; loansRepaidOnTime: number }) {
  const { order, loansRepaidOnTime } = props
  const discount = discountFor(loansRepaidOnTime)
  return (
    <Canopy seal={order === undefined}>
      <Wordmark name={t('common.app')} />
      {order === undefined ? (
        <div className={styles.greeting}>
          <h1>{t('home.greeting')}</h1>
          <Quiet>
            {discount > 0
              ? t('home.greeting.discount', { loans: loansRepaidOnTime, discount: percent(discount) })
              : t('home.greeting.lead')}
          </Quiet>
        </div>
      ) : (
        <div className={styles.running}>
          <VisuallyHidden>
            <h1>{t('common.title.home')}</h1>
          </VisuallyHidden>
          <RunningOrder order={order} main />
        </div>
      )}
    </Canopy>
  )
}

/** The canopy while it is not known yet whether an order runs; `resting` once that could not be read. */
export function HomeHeadSkeleton(props: { resting: boolean }) {
  if (props.resting) return <HomeHead order={undefined} loansRepaidOnTime={0} />
  return (
    <Canopy seal>
      <Wordmark name={t('common.app')} />
      <div className={styles.greeting}>
        <VisuallyHidden>
          <h1>{t('common.title.home')}</h1>
        </VisuallyHidden>
        <Skeleton>
          <Stack gap="tight">
            <Bone shape="title" />
            <Bone half />
          </Stack>
        </Skeleton>
      </div>
    </Canopy>
  )
}
