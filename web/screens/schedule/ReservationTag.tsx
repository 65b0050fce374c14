import type { Output } from '#contract/endpoint.ts'
import type { schedule } from '#contract/schedule.ts'
import { t } from '#web/locales/i18n.ts'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import type { MessageId } from '#words/catalogues.ts'

export type Reservation = Output<typeof schedule.detail>

const states: Record<Reservation['state'], { tone: TagTone; text: MessageId }> = {
  waiting: { tone: 'brand', text: 'schedule.state.waiting' },
  applied: { tone: 'good', text: 'schedule.state.applied' },
  refused: { tone: 'bad', text: 'schedule.state.refused' },
  cancelled: { tone: 'neutral', text: 'schedule.state.cancelled' },
}

/** What became of a reservation, in a word. */
export function ReservationTag({ state }: { state: Reservation['state'] }) {
  const { tone, text } = states[state]
  return <Tag tone={tone}>{t(text)}</Tag>
}
