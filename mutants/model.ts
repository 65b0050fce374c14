import type { Mutant } from './mutant.ts'

const killedBy = ['model/replay.test.ts']

/** Faults that the traces of the model must notice when they are replayed on the server. */
export const model: readonly Mutant[] = [
  {
    name: 'trace-pays-out-under-new-keys',
    breaks: 'The bank pays a loan out once for each time that it is asked.',
    file: 'server/lending/payout/payout.ts',
    find: '    key: id,\n',
    replace: '    key: crypto.randomUUID(),\n',
    killedBy,
  },
  {
    name: 'trace-refunds-under-new-keys',
    breaks: 'The provider refunds a payment once for each time that it is asked.',
    file: 'server/lending/repaying/refund.ts',
    find: 'const request = { key: refundId, attemptRef, amount }',
    replace: 'const request = { key: crypto.randomUUID(), attemptRef, amount }',
    killedBy,
  },
  {
    name: 'trace-opens-a-page-for-any-part',
    breaks: 'A borrower is sent to pay a part that is too small, or more than closes the loan.',
    file: 'server/lending/repaying/repay.ts',
    find: "if (scope === 'part' && !isPayablePart(part, payoff))",
    replace: "if (scope === 'part' && !isPayablePart(payoff, payoff))",
    killedBy,
  },
  {
    name: 'trace-books-an-attempt-again',
    breaks: 'A payment is worked on again each time that it is reported.',
    file: 'server/lending/repaying/receive-payment.ts',
    find: 'if (!payment || !(await isNewAttempt(tx, borrowerId, attempt, at))) return',
    replace: 'if (!payment) return',
    killedBy,
  },
  {
    name: 'trace-lapses-without-asking',
    breaks: 'An extension lapses although its fee was paid and only the message is late.',
    file: 'server/lending/extending/lapse-extensions.ts',
    find: '      await askForLatePayments(services, key)\n',
    replace: '',
    killedBy,
  },
  {
    name: 'trace-turns-a-paid-page-failed',
    breaks: 'A paid page counts as failed after another attempt on it.',
    file: 'server/lending/db/payment.ts',
    find: "status = CASE status WHEN 'paid' THEN status ELSE $3 END",
    replace: 'status = $3',
    killedBy,
  },
  {
    name: 'trace-moves-beyond-the-longest-tenor',
    breaks: 'A plan lets a loan run longer than its borrower ever agreed to.',
    file: 'domain/lending/hardship.ts',
    find: '.filter(moveDays => addDays(last.dueDay, moveDays) <= end)',
    replace: '.filter(() => end > last.dueDay)',
    killedBy,
  },
  {
    name: 'trace-extends-beside-a-plan',
    breaks: 'A borrower in difficulty is sold an extension on top of the plan.',
    file: 'domain/lending/extension.ts',
    find: "  if (loan.deferral && loan.deferral.answer !== 'refused') return 'has-hardship-plan'\n",
    replace: '',
    killedBy,
  },
  {
    name: 'trace-grants-a-plan-beside-an-extension',
    breaks: 'A plan is requested while an extension is awaited, and both move the same due day.',
    file: 'domain/lending/order.ts',
    find: "requestHardshipPlan: { from: ['loaned'], to: 'loaned' }",
    replace: "requestHardshipPlan: { from: ['loaned', 'extension'], to: 'loaned' }",
    killedBy,
  },
  {
    name: 'trace-is-late-by-silence',
    breaks: 'A borrower who asked in time is overdue because the lender did not answer.',
    file: 'domain/lending/replay.ts',
    find: "=== 'awaited' && !standing.deferredOn",
    replace: "=== 'awaited' && standing.deferredOn",
    killedBy,
  },
]
