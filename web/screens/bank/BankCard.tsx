import type { bank } from '#contract/bank.ts'
import type { Output } from '#contract/endpoint.ts'
import { BANK_CARD_COLOURS } from '#domain/limits.ts'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './BankCard.module.css'

type Card = Output<typeof bank.cards>[number]

/** The colours rotate, and start again after the fourth card (specification §2, §9). */
const colours = [styles.first, styles.second, styles.third, styles.fourth]

/** One bank account as a card to choose. */
export function BankCard({
  card,
  index,
  onChoose,
}: {
  card: Card
  index: number
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      className={classes(styles.card, colours[index % BANK_CARD_COLOURS])}
      disabled={card.nameCheck !== 'passed'}
      onClick={onChoose}
    >
      <span className={styles.bank}>
        <Icon name="bank" />
        <span>{card.bankName}</span>
        {card.nameCheck === 'passed' && (
          <span className={styles.go}>
            <Icon name="forward" small />
          </span>
        )}
      </span>
      <span className={styles.number}>{card.cardNo}</span>
      <span className={styles.ifsc}>
        {t('bank.ifsc')} <strong>{card.bankCode}</strong>
      </span>
      {card.nameCheck !== 'passed' && <span className={styles.check}>{nameCheckText(card)}</span>}
    </button>
  )
}

/** Why no money can be sent to this account. */
function nameCheckText({ nameCheck, deniedBecause }: Card): string {
  return nameCheck === 'denied'
    ? t('bank.denied', { reason: deniedBecause ?? '' })
    : t('bank.waits')
}
