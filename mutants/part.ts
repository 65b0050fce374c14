import type { Mutant } from './mutant.ts'

/** Faults in paying a part of a loan. */
export const part: readonly Mutant[] = [
  {
    name: 'part-of-less-than-a-rupee',
    breaks: 'A borrower is sent to a page for an amount that no payment page accepts.',
    file: 'domain/lending/part-payment.ts',
    find: 'amount >= PART_PAYMENT_LEAST && ',
    replace: '',
    killedBy: ['domain/lending/part-payment.test.ts'],
  },
  {
    name: 'part-beyond-the-payoff',
    breaks: 'A borrower is sent to pay more than closes the loan.',
    file: 'domain/lending/part-payment.ts',
    find: ' && amount <= payoff',
    replace: '',
    killedBy: ['domain/lending/part-payment.test.ts'],
  },
  {
    name: 'part-of-any-amount',
    breaks: 'The server opens a page for whatever part is requested.',
    file: 'server/lending/repaying/repay.ts',
    find: "if (scope === 'part' && !isPayablePart(part, payoff))",
    replace: "if (scope === 'part' && !isPayablePart(payoff, payoff))",
    killedBy: ['server/lending/repaying/part-payment.test.ts'],
  },
  {
    name: 'part-asks-for-what-is-due',
    breaks: 'A borrower who pays a part is sent to pay the instalment.',
    file: 'server/lending/repaying/repay.ts',
    find: 'all: payoff, part }[scope]',
    replace: 'all: payoff, part: payableToday(loan, position) }[scope]',
    killedBy: ['server/lending/repaying/part-payment.test.ts'],
  },
  {
    name: 'part-pays-one-instalment-only',
    breaks: 'What a part brings beyond the next instalment is sent back.',
    file: 'server/lending/repaying/repay.ts',
    find: "scope === 'due' ? lastInstalmentAsked(position) : undefined",
    replace: "scope !== 'all' ? lastInstalmentAsked(position) : undefined",
    killedBy: ['server/lending/repaying/part-payment.test.ts'],
  },
  {
    name: 'part-opens-a-page-for-each-try',
    breaks: 'A borrower whose page could not be opened gets a second one for the same tap.',
    file: 'server/lending/repaying/repay.ts',
    find: '`part ${part}`',
    replace: '`part ${part} ${crypto.randomUUID()}`',
    killedBy: ['server/lending/repaying/part-payment.test.ts'],
  },
  {
    name: 'part-of-an-earlier-amount',
    breaks: 'A borrower who chose another amount is sent to the page of the first.',
    file: 'server/lending/repaying/repay.ts',
    find: "scope === 'part' ? `part ${part}` : scope",
    replace: 'scope',
    killedBy: ['server/lending/repaying/part-payment.test.ts'],
  },
  {
    name: 'part-page-paid-twice-is-used',
    breaks: 'A part that was paid twice is kept twice.',
    file: 'domain/lending/course.ts',
    find: 'before >= page.amount',
    replace: '(before >= page.amount && page.lastInstalment !== undefined)',
    killedBy: ['server/lending/repaying/part-payment.test.ts'],
  },
]
