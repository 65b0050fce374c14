import type { Database } from '#server/platform/db/open.ts'
import { type ActKind, type Acts, DONE } from './acts.ts'
import { type Fault, type Faults, faultNames } from './faults.ts'
import type { Life, OwnLimits, Sights } from './life.ts'
import type { Staff } from './staff.ts'
import type { Vendor } from './vendor.ts'

/** An event of a run, how often it happened, and how often it must happen at least. */
export type Count = { readonly name: string; readonly count: number; readonly least: number }

type RunRecords = {
  readonly faults: Faults
  readonly acts: Acts
  readonly sights: Sights
  readonly vendor: Vendor
  readonly lives: readonly Pick<Life, 'restraint'>[]
  readonly staff: Pick<Staff, 'counts'>
}

/** A reversal is late from this many days after the payout on. */
const LATE_DAYS = 14

/** A run of so many loans lasts until every cap is reached; a shorter one ends sooner. */
export const LONG_RUN_LOANS = 100
/**
 * The loans of a long run for each event: 2000 loans need 2000 / 200 refused payouts, rounded down.
 * A usual run has nearly eight times as many, so that chance alone fails none (3 in 10,000 with a
 * mean of eight). Only longer runs need the events that are rarer in 200 loans.
 */
const LOANS_FOR_EACH = {
  'payout refused': 200,
  'payout reversed early': 200,
  'payout reversed late': 400,
  'extension paid': 20,
  'extension refused': 40,
  'extension lapsed': 400,
  'extension abandoned': 400,
  'extended to the longest tenor': 400,
  'hardship plan granted by the rules': 200,
  'hardship plan granted by a person': 400,
  'hardship plan refused': 400,
  'hardship plan granted by silence': 400,
  'refund given up': 200,
  'refund settled by two persons': 400,
  'payout stopped by two persons': 200,
  'penal charge waived by two persons': 200,
  'proposal refused': 200,
  'own proposal not approved': 1_000,
  'application decided at the console': 400,
  'question asked about an application': 200,
  'question answered': 200,
  'face passed by a person': 200,
  'face denied by a person': 200,
  'complaint raised': 200,
  'complaint closed': 200,
  'call of collections': 200,
  'promise to pay noted': 200,
  'webhook late with its time of payment': 20,
  'payment at midnight in India': 100,
  'two pages of one tap': 200,
  'page paid with another amount': 200,
  'part paid': 40,
  'part refused': 200,
  'paid from a UPI app': 10,
  'AutoPay approved': 200,
  'instalment debited': 200,
  'debit failed': 400,
  'debit skipped': 400,
  'debit refunded': 400,
  'AutoPay paused': 400,
  'AutoPay ended by its borrower': 400,
  'answer lost': 10,
  'returned in the cooling-off period': 40,
  'penal cap reached': 400,
  'overdue cured': 400,
  'overdue for 130 days or more': 400,
  'tier discount given': 10,
  'scheduled order applied for': 40,
  'ceiling or pause set': 10,
  'looser limit waits a week': 40,
  'new loan refused by the own ceiling': 40,
  'new loan refused by the own pause': 40,
  'request refused to a double tap': 100,
  // Larger runs have more borrowers, and not many more steps in which the server may die.
  'server killed': 200,
} as const
type EventName = keyof typeof LOANS_FOR_EACH

/** Counts the events of a run, in the order of the table. */
export async function countsOf(db: Database, loans: number, records: RunRecords): Promise<Count[]> {
  const counts = { ...(await storedCounts(db)), ...recordedCounts(records) }
  return (Object.keys(LOANS_FOR_EACH) as EventName[]).map(name => ({
    name,
    count: counts[name],
    least: loans < LONG_RUN_LOANS ? 0 : Math.floor(loans / LOANS_FOR_EACH[name]),
  }))
}

async function storedCounts(db: Database) {
  const [row] = await db.raw(
    `SELECT
       (SELECT count(*)::int FROM payout WHERE state = 'refused') AS refused,
       (SELECT count(*)::int FROM payout JOIN loan_order USING (borrower_id, order_id)
        WHERE payout.state = 'reversed' AND ended_at < disbursed_at + make_interval(days => $1)) AS early,
       (SELECT count(*)::int FROM payout JOIN loan_order USING (borrower_id, order_id)
        WHERE payout.state = 'reversed' AND ended_at >= disbursed_at + make_interval(days => $1)) AS late,
       (SELECT count(*)::int FROM order_extension WHERE state = 'paid') AS extended,
       (SELECT count(*)::int FROM order_extension WHERE state = 'lapsed') AS lapsed,
       (SELECT count(*)::int FROM order_extension WHERE state = 'abandoned') AS abandoned,
       (SELECT count(*)::int FROM order_event WHERE event = 'grantHardshipPlan' AND actor = 'rules') AS plans_by_rules,
       (SELECT count(*)::int FROM order_event WHERE event = 'grantHardshipPlan' AND actor = 'desk') AS plans_by_desk,
       (SELECT count(*)::int FROM order_event WHERE event = 'refuseHardshipPlan') AS plans_refused,
       (SELECT count(*)::int FROM order_event WHERE event = 'grantHardshipPlan' AND actor = 'calendar') AS plans_by_silence,
       (SELECT count(*)::int FROM refund WHERE given_up_at IS NOT NULL) AS given_up,
       (SELECT count(*)::int FROM loan_order WHERE was_returned) AS returned,
       (SELECT count(*)::int FROM order_event WHERE event = 'cure') AS cured,
       (SELECT count(*)::int FROM loan_order WHERE worst_overdue_days >= 130) AS overdue,
       (SELECT count(*)::int FROM loan_order WHERE discount_bps > 0) AS discounts,
       (SELECT count(*)::int FROM payment WHERE scope = 'part' AND status = 'paid') AS parts,
       (SELECT count(*)::int FROM payment WHERE scope = 'autopay' AND status = 'paid') AS debits,
       (SELECT count(*)::int FROM refund JOIN payment_receipt USING (borrower_id, receipt_id) JOIN payment USING (borrower_id, payment_id)
        WHERE scope = 'autopay') AS returned_debits,
       (SELECT count(*)::int FROM reservation WHERE state = 'applied') AS scheduled`,
    [LATE_DAYS],
  )
  const of = (name: string) => Number(row?.[name])
  return {
    'payout refused': of('refused'),
    'payout reversed early': of('early'),
    'payout reversed late': of('late'),
    'extension paid': of('extended'),
    'extension lapsed': of('lapsed'),
    'extension abandoned': of('abandoned'),
    'hardship plan granted by the rules': of('plans_by_rules'),
    'hardship plan granted by a person': of('plans_by_desk'),
    'hardship plan refused': of('plans_refused'),
    'hardship plan granted by silence': of('plans_by_silence'),
    'refund given up': of('given_up'),
    'returned in the cooling-off period': of('returned'),
    'overdue cured': of('cured'),
    'overdue for 130 days or more': of('overdue'),
    'tier discount given': of('discounts'),
    'part paid': of('parts'),
    'instalment debited': of('debits'),
    'debit refunded': of('returned_debits'),
    'scheduled order applied for': of('scheduled'),
  }
}

