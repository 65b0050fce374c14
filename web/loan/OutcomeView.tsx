import type { ReactNode } from 'react'
import { loanDocument } from '#contract/loan-document.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { shareFile } from '#web/device/share.ts'
import { day, dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { Text } from '#web/locales/Text.tsx'
import { paths } from '#web/paths.ts'
import { Art, type ArtName } from '#web/ui/Art.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import type { MessageId } from '#words/catalogues.ts'
import { money } from '#words/format.ts'
import styles from './OutcomeView.module.css'
import type { OutcomeData } from './outcome-data.ts'

type Kind = OutcomeData['kind']
type Props = { outcome: OutcomeData; onSeen: () => void }

const looks: Readonly<Record<Kind, { art: ArtName; title: MessageId }>> = {
  sent: { art: 'success', title: 'loan.outcome.sent' },
  arrived: { art: 'success', title: 'loan.outcome.arrived' },
  paid: { art: 'success', title: 'loan.outcome.paid' },
  denied: { art: 'denied', title: 'loan.outcome.denied' },
  failed: { art: 'bank', title: 'loan.outcome.failed' },
}

/** An outcome, for a card or a canopy: what happened, its consequences, and one action. */
export function OutcomeView({ outcome, onSeen }: Props) {
  const { art, title } = looks[outcome.kind]
  const values = {
    amount: outcome.amount === null ? '' : money(outcome.amount),
    account: outcome.bankNo ?? '',
  }
  // The button disappears, and its focus with it.
  function dismiss() {
    onSeen()
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.outcome} role="status">
      <Art name={art} />
      <h2>
        <Text id={title} values={values} components={{ big: <b className={styles.big} /> }} />
      </h2>
      {linesOf(outcome).map(line => (
        <p key={line}>{line}</p>
      ))}
      <div className={styles.actions}>
        <Next outcome={outcome} onSeen={onSeen} />
        <Button kind="main" grow onPress={dismiss}>
          {t('loan.outcome.done')}
        </Button>
      </div>
    </div>
  )
}

/** The consequences of the outcome, in sentences. */
function linesOf(outcome: OutcomeData): string[] {
  const { kind, next, reapplyAt, reasons } = outcome
  if (kind === 'denied')
    return [
      ...reasons.map(reason => inWords('order', reason)),
      ...(reapplyAt ? [t('loan.outcome.reapply', { moment: dayAndTime(reapplyAt) })] : []),
    ]
  if (kind === 'failed') return reasons.map(reason => inWords('order', reason))
  const following = next && { amount: money(next.amount), date: day(next.day) }
  if (kind !== 'paid') return following ? [t('loan.outcome.first', following)] : []
  return paidLines(outcome, following)
}

function paidLines(
  { amount, excess }: OutcomeData,
  following: { amount: string; date: string } | null,
): string[] {
  const hasPaid = amount !== null && excess < amount
  return [
    ...(following ? [t('loan.outcome.next', following)] : []),
    ...(!following && hasPaid ? [t('loan.outcome.settled')] : []),
    ...(excess > 0 ? [t('loan.outcome.excess', { amount: money(excess) })] : []),
  ]
}

function Next({ outcome, onSeen }: Props): ReactNode {
  const { kind, orderId, productId } = outcome
  if (kind === 'paid') return <ShareReceipt orderId={orderId} />
  const [to, name]: readonly [string, MessageId] =
    kind === 'denied'
      ? [paths.denied(productId), 'loan.outcome.denied.more']
      : kind === 'failed'
        ? [paths.bank(productId), 'loan.outcome.failed.more']
        : [paths.orderDetail(orderId), 'loan.outcome.sent.more']
  return (
    // Following the link counts as seeing the outcome.
    <span className={styles.way} onClickCapture={onSeen}>
      <ButtonLink kind="secondary" wide to={to}>
        {t(name)}
      </ButtonLink>
    </span>
  )
}

/** Shares the receipt of the order's last payment as a PDF. */
function ShareReceipt({ orderId }: { orderId: string }) {
  const list = useAction(loanDocument.list)
  const pdf = useAction(loanDocument.pdf)

  async function share() {
    const listResult = await list.run({ orderId })
    if (!listResult) return
    if (!listResult.ok) return toast(messageOf(listResult), 'bad')
    const receipt = listResult.data.documents.findLast(({ kind }) => kind === 'receipt')
    if (!receipt) return
    const pdfResult = await pdf.run({ documentId: receipt.documentId })
    if (!pdfResult) return
    if (!pdfResult.ok) return toast(messageOf(pdfResult), 'bad')
    const bytes = Uint8Array.from(atob(pdfResult.data.base64), char => char.charCodeAt(0))
    const end = await shareFile(pdfResult.data.fileName, bytes, 'application/pdf')
    if (end === 'saved') toast(t('loan.outcome.saved'), 'good')
  }

  return (
    <Button
      kind="secondary"
      grow
      icon="share"
      pending={list.isPending || pdf.isPending}
      onPress={() => void share()}
    >
      {t('loan.outcome.share')}
    </Button>
  )
}
