import { CONTACT_HOURS, isWithin } from '#domain/contact-hours.ts'
import { indiaDayOf } from '#domain/day.ts'
import { REMINDER_STEPS } from '#domain/lending/reminders.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import { VendorFailure } from '#server/providers/vendor-http.ts'
import type { Faults } from './faults.ts'

const REFUSES = 0.05
const ANSWER_LOST = 0.05

type Text = { readonly to: string; readonly text: string; readonly at: Date }
export type Messenger = {
  /** Wraps the server's SMS port. */
  readonly around: (real: SmsPort, now: () => number) => SmsPort
  /** The texts about loans that reached the borrowers' phones. */
  readonly carried: readonly Text[]
}

/**
 * Simulates an SMS vendor that refuses texts, or delivers one and loses the answer. Only texts about
 * loans are affected.
 */
export function messengerBy(faults: Faults): Messenger {
  const carried: Text[] = []
  return {
    carried,
    around: (real, now) => ({
      send: async message => {
        if (!message.text.startsWith('Saral: ')) return real.send(message)
        if (faults.strikes('text refused', REFUSES))
          throw new VendorFailure('sms', 'send', 'refused', 'a fault')
        carried.push({ ...message, at: new Date(now()) })
        if (faults.strikes('text answer lost', ANSWER_LOST))
          throw new VendorFailure('sms', 'send', 'unreachable', 'a fault')
      },
    }),
  }
}

export const isReminder = ({ text }: Pick<Text, 'text'>) =>
  / is due |please pay .* today/.test(text)

/**
 * Names every reminder that went at night, twice a day, too often, or after the loan was repaid, and
 * texts that were sent twice.
 */
export async function messageFaults(db: Database, { carried }: Messenger): Promise<string[]> {
  const reminders = carried.filter(isReminder)
  const days = reminders.map(({ to, at }) => `${to} on ${indiaDayOf(at)}`)
  const often = await db.raw(
    `SELECT order_id, instalment, due_day::text AS due FROM borrower_message WHERE kind = 'reminder' AND state IN ('sending', 'sent')
     GROUP BY order_id, instalment, due_day HAVING count(*) > $1`,
    [REMINDER_STEPS.length],
  )
  const late = await db.raw(
    `SELECT m.message_id AS id FROM borrower_message m JOIN loan_order o USING (borrower_id, order_id)
     WHERE m.kind = 'reminder' AND m.state IN ('sending', 'sent') AND coalesce(m.ended_at, m.noted_at) > o.settled_at`,
  )
  const [stored] = await db.raw(
    `SELECT count(*) FILTER (WHERE state = 'sent' AND was_texted)::int AS sent,
       count(*) FILTER (WHERE state = 'sending')::int AS unknown FROM borrower_message`,
  )
  const sent = Number(stored?.sent)
  const unknown = Number(stored?.unknown)
  return [
    ...reminders
      .filter(({ at }) => !isWithin(CONTACT_HOURS, at))
      .map(({ at }) => `a reminder was sent outside the contact hours, at ${at.toISOString()}`),
    ...days
      .filter((day, index) => days.indexOf(day) !== index)
      .map(day => `two reminders were sent to ${day}`),
    ...often.map(
      ({ order_id, instalment }) =>
        `instalment ${instalment} of order ${order_id} got too many reminders`,
    ),
    ...late.map(({ id }) => `reminder ${id} was sent after the loan was repaid`),
    ...(carried.length < sent || carried.length > sent + unknown
      ? [
          `${carried.length} texts were delivered, but the server recorded ${sent} as sent and ${unknown} as unknown`,
        ]
      : []),
  ]
}
