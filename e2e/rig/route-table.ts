/**
 * The person who visits a page. A visitor has no session; `new` has only signed in; `ready` has
 * only to apply. The others have an order: in review with a question that waits, approved, running
 * (with the next loan reserved), denied, settled, extended, or three days overdue.
 */
export type Who =
  | 'visitor'
  | 'new'
  | 'ready'
  | 'auditing'
  | 'approved'
  | 'owing'
  | 'denied'
  | 'settled'
  | 'extended'
  | 'overdue'

export type Row = {
  /** The route as the route list of the specification writes it (§2). */
  readonly route: string
  readonly who: Who
  /** The address of the visit if it is not that of `addressOf`. `{order}` and `{document}` stand for ids. */
  readonly at?: string
  readonly title: string
  /** The address where the visit ends, if that is another. */
  readonly endsAt?: string
  readonly shows: readonly (string | RegExp)[]
}

const STEP_1 = '?pid=saral-weekly&step=1&as=5'

/** A page without an address of its own. */
const row = (route: string, who: Who, title: string, shows: Row['shows']): Row => ({
  route,
  who,
  title,
  shows,
})

/**
 * The routes of the specification, and ours. A route with several readings or states has several
 * rows.
 */
export const ROWS: readonly Row[] = [
  row('/login', 'visitor', 'Sign in', [
    'Mobile number',
    'Get',
    'Loan Guarantee Agreement',
    'LOGIN',
  ]),
  row('/', 'new', 'Home', ['Saral Weekly', 'APPLY', 'Add to Home Screen', 'new']),
  row('/', 'owing', 'Home', ['Still to repay', 'Repayment']),
  row('/order', 'new', 'Loan History', ['No order history go get your first loan', 'Apply']),
  row('/order', 'owing', 'Loan History', ['Loaned', 'Saral Weekly', 'Received', '₹3,000.00']),
  { route: '/order', who: 'owing', at: '/order/', title: 'Loan History', shows: ['Loaned'] },
  row('/personal', 'new', 'Account', ['Order History', 'FeedBack', 'Help Center', 'Quit']),
  row('/personal/aboutus', 'new', 'About us', ['Saral', /Saral means simple\./]),
  row('/personal/help', 'new', 'Help Center', ['What does a loan cost me?']),
  // Not in the specification: the borrower's data.
  row('/personal/data', 'ready', 'Your data', ['Data we hold', 'Who you are', 'Erase everything']),
  // Not in the specification: the documents of all loans.
  row('/personal/documents', 'new', 'Documents', [/^No documents yet\./, 'Apply']),
  row('/personal/documents', 'owing', 'Documents', [
    'Saral Weekly',
    'Loaned',
    'Key Facts Statement',
  ]),
  // Not in the specification: the borrower's own limits.
  row('/personal/limits', 'ready', 'My limits', [
    'Ceiling for one loan',
    'You have no ceiling.',
    'New loans are not paused.',
  ]),
  row('/feedback', 'new', 'FeedBack', ['What is it about?', '0/300', 'Submit']),
  {
    route: '/feedback',
    who: 'new',
    at: '/feedback?view=history',
    title: 'Your feedback',
    shows: ['No Records', 'Go Back'],
  },
  row('/protocol/term', 'visitor', 'Terms', [/Loan Guarantee Agreement/]),
  row('/protocol/privacy', 'visitor', 'Privacy', [/everything this app takes from you/]),
  row('/product/:pid', 'new', 'Saral Weekly', ['What we ask for', 'See the terms']),
  // The overall rating is left out, since no rating is collected.
  row('/product/:pid/detail', 'new', 'Saral Weekly', [
    'Max amount',
    'Lending time',
    'Period',
    'Interest rate per day',
    'Requirement',
    'Product Eligibility',
    'APPLY NOW',
  ]),
  row('/product/:pid/detail', 'ready', 'Saral Weekly', [
    'Loan amount',
    'Processing fee',
    'Auto get money',
    'Purchase of vehicles',
    'APPLY NOW',
  ]),
  {
    route: '/product/:pid/denied',
    who: 'denied',
    at: '/product/saral-seven/denied',
    title: 'Denied',
    shows: ['You can apply again in', 'days', 'Back'],
  },
  {
    route: '/auth/index',
    who: 'new',
    at: '/auth/index?pid=saral-weekly',
    title: 'Basic info',
    endsAt: `/auth/basic${STEP_1}`,
    shows: ['Education'],
  },
  // No hosted step was begun, so the page goes on to the dispatcher whatever the address says.
  {
    route: '/auth/callback',
    who: 'new',
    at: '/auth/callback?pid=saral-weekly&status=AUTHENTICATED',
    title: 'Basic info',
    endsAt: `/auth/basic${STEP_1}`,
    shows: ['Education'],
  },
  {
    route: '/auth/basic',
    who: 'new',
    at: `/auth/basic${STEP_1}`,
    title: 'Basic info',
    shows: ['Salary day', 'NEXT'],
  },
  {
    route: '/auth/work',
    who: 'new',
    at: '/auth/work?pid=saral-weekly&step=2&as=5',
    title: 'Work info',
    shows: ['2 of 5', 'NEXT'],
  },
  {
    route: '/auth/identity',
    who: 'new',
    at: '/auth/identity?pid=saral-weekly&step=3&as=5',
    title: 'Identity',
    shows: ['Aadhaar number', 'Send OTP', 'PAN', 'CONFIRM'],
  },
  {
    route: '/auth/kyc',
    who: 'new',
    at: '/auth/kyc?pid=saral-weekly',
    title: 'Identity',
    shows: ['Aadhaar number', 'Send OTP'],
  },
  {
    route: '/auth/face',
    who: 'new',
    at: '/auth/face?pid=saral-weekly',
    title: 'Face',
    shows: ['Open camera', 'NEXT'],
  },
  {
    route: '/auth/contacts',
    who: 'new',
    at: '/auth/contacts?pid=saral-weekly',
    title: 'Contacts',
    shows: ['First contact', 'Second contact', 'Third contact', 'Relationship'],
  },
  {
    route: '/bank',
    who: 'ready',
    at: '/bank?pid=saral-weekly',
    title: 'Bank accounts',
    shows: ['IFSC', /SBIN\s?0\s?001234/],
  },
  {
    route: '/bank/add',
    who: 'ready',
    at: '/bank/add?pid=saral-weekly',
    title: 'Add account',
    shows: [
      'IFSC code',
      'Bank Account No.',
      'Confirm Account No.',
      'Forget your IFSC',
      'Apply Now',
    ],
  },
  row('/bank/ifsc', 'ready', 'Find your IFSC', ['Bank', 'State', 'City', 'Branch']),
  row('/orders/:id/audit', 'auditing', 'In Auditing', [
    'In Auditing',
    'Refresh',
    'Loan calculation',
  ]),
  row('/orders/:id/confirm', 'approved', 'Confirm', [
    'Apply date',
    'Repayment',
    'Bank number',
    'Get Money',
  ]),
  // Not in the specification: the Key Facts Statement.
  row('/orders/:id/key-facts', 'approved', 'Key Facts Statement', [
    /^Proposal SR/,
    'Annual percentage rate (APR)',
    'Cooling-off period',
    'Repayment schedule',
    'Save as PDF',
  ]),
  // Not in the specification: a document, and the page where anybody checks one.
  row('/documents/:id', 'owing', 'Document', [
    'Key Facts Statement',
    'Part 1: what the loan costs',
    'Check this document',
    'Save as PDF',
  ]),
  row('/verify-document', 'visitor', 'Document', ['Check a document', 'Code', 'Check']),
  // Not in the specification: the cost of another lender's loan.
  row('/compare', 'visitor', 'Compare another offer', [
    'Loan amount',
    'Fees deducted or charged',
    'Each instalment',
    'How often',
    'We do not keep anything you enter here.',
  ]),
  row('/orders/:id/detail', 'owing', 'Order', [
    'The loan',
    'Extend due date',
    'Documents',
    'Repayment',
  ]),
  row('/orders/:id/extension', 'owing', 'Extend due date', [
    'To pay for the extension',
    'Abandon extension',
    'Apply and payment',
  ]),
  row('/orders/:id/question', 'auditing', 'Our questions', [
    'How do you earn your income?',
    'Your answer',
    'Send answer',
  ]),
  row('/orders/:id/later-dates', 'owing', 'Later dates, no fee', [
    'How much later?',
    'What changes',
    'Know before you ask',
    'Ask for later dates',
  ]),
  {
    route: '/orders/audit',
    who: 'auditing',
    at: '/orders/audit?orderId={order}',
    title: 'In Auditing',
    shows: ['In Auditing', 'Refresh', '₹5,000.00'],
  },
  row('/schedule', 'owing', 'Scheduled orders', ['Saral Weekly', 'Waiting']),
  row('/schedule/:oid', 'owing', 'Scheduled order', [
    'Amount',
    'Scheduled time',
    'Interest',
    'Bank',
    'Cancel',
  ]),
  row('/joint', 'visitor', 'Sign in', [/This page works only in the app\./]),
  row('/download', 'visitor', 'Download', ['Apply Now', 'How to install it']),
  row('/alert', 'visitor', 'iOS only', ['This product is only for iOS users.']),
  row('/verify/contact2', 'visitor', 'Emergency contact', ['This link has expired']),
  row('/distribution', 'visitor', 'Get the app', ['Download', 'In the stores']),
  // Not in the specification: the states of an order that ended, was extended, or is late.
  row('/order', 'denied', 'Loan History', ['Denied']),
  row('/orders/:id/detail', 'denied', 'Order', ['Denied on', /^You can apply again from /]),
  row('/order', 'settled', 'Loan History', ['Settled', 'Total paid']),
  row('/orders/:id/detail', 'settled', 'Order', [
    'Settled',
    'Repaid on',
    'No-dues certificate',
    'Payment receipt',
  ]),
  row('/', 'extended', 'Home', ['Next repayment']),
  row('/orders/:id/detail', 'extended', 'Order', [
    /^You extended the due date of this loan, so/,
    /of it for extensions$/,
  ]),
  row('/documents/:id', 'extended', 'Document', ['What the extension costs', 'Restructured']),
  row('/personal/documents', 'extended', 'Documents', [/^Key Facts Statement: extension/]),
  row('/', 'overdue', 'Home', ['Overdued', 'Includes penal charge']),
  row('/order', 'overdue', 'Loan History', ['To pay today', /^3 days overdue, since /]),
  row('/orders/:id/detail', 'overdue', 'Order', [
    /3 days overdue/,
    'Penal charge, 3 days',
    'Interest, 10 days',
    /^Trouble paying\? /,
  ]),
]

/** The address of a visit: the route with its visitor's order or document, and Saral Weekly. */
export function addressOf({ route, at }: Row): string {
  if (at !== undefined) return at
  return route
    .replace('/documents/:id', '/documents/{document}')
    .replace(/:id|:oid/, '{order}')
    .replace(':pid', 'saral-weekly')
}