const ANSWERS_LOST: readonly Fault[] = [
  'bank answer lost',
  'link answer lost',
  'refund answer lost',
  'text answer lost',
]

function recordedCounts({ faults, acts, sights, vendor, lives, staff }: RunRecords) {
  const limits = lives.flatMap(({ restraint }) => restraint.limits)
  const loans = lives.flatMap(({ restraint }) => restraint.loans)
  const refusals = (kind: 'apply' | 'extend') =>
    [...(acts.counts.get(kind) ?? [])].filter(([outcome]) => outcome !== DONE)
  const sum = (counts: readonly (readonly [string, number])[]) =>
    counts.reduce((total, [, count]) => total + count, 0)
  const struck = (fault: Fault) => faults.counts.get(fault) ?? 0
  const done = (kind: ActKind) => acts.counts.get(kind)?.get(DONE) ?? 0
  const { appCommands } = sights
  return {
    'extension refused': sum(refusals('extend')),
    'extended to the longest tenor': sum(
      refusals('extend').filter(([reason]) => reason === 'extension-longest-tenor'),
    ),
    'webhook late with its time of payment': vendor.lateWebhooks(),
    'payment at midnight in India': sights.midnightPayments,
    'two pages of one tap': sights.duplicatePages,
    'page paid with another amount': sights.underpaidPages,
    'paid from a UPI app': sights.upiPayments,
    'AutoPay approved': appCommands.approve,
    'debit failed': struck('debit failed'),
    'debit skipped': done('skip a debit'),
    'AutoPay paused': done('pause AutoPay') + appCommands.pause,
    'AutoPay ended by its borrower': done('end AutoPay') + appCommands.revoke,
    'question answered': done('answer a question'),
    'complaint raised': done('complain'),
    'part refused': acts.counts.get('pay a part')?.get('part-not-payable') ?? 0,
    'answer lost': ANSWERS_LOST.reduce((total, fault) => total + struck(fault), 0),
    'penal cap reached': sights.cappedInstalments.size,
    'request refused to a double tap': sum(
      refusals('apply').filter(([reason]) => reason === 'order-in-progress'),
    ),
    'ceiling or pause set': limits.length,
    'looser limit waits a week': limits.filter(({ answer }) => answer && isWaiting(answer)).length,
    'new loan refused by the own ceiling': loans.filter(one => one.outcome === 'own-ceiling')
      .length,
    'new loan refused by the own pause': loans.filter(one => one.outcome === 'own-pause').length,
    ...staff.counts,
    'server killed': struck('server killed'),
  }
}

function isWaiting({ ceiling, pause }: OwnLimits) {
  return ceiling.later !== null || pause.later !== null
}

/**
 * Names the events that were too rare, and the acts that were always refused. In a short run chance
 * alone may refuse the few tries of an act.
 */
export function countFaults(
  loans: number,
  counts: readonly Count[],
  { counts: acts }: Pick<Acts, 'counts'>,
): string[] {
  const refused = [...acts].filter(([, outcomes]) => outcomes.size > 0 && !outcomes.has(DONE))
  return [
    ...counts
      .filter(({ count, least }) => count < least)
      .map(({ name, count, least }) => `"${name}" happened ${count} times, not ${least}`),
    ...(loans < LONG_RUN_LOANS ? [] : refused).map(
      ([kind]) => `"${kind}" was refused whenever somebody did it`,
    ),
  ]
}

/** Prints the events with their minima, the acts with their refusals, and the faults. */
export function tableOf(counts: readonly Count[], acts: Acts, faults: Faults): string {
  const number = (value: number) => String(value).padStart(7)
  return [
    '  count  least  event',
    ...counts.map(({ name, count, least }) => `${number(count)}${number(least)}  ${name}`),
    '  count  act, and how it ended',
    ...[...acts.counts].flatMap(([kind, outcomes]) =>
      [...outcomes].map(([outcome, count]) => `${number(count)}  ${kind}: ${outcome}`),
    ),
    '  count  fault',
    ...faultNames.map(name => `${number(faults.counts.get(name) ?? 0)}  ${name}`),
  ].join('\n')
}
