import type { Database } from '#server/platform/db/open.ts'
import { positionsBetween } from './judged-order.ts'
import type { AutoPayCommand, Life } from './life.ts'
import { capOf, isTimeOfDebit } from './oracle/autopay.ts'
import { disclosedOf } from './oracle/disclosed.ts'
import type { Facts } from './oracle/facts.ts'
import { totalOf } from './oracle/loan.ts'
import { type JudgedOrder, ordersIn } from './order-facts.ts'
import type { Run } from './run.ts'
import type { MandateBooks } from './upi-app.ts'

type Debit = MandateBooks['debits'][number]
type DebitCase = {
  readonly debit: Debit
  readonly facts: Facts
  readonly dueDay: string
  readonly commands: readonly AutoPayCommand[]
  /** The instants at which texts announced it to the borrower. */
  readonly notices: readonly string[]
}

/** A borrower's command cannot stop a debit that was requested less than this before it. */
const ON_ITS_WAY_MS = 60_000

/**
 * Names every debit that broke the rules of decision 47, by the books of its service, the commands
 * of its borrower, and the texts on their phone; and every mandate that may take too much, still
 * stands after its loan, or kept the rupee of its registration.
 */
export async function debitFaults(
  db: Database,
  {
    provider,
    mandates,
    messenger,
    lives,
  }: Pick<Run, 'provider' | 'mandates' | 'messenger' | 'lives'>,
): Promise<string[]> {
  const orders = new Map((await ordersIn(db, provider)).map(order => [order.rows.id, order]))
  const stored = await db.raw(
    `SELECT debit_id::text AS id, mandate_id::text AS "mandateId", order_id::text AS "orderId", due_day::text AS "dueDay"
     FROM autopay_debit`,
  )
  const owners = await db.raw(
    `SELECT mandate_id::text AS id, order_id::text AS "orderId" FROM mandate`,
  )
  const orderOf = (mandateId: string) =>
    orders.get(String(owners.find(({ id }) => id === mandateId)?.orderId))
  const judged = mandates.debits.map(debit => {
    const order = orderOf(debit.mandateId)
    const row = stored.find(({ id }) => id === debit.id)
    if (!order?.facts || row?.mandateId !== debit.mandateId)
      return [`debit ${debit.id} was made, but our books do not announce it`]
    const life = lives.find(({ orders: ids }) => ids.includes(order.rows.id))
    return faultsOfDebit({
      debit,
      facts: order.facts,
      dueDay: String(row.dueDay),
      commands: life?.autoPay.commands.filter(({ orderId }) => orderId === order.rows.id) ?? [],
      notices: life ? noticesTo(life, messenger, debit) : [],
    })
  })
  const days = mandates.debits.map(({ id, mandateId }) => {
    const dueDay = stored.find(row => row.id === id)?.dueDay
    return `${orderOf(mandateId)?.rows.id} on ${dueDay}`
  })
  return [
    ...judged.flat(),
    ...days
      .filter((day, index) => days.indexOf(day) !== index)
      .map(day => `two debits were made of order ${day}`),
    ...mandates.mandates.flatMap(mandate => mandateFaults(mandate, orderOf(mandate.id))),
  ]
}

export function faultsOfDebit({ debit, facts, dueDay, commands, notices }: DebitCase): string[] {
  const { id, amount, announcedAt, at, earliest } = debit
  const isAnnounced = [at, earliest].some(
    instant =>
      isTimeOfDebit({ dueDay }, announcedAt, instant) &&
      notices.some(noticed => isTimeOfDebit({ dueDay }, noticed, instant)),
  )
  const askedAt = new Date(Date.parse(earliest) - ON_ITS_WAY_MS).toISOString()
  const due = positionsBetween(facts, askedAt, at).map(({ fallsDue }) =>
    fallsDue?.day === dueDay ? totalOf(fallsDue.parts) : 0,
  )
  const stops = commands.filter(({ until }) => until < askedAt)
  const last = stops.findLast(({ what }) => what !== 'skip')
  const isSkipped = stops.some(({ what, from }) => what === 'skip' && from > announcedAt)
  return [
    ...(isAnnounced
      ? []
      : [`was made at ${at}, announced at ${announcedAt} and by text at ${notices.join(', ')}`]),
    ...(due.includes(amount)
      ? []
      : [`took ${amount} paise, but the oracle says ${due.join(' or ')}`]),
    ...(isSkipped ? ['was made, but the borrower had skipped it'] : []),
    ...(last?.what === 'pause' || last?.what === 'end'
      ? [`was made, but the borrower's last word was "${last.what}" at ${last.until}`]
      : []),
  ].map(fault => `debit ${id}, due on ${dueDay}: it ${fault}`)
}

const RUPEES = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 })

/**
 * The instants at which texts announced a debit of this amount to the borrower, in whole seconds
 * like the times of its service.
 */
function noticesTo(
  { who }: Pick<Life, 'who'>,
  { carried }: Run['messenger'],
  { amount }: Debit,
): string[] {
  const says = `AutoPay will take Rs ${RUPEES.format(amount / 100)} `
  return carried
    .filter(({ to, text }) => to === `91${who.phone}` && text.includes(says))
    .map(({ at }) => new Date(Math.floor(at.getTime() / 1_000) * 1_000).toISOString())
}

const ENDED = ['settled', 'failed']

function mandateFaults(
  { id, cap, isOver, registration }: MandateBooks['mandates'][number],
  order: JudgedOrder | undefined,
): string[] {
  if (!order?.facts) return [`mandate ${id} is for no loan that arrived`]
  const expected = capOf(disclosedOf(order.terms).schedule)
  return [
    ...(cap === expected ? [] : [`may take ${cap} paise, but the oracle says ${expected}`]),
    ...(ENDED.includes(order.rows.state) && !isOver ? ['still stands, but its loan is over'] : []),
    ...(registration === 'kept' ? ['kept the rupee of its registration'] : []),
  ].map(fault => `mandate ${id} ${fault}`)
}
