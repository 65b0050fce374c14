import { orderStates, type ShownOrderState } from '#domain/lending/order.ts'
import { t } from '#web/locales/i18n.ts'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import type { MessageId } from '#words/catalogues.ts'

const names: Record<ShownOrderState, MessageId> = {
  auditing: 'loan.state.auditing',
  pass: 'loan.state.pass',
  denied: 'loan.state.denied',
  lending: 'loan.state.lending',
  failed: 'loan.state.failed',
  loaned: 'loan.state.loaned',
  settled: 'loan.state.settled',
  overdue: 'loan.state.overdue',
  cancelled: 'loan.state.cancelled',
  finished: 'loan.state.finished',
  extension: 'loan.state.extension',
}

/** The state of an order, in its colour. */
export function StateTag({ state }: { state: ShownOrderState }) {
  const tone = state === 'finished' ? 'quiet' : orderStates[state].tone
  return <Tag tone={tagTones[tone]}>{t(names[state])}</Tag>
}

const tagTones: Record<(typeof orderStates)[keyof typeof orderStates]['tone'], TagTone> = {
  brand: 'brand',
  good: 'good',
  warn: 'warn',
  bad: 'bad',
  quiet: 'neutral',
}
