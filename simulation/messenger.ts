import { CONTACT_HOURS, isWithin } from '#domain/contact-hours.ts'
import { indiaDayOf } from '#domain/day.ts'
import { REMINDER_STEPS } from '#domain/lending/reminders.ts'
import type { Database } from '#server/platform/db/open.ts'
import {
  everyTemplate,
  messageIn,
  msg91Environment,
  msg91Server,
} from '#server/testing/vendors/msg91.ts'
import type { SimulatedClock } from './clock.ts'
import type { Faults } from './faults.ts'

const REFUSES = 0.05
const ANSWER_LOST = 0.05
const ABOUT_LOANS = /^Saral: /

type Text = {
  /** `91` and ten digits. */
  readonly to: string
  readonly text: string
  readonly at: Date
  /** The time before the clock was moved if that was just now: the server may have sent it then. */
  readonly earliest: Date
}

/** MSG91 as documented, but unreliable. Only texts about loans are affected. */
export type Messenger = {
  /** The variables of the environment that give it the server's texts. */
  readonly environment: Readonly<Record<string, string>>
  /** The texts about loans that reached the borrowers' phones. */
  readonly carried: readonly Text[]
  /** Returns the newest sign-in code that was sent to a number. */
  readonly codeOf: (phone: string) => string | undefined
  readonly close: () => Promise<void>
}

/** Starts the vendor on this machine, with every text of the product registered. */
export async function openMessenger(faults: Faults, clock: SimulatedClock): Promise<Messenger> {
  const templates = everyTemplate()
  const server = await msg91Server(templates)
  const carried: Text[] = []
  const codes = new Map<string, string>()
  server.mishapOf = call => {
    const { to, text } = messageIn(call, templates)
    if (!ABOUT_LOANS.test(text)) {
      codes.set(to, /\d{4,8}/.exec(text)?.[0] ?? '')
      return 'none'
    }
    if (faults.strikes('text refused', REFUSES)) return 'refused'
    carried.push({ to, text, at: clock.now(), earliest: clock.earliest() })
    return faults.strikes('text answer lost', ANSWER_LOST) ? 'done-but-cut' : 'none'
  }
  return {
    environment: msg91Environment(server.settings),
    carried,
    codeOf: phone => codes.get(phone),
    close: server.close,
  }
}

export const isReminder = ({ text }: Pick<Text, 'text'>) =>
  / is due |please pay .* today/.test(text)

/**
 * Names every reminder that went at night, twice a day, too often, or more than a minute after the
 * loan was repaid, and texts that were sent twice. Within that minute it was on its way.
 */
export async function messageFaults(
  db: Database,
  { carried }: Pick<Messenger, 'carried'>,
): Promise<string[]> {
  const reminders = carried.filter(isReminder)
  const days = reminders.map(
    ({ to, at, earliest }) => `${to} on ${indiaDayOf(at)} or ${indiaDayOf(earliest)}`,
  )
  const often = await db.raw(
    `SELECT order_id, instalment, due_day::text AS due FROM borrower_message WHERE kind = 'reminder' AND state IN ('sending', 'sent')
     GROUP BY order_id, instalment, due_day HAVING count(*) > $1`,
    [REMINDER_STEPS.length],
  )
  const late = await db.raw(
    `SELECT m.message_id AS id FROM borrower_message m JOIN loan_order o USING (borrower_id, order_id)
     WHERE m.kind = 'reminder' AND m.state IN ('sending', 'sent') AND coalesce(m.ended_at, m.noted_at) > o.settled_at + interval '1 minute'`,
  )
  const [stored] = await db.raw(
    `SELECT count(*) FILTER (WHERE state = 'sent' AND was_texted)::int AS sent,
       count(*) FILTER (WHERE state = 'sending')::int AS unknown FROM borrower_message`,
  )
  const sentCount = Number(stored?.sent)
  const unknown = Number(stored?.unknown)
  return [
    ...reminders
      .filter(({ at, earliest }) => ![at, earliest].some(one => isWithin(CONTACT_HOURS, one)))
      .map(({ at }) => `a reminder was sent outside the contact hours, at ${at.toISOString()}`),
    ...days
      .filter((day, index) => days.indexOf(day) !== index)
      .map(day => `two reminders were sent to ${day}`),
    ...often.map(
      ({ order_id, instalment }) =>
        `instalment ${instalment} of order ${order_id} got too many reminders`,
    ),
    ...late.map(({ id }) => `reminder ${id} was sent after the loan was repaid`),
    ...(carried.length < sentCount || carried.length > sentCount + unknown
      ? [
          `${carried.length} texts were delivered, but the server recorded ${sentCount} as sent and ${unknown} as unknown`,
        ]
      : []),
  ]
}
