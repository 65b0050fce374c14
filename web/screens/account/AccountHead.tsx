import type { account } from '#contract/account.ts'
import type { Output } from '#contract/endpoint.ts'
import type { TierName } from '#domain/lending/tier.ts'
import { messageOfError, type useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Canopy } from '#web/ui/Frame.tsx'
import { Grow, Row } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ladder } from '#web/ui/Tier.tsx'
import { Note } from '#web/ui/Type.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { percent, wholeNumber } from '#words/format.ts'
import styles from './Account.module.css'
import { standingOf } from './standing.ts'

type Me = Output<typeof account.me>

const tierNames: Record<TierName, MessageId> = {
  copper: 'account.tier.copper',
  silver: 'account.tier.silver',
  gold: 'account.tier.gold',
}

/** The borrower's masked number and the best tier that is open to them. */
export function AccountHead({ me }: { me: Me | undefined }) {
  const tier = me && standingOf(me).tier
  return (
    <Canopy deep>
      <Row>
        <Grow>
          <Note>{t('account.signed-in')}</Note>
          <h1>{me?.maskedPhone ?? t('common.title.account')}</h1>
        </Grow>
        {tier && (
          <span className={styles[tier]}>
            <Tag tone="outline">{t(tierNames[tier])}</Tag>
          </span>
        )}
      </Row>
    </Canopy>
  )
}

/** The ladder of discounts: the borrower's place on it and the next step. Empty if there are none. */
export function StandingCard({ me }: { me: ReturnType<typeof useCall<typeof account.me>> }) {
  if (me.data?.tiers.length === 0) return null
  return (
    <Card>
      <Loadable query={me} skeleton={<StandingBones />} messageOf={messageOfError}>
        {data => <StandingWords me={data} />}
      </Loadable>
    </Card>
  )
}

function StandingWords({ me }: { me: Me }) {
  const { discount, next, rungs } = standingOf(me)
  // Before the first loan repaid on time, the title names the first step.
  const hasBegun = me.loansRepaidOnTime > 0
  const title =
    next && !hasBegun
      ? t('account.on-time.first', { loans: next.loansMore, discount: percent(next.discount) })
      : t('account.on-time', { loans: me.loansRepaidOnTime })
  const now =
    discount > 0
      ? t('account.discount', { discount: percent(discount) })
      : t('account.discount.none')
  const then =
    next && hasBegun
      ? t('account.discount.next', { loans: next.loansMore, discount: percent(next.discount) })
      : ''
  return (
    <div className={styles.standing}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <Note>{`${now} ${then}`.trim()}</Note>
      </div>
      <Ladder
        label={t('account.ladder')}
        rungs={rungs.map(rung => ({
          step: wholeNumber(rung.loansOnTime),
          gives: percent(rung.discount),
          reached: rung.isReached,
        }))}
      />
    </div>
  )
}

function StandingBones() {
  return (
    <div className={styles.standing}>
      <div>
        <Bone shape="title" half />
        <Bone />
      </div>
      <span className={styles.ladder}>
        <Bone />
      </span>
    </div>
  )
}
