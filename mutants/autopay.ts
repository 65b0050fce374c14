import type { Mutant } from './mutant.ts'

const rules = ['domain/lending/mandate.test.ts']
const killedBy = ['server/lending/autopay/autopay.test.ts']
const vendors = ['server/providers/mandate/vendors.test.ts']

/** Faults in AutoPay: its mandates, its notices and its debits. */
export const autopay: readonly Mutant[] = [
  {
    name: 'autopay-takes-what-was-announced-though-less-is-due',
    breaks: 'A borrower who paid a part by hand is debited more than falls due.',
    file: 'domain/lending/mandate.ts',
    find: "if (due !== amount || amount > mandate.cap) return none('amount-changed')",
    replace: "if (amount > mandate.cap) return none('amount-changed')",
    killedBy: rules,
  },
  {
    name: 'autopay-without-a-whole-day-of-notice',
    breaks: 'A debit comes hours after its notice.',
    file: 'domain/lending/mandate.ts',
    find: 'at.getTime() - noticedAt.getTime() >= DEBIT_NOTICE_HOURS * HOUR_MS',
    replace: 'at.getTime() >= noticedAt.getTime()',
    killedBy: rules,
  },
  {
    name: 'autopay-while-paused',
    breaks: 'A borrower who paused AutoPay is debited.',
    file: 'domain/lending/mandate.ts',
    find: "if (mandate.state !== 'active') return none('autopay-off')",
    replace: "if (mandate.state === 'revoked') return none('autopay-off')",
    killedBy: rules,
  },
  {
    name: 'autopay-of-a-skipped-debit',
    breaks: 'A borrower who tapped “Skip this one” is debited.',
    file: 'server/lending/autopay/command.ts',
    find: "!(await saveDebitState(tx, debit, 'skipped', at))",
    replace: "debit.state !== 'announced'",
    killedBy,
  },
  {
    name: 'autopay-above-the-cap',
    breaks: 'A debit takes more than the largest instalment.',
    file: 'domain/lending/mandate.ts',
    find: "if (amount > mandate.cap) return 'above-cap'",
    replace: "if (amount <= 0) return 'above-cap'",
    killedBy: rules,
  },
  {
    name: 'autopay-counts-an-unsent-notice',
    breaks: 'A borrower whose notice never went out is debited.',
    file: 'server/lending/db/debit.ts',
    find: 'AND m.was_texted AND d.vendor_noticed_at IS NOT NULL)',
    replace: 'AND d.vendor_noticed_at IS NOT NULL)',
    killedBy,
  },
  {
    name: 'autopay-pause-undone-by-a-report',
    breaks: 'A message of the service resumes what the borrower paused.',
    file: 'domain/lending/mandate.ts',
    find: "return isPausedInApp ? 'resume' : undefined",
    replace: "return 'resume'",
    killedBy: rules,
  },
  {
    name: 'autopay-end-told-to-nobody',
    breaks: 'A mandate that the borrower ended lives on at its service.',
    file: 'server/lending/autopay/command.ts',
    find: 'if (heldState !== state) await syncLater(work, mandate, 0)',
    replace: 'if (heldState === state) await syncLater(work, mandate, 0)',
    killedBy,
  },
  {
    name: 'autopay-outlives-its-loan',
    breaks: 'The mandate of a repaid loan stays.',
    file: 'server/lending/repaying/settled.ts',
    find: '  await endAutoPay(work, settled)\n',
    replace: '',
    killedBy,
  },
  {
    name: 'autopay-refund-through-the-page',
    breaks:
      'Money of a debit is sent back by the service of payment pages, which does not know it.',
    file: 'server/lending/repaying/collector.ts',
    find: "return scope === 'autopay' ? (mandate ?? NOBODY) : payment",
    replace: 'return payment ?? mandate ?? scope ?? NOBODY',
    killedBy,
  },
  {
    name: 'autopay-debited-twice-by-razorpay',
    breaks: 'A repeated job debits a second time.',
    file: 'server/providers/mandate/razorpay.ts',
    find: 'if ((await paymentsOf(client, debitRef)).length > 0) return',
    replace: 'await paymentsOf(client, debitRef)',
    killedBy: vendors,
  },
  {
    name: 'autopay-registration-rupee-kept',
    breaks: 'The borrower never gets back the rupee of the registration.',
    file: 'server/providers/mandate/razorpay.ts',
    find: "isRefundDue: status === 'captured' && !amount_refunded,",
    replace: 'isRefundDue: false && Boolean(status || amount_refunded),',
    killedBy: vendors,
  },
]
