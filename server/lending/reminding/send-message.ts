/**
 * Sends messages to borrowers: a push notification where allowed, a text message where required or
 * where no notification was delivered.
 */

import { CONTACT_HOURS, isWithin } from '#domain/contact-hours.ts'
import { indiaDayOf } from '#domain/day.ts'
import type { Reminder } from '#domain/lending/reminders.ts'
import type { Paise } from '#domain/money.ts'
import type { MobileNumber } from '#domain/phone.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { notifiedAtOnce } from '#server/lending/autopay/look-at-debit.ts'
import { nextDebitOf } from '#server/lending/autopay/next-debit.ts'
import { debitOf } from '#server/lending/db/debit.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { moneyUnderWayOn } from '#server/lending/db/money-under-way.ts'
import { type Order, type OrderKey, orderOf } from '#server/lending/db/order.ts'
import { languageOfBorrower, statedWishOf } from '#server/lending/db/reminder.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { reminderOf } from '#server/lending/reminding/remind.ts'
import { reminderSms } from '#server/lending/reminding/reminder-sms.ts'
import { askOpenPages } from '#server/lending/repaying/ask-payment.ts'
import {
  claimMessage,
  endMessage,
  type Message,
  type MessageKey,
  messageOf,
  releaseMessage,
  waitingMessages,
} from '#server/notices/db/message.ts'
import {
  type Channel,
  KINDS,
  type PushKind,
  pushKindOf,
  type SmsKind,
} from '#server/notices/kinds.ts'
import { occasionOf } from '#server/notices/notify.ts'
import { pushNow } from '#server/notices/push.ts'
import { type SmsGaps, smsText } from '#server/notices/words/sms-texts.ts'
import { lenderName } from '#server/platform/words/lender.ts'
import { isCertainlyUnsent } from '#server/providers/sms/port.ts'
import type { Services } from '#server/services.ts'
import { dayText, smsMoney } from '#words/format.ts'
import type { Language } from '#words/language.ts'

const BATCH = 100
const LOST_AFTER_MS = 10 * 60_000
/** A message is dropped as outdated after this long. */
const STALE_AFTER_MS = 3 * 86_400_000

/** The wording of a message for each channel. */
type Saying = {
  readonly by: Channel
  readonly news: PushKind | undefined
  readonly sms: SmsKind
  readonly gaps: (language: Language) => Partial<SmsGaps>
}

/**
 * Sends one message. A repeated notification replaces the first. A text message is handed over
 * once, and again only where its vendor reported a refusal: none is better than two.
 */
export async function sendMessage(services: LendingServices, key: MessageKey): Promise<void> {
  const { db, clock, log } = services
  const at = clock.now()
  const message = await messageOf(db, key)
  if (message?.state !== 'waiting') return
  if (message.keepsHours && !isWithin(CONTACT_HOURS, at)) return
  const { orderId } = message
  const isReminder = message.kind === 'reminder' && message.noticeDay === indiaDayOf(at)
  if (isReminder && !(await isMoneyKnown(services, { ...key, orderId }))) return
  const order = await orderOf(db, key.borrowerId, orderId)
  const saying = order && (await sayingOf(services, message, order, at))
  if (!saying) return endMessage(db, key, { wasPushed: false, wasTexted: false }, at)
  const { by, news } = saying
  const { borrowerId } = key
  const wasPushed =
    news !== undefined &&
    by !== 'text' &&
    (await pushNow(services, { borrowerId, orderId: order.id, news }))
  if (wasPushed && by === 'notification')
    return endMessage(db, key, { wasPushed, wasTexted: false }, at)
  if (!(await claimMessage(db, key))) return
  if (await isTexted(services, key, saying))
    return endMessage(db, key, { wasPushed, wasTexted: true }, at)
  log.warn(
    { messageId: key.messageId },
    'the outcome of a text message is unknown; it is not sent again',
  )
}

/**
 * False while money for a loan is under way, or its provider cannot say whether there is: a reminder
 * waits until that is known, and nobody is asked for what they have just paid (decision 30).
 */
async function isMoneyKnown(services: LendingServices, key: OrderKey): Promise<boolean> {
  const { db, clock } = services
  const isUnderWay = async () => (await moneyUnderWayOn(db, key, clock.now())) !== undefined
  if (await isUnderWay()) return false
  return (await askOpenPages(services, key)) && !(await isUnderWay())
}

