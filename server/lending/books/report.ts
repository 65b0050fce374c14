import { accounts } from '#domain/lending/ledger.ts'
import { paise } from '#domain/money.ts'
import { money } from '#words/format.ts'
import { type Audit, difference } from './audit.ts'

/** The auditor's report, line by line, and whether it found no fault. */
export function report(audit: Audit): {
  readonly isSound: boolean
  readonly lines: readonly string[]
} {
  const { borrowers, orders, postings, trialBalance, faults, faultCount } = audit
  const outOfBalance = difference(trialBalance)
  const width = Math.max(...Object.keys(accounts).map(({ length }) => length))
  const isSound = faultCount === 0 && outOfBalance === 0
  return {
    isSound,
    lines: [
      'Trial balance',
      ...Object.entries(accounts).map(
        ([account, side]) =>
          `  ${account.padEnd(width)}  ${side.padEnd(6)}  ${money(trialBalance[account as keyof typeof accounts])}`,
      ),
      outOfBalance === 0
        ? '  Debits and credits agree.'
        : `  Out of balance by ${money(paise(outOfBalance))}.`,
      '',
      `Checked ${borrowers} borrowers, ${orders} orders and ${postings} postings.`,
      ...faults.map(fault => `  ${fault}`),
      isSound
        ? 'The books are sound.'
        : `The books are NOT sound: ${faultCount} faults, of which ${faults.length} are named above.`,
    ],
  }
}
