import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { orderStateOf, orderStates } from '#domain/lending/order.ts'
import { t } from '#web/locales/i18n.ts'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import type { MessageId } from '#words/catalogues.ts'

type OrderCode = Output<typeof order.detail>['orderState']

const names: Record<OrderCode, MessageId> = {
  '1': 'loan.state.1',
  '2': 'loan.state.2',
  '3': 'loan.state.3',
  '4': 'loan.state.4',
  '5': 'loan.state.5',
  '6': 'loan.state.6',
  '7': 'loan.state.7',
  '8': 'loan.state.8',
  '9': 'loan.state.9',
  '10': 'loan.state.10',
  '11': 'loan.state.11',
}

/** The state of an order, in its colour. */
export function StateTag({ code }: { code: string }) {
  const state = orderStateOf(code)
  const tone = state ? orderStates[state].tone : 'quiet'
  const name = isOrderCode(code) ? t(names[code]) : code
  return <Tag tone={tagTones[tone]}>{name}</Tag>
}

const tagTones: Record<(typeof orderStates)[keyof typeof orderStates]['tone'], TagTone> = {
  brand: 'brand',
  good: 'good',
  warn: 'warn',
  bad: 'bad',
  quiet: 'neutral',
}

function isOrderCode(code: string): code is OrderCode {
  return code in names
}
