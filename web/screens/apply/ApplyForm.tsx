import { useState } from 'react'
import type { bank } from '#contract/bank.ts'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import type { product } from '#contract/product.ts'
import { ACCOUNT_DIGITS_SHOWN } from '#domain/limits.ts'
import type { Paise } from '#domain/money.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { useDraft } from '#web/device/useDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { Text } from '#web/locales/Text.tsx'
import { paths } from '#web/paths.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body, Form, Row } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Panes } from '#web/ui/Panes.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Switch } from '#web/ui/Toggle.tsx'
import { Note, Strong } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { stillMissing } from '#web/verify/missing.ts'
import { money, moneyWhole } from '#words/format.ts'
import { type Purpose, PurposeChoices } from './PurposeChoices.tsx'
import { CostToCome, QuotedCost } from './QuotedCost.tsx'
import { StatementToRead } from './StatementToRead.tsx'
import { TierDialog } from './TierDialog.tsx'
import { useApplying } from './useApplying.ts'
import { useLocationCollection } from './useLocationCollection.ts'
import { useStatement } from './useStatement.ts'

type Product = Output<typeof product.info>
type BankCard = Output<typeof bank.cards>[number]
type Draft = { amount: Paise; purpose: Purpose | ''; isAuto: boolean }

/**
 * The application's amount, cost, bank account and purpose. The entries survive a detour to the
 * bank pages.
 */
export function ApplyForm(props: {
  product: Product
  cards: readonly BankCard[]
  chosenCardId: string | null
}) {
  const { product: offer, cards } = props
  const largest = offer.amountList.at(-1) as Paise
  const [draft, change, forget] = useDraft<Draft>(`apply-${offer.id}`, {
    amount: largest,
    purpose: '',
    isAuto: false,
  })
  const amount = offer.amountList.includes(draft.amount) ? draft.amount : largest
  const [showsTiers, setShowsTiers] = useState(false)
  const [isPurposeMissing, setPurposeMissing] = useState(false)
  const usable = cards.filter(({ nameCheck }) => nameCheck === 'passed')
  const card = usable.find(({ id }) => id === props.chosenCardId) ?? usable[0]
  const terms = { productId: offer.id, amount, period: offer.period }
  const quote = useCall(order.quote, terms)
  const costToCome = <CostToCome offer={offer} amount={amount} />
  useLocationCollection()
  const statement = useStatement(terms, draft.isAuto)
  const { apply, isPending } = useApplying({ offer, onDone: forget, onTermsChanged })

  function onTermsChanged() {
    void quote.refetch()
    statement.refetch()
  }

  function submit() {
    setPurposeMissing(draft.purpose === '')
    if (!quote.data) return toast(t('apply.no-cost'))
    const { termsHash } = quote.data
    const wish = { amount, isAuto: draft.isAuto, termsHash, keyFactsHash: statement.hash }
    if (!card) {
      scrollTo('options')
      return void apply({ ...wish, cardId: null })
    }
    if (draft.purpose === '') return scrollTo('purpose')
    if (statement.isReady()) void apply({ ...wish, cardId: card.id, purpose: draft.purpose })
  }

  const missing = [
    !card && t('apply.missing.bank'),
    draft.purpose === '' && t('apply.missing.purpose'),
    draft.isAuto && statement.hash === undefined && t('apply.missing.key-facts'),
  ]
  return (
    <Form onSubmit={submit} label={offer.name}>
      <Body>
        <Panes
          figures={
            <>
              <SelectField
                label={t('apply.amount')}
                large
                placeholder={null}
                value={String(amount)}
                onChange={value => change({ amount: Number(value) as Paise })}
                options={offer.amountList
                  .map(each => ({ value: String(each), label: moneyWhole(each) }))
                  .reverse()}
              />
              {offer.ownCeiling !== null && (
                <Note>{t('loan.own-ceiling', { ceiling: moneyWhole(offer.ownCeiling) })}</Note>
              )}
              <Loadable query={quote} skeleton={costToCome} messageOf={messageOfError}>
                {data => <QuotedCost quote={data} />}
              </Loadable>
            </>
          }
        >
          <div id="options">
            <Options
              productId={offer.id}
              card={card}
              isAuto={draft.isAuto}
              onAuto={isAuto => change({ isAuto })}
              onTiers={() => setShowsTiers(true)}
            />
          </div>
          {draft.isAuto && <StatementToRead {...statement.shown} />}
          <PurposeChoices
            value={draft.purpose}
            onChange={purpose => change({ purpose })}
            error={
              isPurposeMissing && draft.purpose === '' ? t('apply.purpose.missing') : undefined
            }
          />
        </Panes>
      </Body>
      <ActionBar>
        {quote.data && (
          <Outcome netAmount={quote.data.arriveAmount} repayment={quote.data.repaymentAmount} />
        )}
        <MainButton
          type="submit"
          pending={isPending}
          missing={quote.data ? stillMissing(missing) : t('apply.no-cost')}
        >
          {t('apply.now')}
        </MainButton>
      </ActionBar>
      {showsTiers && <TierDialog of={offer} onClose={() => setShowsTiers(false)} />}
    </Form>
  )
}

function scrollTo(id: string): void {
  document.getElementById(id)?.scrollIntoView({ block: 'center' })
}

/** The bank account, automatic disbursal, and the benefits of the tiers. */
function Options({
  productId,
  card,
  isAuto,
  onAuto,
  onTiers,
}: {
  productId: string
  card: BankCard | undefined
  isAuto: boolean
  onAuto: (isAuto: boolean) => void
  onTiers: () => void
}) {
  return (
    <Card flush>
      <Item
        icon="bank"
        noteFirst={card !== undefined}
        strong
        note={card ? t('apply.bank') : t('apply.bank.none.note')}
        title={
          card
            ? `${card.bankName}, ${card.cardNo.slice(-ACCOUNT_DIGITS_SHOWN)}`
            : t('apply.bank.none')
        }
        to={paths.bank(productId)}
      />
      <Item
        icon="rupee"
        strong
        title={t('apply.auto')}
        note={t('apply.auto.note')}
        control={<Switch label={t('apply.auto')} checked={isAuto} onChange={onAuto} />}
      />
      <Item
        icon="medal"
        strong
        title={t('apply.tiers')}
        note={t('apply.tiers.note')}
        onPress={onTiers}
      />
    </Card>
  )
}

function Outcome({ netAmount, repayment }: { netAmount: Paise; repayment: Paise }) {
  const components = { amount: <Strong /> }
  return (
    <Row between>
      <Note tone="ink">
        <Text
          id="apply.receive-short"
          values={{ receive: money(netAmount) }}
          components={components}
        />
      </Note>
      <Note tone="ink">
        <Text id="apply.repay-short" values={{ repay: money(repayment) }} components={components} />
      </Note>
    </Row>
  )
}
