/**
 * Notices about a loan, stored in the transaction that causes them. `send-message.ts` sends them.
 */
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { Paise } from '#domain/money.ts'
import { insertMessage, type NewMessage, type ReminderAbout } from '#server/notices/db/message.ts'
import type { MessageKind } from '#server/notices/kinds.ts'
import type { Services, Work } from '#server/services.ts'

/** The order that a notice is about. */
type NoticedOrder = { readonly borrowerId: string; readonly id: string }
type NotifyingWork = Work<Pick<Services, 'ids' | 'queue'>>
/**
 * `causedAt`: when the borrower did what this answers. An answer is sent at once, anything else
 * within the permitted hours.
 */
export type Notice = {
  readonly kind: MessageKind
  readonly causedAt: Date | undefined
  /** The day on which it happened, where that is not the day of the notice. */
  readonly day?: Day
  readonly amount?: Paise
  /** Distinguishes several notices of one kind on one order. */
  readonly occasion?: string
}

/** A notice within this time of the borrower's action counts as an answer to it. */
const ANSWER_WITHIN_MS = 3_600_000

/** Notifies the borrower once, however often it is called for the same occasion. */
export function notify(work: NotifyingWork, order: NoticedOrder, notice: Notice): Promise<void> {
  const { at } = work
  const { kind, causedAt, amount, occasion } = notice
  const isAnswer = causedAt !== undefined && at.getTime() - causedAt.getTime() <= ANSWER_WITHIN_MS
  const about = {
    orderId: order.id,
    occasion: occasion ?? order.id,
    noticeDay: notice.day ?? indiaDayOf(at),
    keepsHours: !isAnswer,
  }
  return note(work, { ...keyOf(work, order), ...about, kind, amount })
}

/** Notifies the borrower of a due day. */
export function notifyOfReminder(
  work: NotifyingWork,
  order: NoticedOrder,
  { instalment, dueDay, step }: ReminderAbout,
): Promise<void> {
  const about = {
    orderId: order.id,
    occasion: occasionOf(order.id, { instalment, dueDay, step }),
    noticeDay: indiaDayOf(work.at),
  }
  const message = {
    ...keyOf(work, order),
    ...about,
    keepsHours: true,
    kind: 'reminder',
    instalment,
    dueDay,
    step,
  } as const
  return note(work, message)
}

/** An extension moves the due day, and the reminders start again for the new one. */
export function occasionOf(orderId: string, { instalment, dueDay, step }: ReminderAbout): string {
  return `${orderId}/${instalment}/${dueDay}/${step}`
}

function keyOf({ services, at }: NotifyingWork, { borrowerId }: NoticedOrder) {
  return { borrowerId, messageId: services.ids.uuid(at) }
}

async function note({ services, tx, at }: NotifyingWork, message: NewMessage): Promise<void> {
  if (!(await insertMessage(tx, message, at))) return
  const { borrowerId, messageId } = message
  await services.queue.enqueue(
    tx,
    'send-message',
    { borrowerId, messageId },
    { singletonKey: messageId },
  )
}
