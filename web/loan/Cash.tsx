import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { type CashStack, cashOf } from '#domain/cash.ts'
import type { Paise } from '#domain/money.ts'
import { showCash, useShowsCash } from '#web/device/shows-cash.ts'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Grow, Row, Section, Stack } from '#web/ui/Layout.tsx'
import { Switch } from '#web/ui/Toggle.tsx'
import { Strong } from '#web/ui/Type.tsx'
import { money, moneyWhole } from '#words/format.ts'
import styles from './Cash.module.css'

const NOTE_MIN = 10_00

/** A switch for drawing amounts as cash, and below it, while it is on, these amounts. */
export function CashSwitch({
  amounts = [],
}: {
  amounts?: readonly { readonly label: string; readonly amount: Paise }[]
}) {
  const isShown = useShowsCash()
  return (
    <Section>
      <div className={styles.choice}>
        <Row>
          <Grow>{t('loan.cash')}</Grow>
          <Switch label={t('loan.cash')} checked={isShown} onChange={showCash} />
        </Row>
      </div>
      {isShown && amounts.length > 0 && (
        <Stack gap="loose">
          {amounts.map(({ label, amount }) => (
            <Stack key={label}>
              <Row between>
                <span>{label}</span>
                <Strong>{money(amount)}</Strong>
              </Row>
              <Cash amount={amount} />
            </Stack>
          ))}
        </Stack>
      )}
    </Section>
  )
}

/** The amount received, the cost, and each repayment of a loan. */
export function CostInCash({
  terms: { arriveAmount, cost, repaymentAmount, schedule },
}: {
  terms: Pick<Output<typeof order.quote>, 'arriveAmount' | 'cost' | 'repaymentAmount' | 'schedule'>
}) {
  const [first] = schedule
  return (
    <CashSwitch
      amounts={[
        { label: t('loan.receive'), amount: arriveAmount },
        { label: t('loan.costs'), amount: cost },
        first && schedule.length > 1
          ? { label: t('loan.schedule', { count: schedule.length }), amount: first.amount }
          : { label: t('loan.repay'), amount: repaymentAmount },
      ]}
    />
  )
}

/**
 * An amount as notes and coins that can be counted. They are plain shapes in the colours of the real
 * ones, without emblem, portrait or pattern: nobody may print what looks like money.
 */
export function Cash({ amount }: { amount: Paise }) {
  const { stacks, rest } = cashOf(amount)
  const pieces = stacks.map(stackText)
  if (rest > 0 || pieces.length === 0) pieces.push(t('loan.cash.paise', { paise: rest }))
  return (
    <div className={styles.cash}>
      <div
        role="img"
        className={styles.pieces}
        aria-label={t('loan.cash.described', {
          amount: money(amount),
          pieces: pieces.join(', '),
        })}
      >
        {stacks.map(stack => (
          <Pieces key={stack.piece} stack={stack} />
        ))}
      </div>
      {rest > 0 && (
        <span className={styles.rest} aria-hidden="true">
          {t('loan.cash.paise', { paise: rest })}
        </span>
      )}
    </div>
  )
}

function stackText({ piece, count }: CashStack): string {
  return t('loan.cash.stack', { count, piece: moneyWhole(piece) })
}

/** Overlapping equal pieces, ten in a row, each with its number in view. */
function Pieces({ stack: { piece, count } }: { stack: CashStack }) {
  const rupees = piece / 100
  return (
    <span className={styles.stack}>
      {Array.from({ length: count }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: equal pieces differ by their place alone
          key={index}
          className={classes(styles.piece, piece >= NOTE_MIN ? styles.note : styles.coin)}
          data-rupees={rupees}
        >
          {rupees}
        </span>
      ))}
    </span>
  )
}
