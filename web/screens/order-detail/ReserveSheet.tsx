import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { bank } from '#contract/bank.ts'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { product } from '#contract/product.ts'
import { schedule } from '#contract/schedule.ts'
import type { Paise } from '#domain/money.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey, messageOfError, useCall } from '#web/api/useCall.ts'
import { CostHero } from '#web/loan/CostHero.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Loadable, type LoadableQuery } from '#web/ui/Loadable.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { KeyValues } from '#web/ui/Values.tsx'
import { moneyWhole, percent } from '#words/format.ts'
import styles from './NextLoan.module.css'
import type { OrderData } from './order-data.ts'

/**
 * Asks for the amount and the bank account, shows the cost on today's terms, and says that a
 * reservation is not binding.
 */
export function ReserveSheet({ data, onClose }: { data: OrderData; onClose: () => void }) {
  const info = useCall(product.info, { id: data.productId })
  const cards = useCall(bank.cards, { productId: data.productId })
  const both: LoadableQuery<Choices> = {
    data: info.data &&
      cards.data && {
        product: info.data,
        cards: cards.data.filter(({ nameCheck }) => nameCheck === 'passed'),
      },
    error: info.error ?? cards.error,
    isFetching: info.isFetching || cards.isFetching,
    refetch: () => void Promise.all([info.refetch(), cards.refetch()]),
  }
  return (
    <Sheet title={t('schedule.next.reserve')} padded onClose={onClose}>
      <Loadable query={both} skeleton={<ReserveBones />} messageOf={messageOfError}>
        {choices => <Reserve data={data} choices={choices} onClose={onClose} />}
      </Loadable>
    </Sheet>
  )
}

type Choices = { product: Output<typeof product.info>; cards: Output<typeof bank.cards> }
type ReserveProps = { data: OrderData; choices: Choices; onClose: () => void }

function Reserve({ data, choices: { product: offer, cards }, onClose }: ReserveProps) {
  const { amountList } = offer
  const [amount, setAmount] = useState<Paise>(amountList.at(-1) as Paise)
  const [cardId, setCardId] = useState(
    cards.find(({ cardNo }) => cardNo === data.bankNo)?.id ?? cards[0]?.id ?? '',
  )
  const quote = useCall(order.quote, { productId: offer.id, amount, period: offer.period })
  const { reserve, isPending } = useReserving(data, onClose)
  return (
    <div className={styles.reserve}>
      <SelectField
        label={t('schedule.amount')}
        large
        placeholder={null}
        value={String(amount)}
        onChange={value => setAmount(amountList.find(each => String(each) === value) ?? amount)}
        options={amountList
          .map(each => ({ value: String(each), label: moneyWhole(each) }))
          .reverse()}
      />
      <SelectField
        label={t('schedule.bank')}
        value={cardId}
        onChange={setCardId}
        options={cards.map(({ id, bankName, cardNo }) => ({
          value: id,
          label: `${bankName} ${cardNo}`,
        }))}
      />
      <Loadable query={quote} skeleton={<Bones count={3} shape="row" />} messageOf={messageOfError}>
        {({ arriveAmount, cost, repaymentAmount, apr }) => (
          <div>
            <CostHero netAmount={arriveAmount} cost={cost} repayment={repaymentAmount} />
            <KeyValues rows={[{ label: t('schedule.apr'), value: percent(apr) }]} />
          </div>
        )}
      </Loadable>
      <Note>{t('schedule.estimate.note')}</Note>
      <MainButton
        pending={isPending}
        missing={quote.data ? undefined : t('schedule.next.no-cost')}
        onPress={() => void (quote.data ? reserve(amount, cardId) : quote.refetch())}
      >
        {t('schedule.next.do')}
      </MainButton>
    </div>
  )
}

/** Reserves, and opens the reservation; a failure is a toast (specification §8). */
function useReserving({ orderId, orderNo }: OrderData, onClose: () => void) {
  const { run, isPending } = useAction(schedule.reserve)
  const queries = useQueryClient()
  const [, navigate] = useLocation()

  async function reserve(borrowAmount: Paise, cardId: string) {
    const result = await run({ borrowAmount, orderNo, cardId: cardId === '' ? null : cardId })
    if (!result) return
    void queries.invalidateQueries({ queryKey: callKey(order.detail) })
    void queries.invalidateQueries({ queryKey: callKey(schedule.detail) })
    if (!result.ok) return toast(messageOf(result), 'bad')
    onClose()
    toast(t('schedule.next.done'), 'good', 1)
    navigate(paths.schedule(orderId))
  }
  return { reserve, isPending }
}

function ReserveBones() {
  return (
    <div className={styles.reserve}>
      <Bone shape="field" />
      <Bone shape="field" />
      <Bones count={3} shape="row" />
    </div>
  )
}
