import { useState } from 'react'
import { useParams } from 'wouter'
import { hardship } from '#contract/hardship.ts'
import { messageOf } from '#web/api/failures.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { Disclosure } from '#web/loan/KeyFacts.tsx'
import { dayShort } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { Choices } from '#web/ui/Toggle.tsx'
import { Quiet } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'
import { Changes, Consequences } from './Changes.tsx'
import { HardshipActions } from './HardshipActions.tsx'
import type { HardshipData } from './hardship-data.ts'

/**
 * Later dates without a fee, before the loan is overdue: the changes, their consequences, and the
 * request (decision 45).
 */
export function HardshipScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const offer = useCall(hardship.plans, { orderId: id })
  const refusal =
    offer.error && offer.error.failure.reason !== 'network' ? offer.error.failure : undefined
  return (
    <Page>
      <TopBar title={t('common.title.hardship')} back={paths.orderDetail(id)} />
      {refusal ? (
        <Body>
          <Empty
            art="order"
            action={
              <ButtonLink kind="secondary" to={paths.orderDetail(id)}>
                {t('hardship.order')}
              </ButtonLink>
            }
          >
            {messageOf(refusal)}
          </Empty>
        </Body>
      ) : (
        <Loadable query={offer} skeleton={<HardshipBones />} messageOf={messageOfError}>
          {data => <Request data={data} orderId={id} />}
        </Loadable>
      )}
    </Page>
  )
}

function HardshipBones() {
  return (
    <Body>
      <Bones count={3} shape="row" />
      <Bone shape="card" />
    </Body>
  )
}

/** The choice of a plan, with everything that it changes. */
function Request({ data, orderId }: { data: HardshipData; orderId: string }) {
  const [chosen, setChosen] = useState<number>()
  const plan = data.plans.find(({ moveDays }) => moveDays === chosen) ?? data.plans[0]
  const statement = useCall(
    hardship.keyFacts,
    { orderId, moveDays: plan?.moveDays ?? 0 },
    { enabled: plan !== undefined },
  )
  if (!plan) return null
  return (
    <>
      <Body>
        <Quiet>{t('hardship.lead')}</Quiet>
        <Choices
          legend={t('hardship.choose')}
          name="plan"
          value={String(plan.moveDays)}
          onChange={value => setChosen(Number(value))}
          options={data.plans.map(({ moveDays, after, addedInterest }) => ({
            value: String(moveDays),
            label: t('hardship.days', {
              days: moveDays,
              date: after[0] ? dayShort(after[0].day) : '',
            }),
            aside: t('hardship.more', { interest: money(addedInterest) }),
          }))}
        />
        <Changes plan={plan} />
        <Consequences plan={plan} data={data} />
        <Loadable
          query={statement}
          skeleton={<Bones count={4} shape="row" />}
          messageOf={messageOfError}
        >
          {read => <Disclosure statement={read} number={read.proposalNo} opened="none" />}
        </Loadable>
      </Body>
      <HardshipActions plan={plan} orderId={orderId} keyFactsHash={statement.data?.hash} />
    </>
  )
}