/** Recovers unsent messages: they waited for the morning, or their job was lost. */
export async function sendWaitingMessages({ db, clock, queue }: LendingServices): Promise<void> {
  const now = clock.now()
  if (!isWithin(CONTACT_HOURS, now)) return
  const keys = await waitingMessages(db, new Date(now.getTime() - LOST_AFTER_MS), BATCH)
  if (keys.length === 0) return
  await db.transaction(async tx => {
    for (const key of keys)
      await queue.enqueue(tx, 'send-message', key, { singletonKey: key.messageId })
  })
}

/**
 * Hands the text to its vendor. False where the outcome is unknown; throws where it was certainly
 * not sent.
 */
async function isTexted(
  services: LendingServices,
  key: MessageKey,
  { sms, gaps }: Saying,
): Promise<boolean> {
  const { to, language } = await addresseeOf(services, key.borrowerId)
  try {
    await services.sms.send({ to, text: smsText(sms, language, gaps(language)) })
    return true
  } catch (error) {
    if (!isCertainlyUnsent(error)) return false
    await releaseMessage(services.db, key)
    throw error
  }
}

/** The number of a borrower, and the language of their texts. */
export async function addresseeOf(
  services: Pick<Services, 'db' | 'cipher'>,
  borrowerId: string,
): Promise<{ to: MobileNumber; language: Language }> {
  const { db } = services
  const [to, stated, spoken] = await Promise.all([
    phoneOf(services, borrowerId),
    statedWishOf(db, borrowerId),
    languageOfBorrower(db, borrowerId),
  ])
  return { to, language: stated?.language ?? spoken }
}

/** The wording of a message as of now; undefined where it is no longer true or wanted. */
async function sayingOf(
  services: LendingServices,
  message: Message,
  order: Order,
  at: Date,
): Promise<Saying | undefined> {
  const ageMs = at.getTime() - message.notedAt.getTime()
  if (message.kind !== 'reminder') {
    const words = ageMs > STALE_AFTER_MS ? undefined : await wordsOf(services, message, order, at)
    return words && notice(services, message, words)
  }
  if (message.noticeDay !== indiaDayOf(at)) return undefined
  const reminder = await reminderOf(services.db, order, at)
  return reminder && occasionOf(order.id, reminder) === message.occasion
    ? reminding(services, reminder)
    : undefined
}

type Notice = Exclude<Message, { kind: 'reminder' }>
type Worded = { readonly sms: SmsKind; readonly amount: Paise | undefined }

/** The text and the amount of a notice as of now; undefined where it is no longer true. */
async function wordsOf(
  services: LendingServices,
  message: Notice,
  order: Order,
  at: Date,
): Promise<Worded | undefined> {
  const { kind, amount } = message
  if (kind === 'autopay-notice')
    return (await isToBeDebited(services, message)) ? { sms: kind, amount } : undefined
  if (kind !== 'autopay-cannot') return { sms: kind, amount }
  const loan = await loanOf(services.db, order)
  const next = loan && (await nextDebitOf(services.db, order, loan, at))
  const why = next?.dueDay === message.noticeDay ? notifiedAtOnce(next) : undefined
  return next && why && { sms: `autopay-${why}`, amount: next.amount }
}

/** False once the debit of a notice was skipped or given up. */
async function isToBeDebited(
  { db }: LendingServices,
  { borrowerId, occasion }: Message,
): Promise<boolean> {
  return (await debitOf(db, borrowerId, occasion))?.state === 'announced'
}

function notice(
  { config }: LendingServices,
  { kind, noticeDay }: Notice,
  { sms, amount }: Worded,
): Saying {
  return {
    by: KINDS[kind].message,
    news: pushKindOf(kind),
    sms,
    gaps: language => ({
      lender: lenderName(config.lender, language),
      day: dayText(noticeDay, language),
      ...(amount !== undefined && { amount: smsMoney(amount) }),
    }),
  }
}

function reminding({ config }: LendingServices, reminder: Reminder): Saying {
  const { by, step } = reminder
  return { by, news: step === 0 ? 'due-today' : 'due-soon', ...reminderSms(config, reminder) }
}
