import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { home } from '#contract/home.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { clientOs } from '#web/device/device-headers.ts'
import { whyNotNow } from '#web/loan/not-now.ts'
import { PaymentReturn } from '#web/loan/PaymentLine.tsx'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Body, Page, Section } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone } from '#web/ui/Skeleton.tsx'
import { Note, TextLink } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Home.module.css'
import { CostSheet, LeavingDialog, LockedDialog } from './HomeDialogs.tsx'
import { HomeHead } from './HomeHead.tsx'
import { HomePrompts } from './HomePrompts.tsx'
import { externalSite, type HomeData, isEmptyShelf, isLate, type Product } from './offer.ts'
import { ProductCard } from './ProductCard.tsx'
import { RunningOrder } from './RunningOrder.tsx'
import { useApply } from './useApply.ts'
import { useNews } from './useNews.ts'

/** The orders in progress and the products on offer (spec §2). */
export function HomeScreen() {
  const index = useCall(home.index, {})
  const [search] = useSearchParams()
  // Nothing else in the address is trusted.
  const [paymentId, setPaymentId] = useState(search.get('payment'))
  useNews(index.data)
  const outcome = index.data?.outcome ?? undefined
  const running = index.data?.undwayList ?? []
  // An outcome takes the first place until it was seen.
  const first = outcome ? undefined : running[0]
  const others = outcome ? running : running.slice(1)
  return (
    <Page>
      <HomeHead
        order={first}
        outcome={outcome}
        onOutcomeSeen={() => setPaymentId(null)}
        loansRepaidOnTime={index.data?.loansRepaidOnTime ?? 0}
        tiers={index.data?.tiers ?? []}
        isLoading={!index.data && (index.error === null || index.isFetching)}
      />
      <Body spaced>
        {paymentId !== null && (
          <PaymentReturn paymentId={paymentId} isShown={outcome?.kind === 'paid'} />
        )}
        {others.length > 0 && (
          <Section title={outcome ? t('home.orders.now') : t('home.orders.more')}>
            {others.map(order => (
              <Card key={order.orderId} as="article" label={order.name}>
                <RunningOrder order={order} />
              </Card>
            ))}
          </Section>
        )}
        <Loadable
          query={index}
          skeleton={<ProductBones />}
          messageOf={messageOfError}
          isEmpty={isEmptyShelf}
          empty={<NothingOnOffer onRetry={() => void index.refetch()} pending={index.isFetching} />}
        >
          {data =>
            isLate(data) ? (
              <HomePrompts hasOrder />
            ) : (
              <Loans data={data} readAgain={() => index.refetch()} />
            )
          }
        </Loadable>
      </Body>
    </Page>
  )
}

type Overlay =
  | { kind: 'cost' }
  | { kind: 'locked'; product: Product }
  | { kind: 'leaving'; name: string; site: Site }
type Site = NonNullable<ReturnType<typeof externalSite>>

type Offers = {
  data: HomeData
  readAgain: () => Promise<{ data: HomeData | undefined; error: unknown }>
}

function Loans({ data, readAgain }: Offers) {
  const [overlay, setOverlay] = useState<Overlay>()
  const close = () => setOverlay(undefined)
  const onLocked = (product: Product) => setOverlay({ kind: 'locked', product })
  const { apply, pendingId } = useApply({ onLocked, onExternal: product => void leave(product) })
  const canApply = clientOs() === 'ios-h5'
  const notNow = whyNotNow(data.undwayList.length > 0, data.reapplyAt)

  /** Asks before it leaves, and only if the offer still stands: the page may be hours old. */
  async function leave({ id }: Product) {
    const { data: now, error } = await readAgain()
    if (error) return toast(messageOfError(error) ?? t('home.leaving.closed'), 'bad')
    const product = now?.homeProductVos.find(each => each.id === id)
    if (!product) return
    const site = externalSite(product.h5Href)
    if (site) setOverlay({ kind: 'leaving', name: product.name, site })
    else toast(t('home.leaving.closed'), 'bad')
  }

  return (
    <>
      <Section
        title={t('home.loans')}
        aside={<TextLink onPress={() => setOverlay({ kind: 'cost' })}>{t('home.cost')}</TextLink>}
      >
        {data.homeProductVos.map(product => (
          <ProductCard
            key={product.id}
            product={product}
            loansRepaid={data.loansRepaid}
            canApply={canApply}
            pending={pendingId === product.id}
            onApply={() => void apply(product)}
            onLocked={() => onLocked(product)}
            onFull={() => toast(product.fullMsg ?? '')}
            whyNotNow={notNow}
          />
        ))}
      </Section>
      <HomePrompts hasOrder={data.undwayList.length > 0 || data.loansRepaid > 0} />
      <Note center>{t('home.apr.note')}</Note>
      {overlay?.kind === 'cost' && <CostSheet onClose={close} />}
      {overlay?.kind === 'locked' && (
        <LockedDialog product={overlay.product} of={data} onClose={close} />
      )}
      {overlay?.kind === 'leaving' && (
        <LeavingDialog name={overlay.name} site={overlay.site} onClose={close} />
      )}
    </>
  )
}

/** A skeleton with the height of the section's title and of the cards. */
function ProductBones(): ReactNode {
  return (
    <div className={styles.bones}>
      <Bone shape="title" half />
      <span className={styles.openBone}>
        <Bone shape="card" />
      </span>
      <Bone shape="card" />
      <Bone shape="card" />
    </div>
  )
}

function NothingOnOffer(props: { onRetry: () => void; pending: boolean }) {
  return (
    <Empty
      art="search"
      action={
        <Button kind="secondary" icon="refresh" pending={props.pending} onPress={props.onRetry}>
          {t('home.empty.action')}
        </Button>
      }
    >
      {t('home.empty')}
    </Empty>
  )
}
