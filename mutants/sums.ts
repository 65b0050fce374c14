/** Faults in the daily sums of what loans accrue. */
import type { Mutant } from './mutant.ts'

export const sums: readonly Mutant[] = [
  {
    name: 'share-not-taken-out-of-the-sums',
    breaks: 'Charges stay in the daily sums though the journal of their loan books them too.',
    file: 'server/lending/closing/accrue.ts',
    find: '...postTakenOver(summed),',
    replace: '',
    killedBy: ['server/lending/closing/accrue.test.ts'],
  },
  {
    name: 'share-kept-after-the-event',
    breaks: 'The row of a loan keeps a share of the sums that its journal took over.',
    file: 'server/lending/closing/accrue.ts',
    find: 'if (hasCharges(summed)) await clearSummed(tx, key)',
    replace: '',
    killedBy: ['server/lending/closing/accrue.test.ts'],
  },
  {
    name: 'sums-hold-what-journals-hold',
    breaks: 'The daily sums count charges that the journal of a loan holds already.',
    file: 'server/lending/closing/accrue.ts',
    find: 'chargesLess(chargesBy(loan, today), inJournal)',
    replace: 'chargesBy(loan, today)',
    killedBy: ['server/lending/closing/accrue.test.ts'],
  },
  {
    name: 'sums-grow-by-the-whole-share',
    breaks: 'Each day adds to the sums what the days before added already.',
    file: 'server/lending/db/accrual-sum.ts',
    find: 'chargesLess(after, before)',
    replace: 'after',
    killedBy: ['server/lending/closing/accrue.test.ts'],
  },
  {
    name: 'sums-not-compared',
    breaks: 'The audit believes daily sums that are not those of their loans.',
    file: 'server/lending/books/audit.ts',
    find: 'hasStayed && hasCharges(',
    replace: 'false && hasCharges(',
    killedBy: ['server/lending/closing/accrue.test.ts'],
  },
  {
    name: 'sums-not-sealed',
    breaks: 'A sum of a day that has passed can be changed unnoticed.',
    file: 'server/lending/books/journal-digest.ts',
    find: 'await sumsBetween(db, onDay, onDay)',
    replace: '[]',
    killedBy: ['server/lending/books/audit.test.ts'],
  },
]
