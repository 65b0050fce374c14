import type { Mutant } from './mutant.ts'

const killedBy = ['server/lending/repaying/pay-by-upi.test.ts']
const rules = ['domain/lending/upi-intent.test.ts']
const vendors = ['server/providers/payment/vendors.test.ts']

/** Faults in paying an open page from a UPI app. */
export const upi: readonly Mutant[] = [
  {
    name: 'upi-link-of-another-amount',
    breaks: 'A borrower pays in their app another amount than the page asks for.',
    file: 'server/lending/repaying/pay-by-upi.ts',
    find: 'if (intent?.amount !== amount)',
    replace: 'if (!intent)',
    killedBy,
  },
  {
    name: 'upi-link-in-any-currency',
    breaks: 'A borrower is asked for as many dollars as they owe rupees.',
    file: 'domain/lending/upi-intent.ts',
    find: " || currency !== 'INR'",
    replace: '',
    killedBy: rules,
  },
  {
    name: 'upi-amount-of-the-payers-choice',
    breaks: 'A link for nothing is read, on which the payer chooses the amount.',
    file: 'domain/lending/upi-intent.ts',
    find: '!amount ||',
    replace: 'amount === undefined ||',
    killedBy: rules,
  },
  {
    name: 'upi-least-amount-of-the-payers-choice',
    breaks: 'A payer can pay less than the amount that the page shows as fixed.',
    file: 'domain/lending/upi-intent.ts',
    find: ' || (least && amountOf(least) !== amount)',
    replace: '',
    killedBy: rules,
  },
  {
    name: 'upi-paise-sent-as-rupees-by-razorpay',
    breaks: 'Razorpay is told rupees where it counts paise.',
    file: 'server/providers/payment/razorpay.ts',
    find: 'payment_amount: amount,',
    replace: 'payment_amount: amount / 100,',
    killedBy: vendors,
  },
  {
    name: 'upi-paise-sent-as-rupees-to-cashfree',
    breaks: 'A borrower is asked for a hundred times the amount in their app.',
    file: 'server/providers/payment/cashfree.ts',
    find: 'order_amount: rupeesOf(amount),',
    replace: 'order_amount: amount,',
    killedBy: vendors,
  },
  {
    name: 'upi-opened-again-for-each-look',
    breaks: 'A borrower who looks again gets a second request that can be paid as well.',
    file: 'server/lending/repaying/pay-by-upi.ts',
    find: 'upi ?? (await requested(services, provider.openUpi, payment))',
    replace: 'await requested(services, provider.openUpi, payment)',
    killedBy,
  },
  {
    name: 'upi-latest-of-two-requests-wins',
    breaks: 'Two taps at once show two requests, of which the vendor is asked about one.',
    file: 'server/lending/db/payment.ts',
    find: 'SET upi_ref = coalesce(upi_ref, $3), upi_intent = coalesce(upi_intent, $4)',
    replace: 'SET upi_ref = $3, upi_intent = $4',
    killedBy,
  },
  {
    name: 'upi-after-the-end-of-the-page',
    breaks: 'A borrower is shown a link that takes no money any more.',
    file: 'server/lending/repaying/pay-by-upi.ts',
    find: 'if (!provider.openUpi || !isPageUsable({ expiresAt, isOpen: upi !== undefined }, clock.now()))',
    replace:
      'if (!provider.openUpi || (!upi && !isPageUsable({ expiresAt, isOpen: false }, clock.now())))',
    killedBy,
  },
  {
    name: 'upi-code-without-an-end',
    breaks: 'Razorpay takes money by a code whose page has ended.',
    file: 'server/providers/payment/razorpay.ts',
    find: 'close_by: Math.floor(expiresAt.getTime() / 1000),',
    replace: 'close_by: Math.floor(expiresAt.getTime() / 1000) + 86_400,',
    killedBy: vendors,
  },
  {
    name: 'upi-of-a-page-that-was-paid',
    breaks: 'A borrower who has paid is asked to pay again in the app.',
    file: 'server/lending/repaying/pay-by-upi.ts',
    find: " || status === 'paid'",
    replace: '',
    killedBy,
  },
  {
    name: 'upi-payments-not-asked-about',
    breaks: 'Money that was paid in an app is lost where the vendor’s message does not come.',
    file: 'server/lending/repaying/ask-payment.ts',
    find: 'provider.attempts(link.linkRef, upi?.upiRef)',
    replace: 'provider.attempts(link.linkRef, undefined)',
    killedBy,
  },
  {
    name: 'upi-attempts-left-out-by-razorpay',
    breaks: 'The question to Razorpay leaves out what was paid by the code.',
    file: 'server/providers/payment/razorpay.ts',
    find: 'upiRef === undefined ? [] : await upiPaymentsOf(client, upiRef)',
    replace: '[] as LinkPayment[]',
    killedBy: vendors,
  },
]
