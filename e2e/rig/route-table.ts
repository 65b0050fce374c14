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
  /** The address of the visit if it is not the route. `{order}` and `{document}` stand for ids. */
  readonly at?: string
  readonly title: string
  /** The address where the visit ends, if that is another. */
  readonly endsAt?: string
  readonly shows: readonly (string | RegExp)[]
}

const WEEKLY = '/product/saral-weekly'
const STEP_1 = '?pid=saral-weekly&step=1&as=5'

/**
 * The routes of the specification, and ours. A route with several readings or states has several
 * rows.
 */
export const ROWS: readonly Row[] = [
  {
    route: '/login',
    who: 'visitor',
    title: 'Sign in',
    shows: ['Mobile number', 'Get', 'Loan Guarantee Agreement', 'LOGIN'],
  },
  {
    route: '/',
    who: 'new',
    title: 'Home',
    shows: ['Saral Weekly', 'APPLY', 'Add to Home Screen', 'new'],
  },
  { route: '/', who: 'owing', title: 'Home', shows: ['Still to repay', 'Repayment'] },
  {
    route: '/order',
    who: 'new',
    title: 'Loan History',
    shows: ['No order history go get your first loan', 'Apply'],
  },
  {
    route: '/order',
    who: 'owing',
    title: 'Loan History',
    shows: ['Loaned', 'Saral Weekly', 'Received', '₹3,000.00'],
  },
  { route: '/order', who: 'owing', at: '/order/', title: 'Loan History', shows: ['Loaned'] },
  {
    route: '/personal',
    who: 'new',
    title: 'Account',
    shows: ['Order History', 'FeedBack', 'Help Center', 'Quit'],
  },
  {
    route: '/personal/aboutus',
    who: 'new',
    title: 'About us',
    shows: ['Saral', /Saral means simple\./],
  },
  {
    route: '/personal/help',
    who: 'new',
    title: 'Help Center',
    shows: ['What does a loan cost me?'],
  },
  // Not in the specification: the borrower's data.
  {
    route: '/personal/data',
    who: 'ready',
    title: 'Your data',
    shows: ['Data we hold', 'Who you are', 'Erase everything'],
  },
  // Not in the specification: the documents of all loans.
  {
    route: '/personal/documents',
    who: 'new',
    title: 'Documents',
    shows: [/^No documents yet\./, 'Apply'],
  },
  {
    route: '/personal/documents',
    who: 'owing',
    title: 'Documents',
    shows: ['Saral Weekly', 'Loaned', 'Key Facts Statement'],
  },
  // Not in the specification: the borrower's own limits.
  {
    route: '/personal/limits',
    who: 'ready',
    title: 'My limits',
    shows: ['Ceiling for one loan', 'You have no ceiling.', 'New loans are not paused.'],
  },
  {
    route: '/feedback',
    who: 'new',
    title: 'FeedBack',
    shows: ['What is it about?', '0/300', 'Submit'],
  },
  {
    route: '/feedback',
    who: 'new',
    at: '/feedback?view=history',
    title: 'Your feedback',
    shows: ['No Records', 'Go Back'],
  },
  { route: '/protocol/term', who: 'visitor', title: 'Terms', shows: [/Loan Guarantee Agreement/] },
  {
    route: '/protocol/privacy',
    who: 'visitor',
    title: 'Privacy',
    shows: [/everything this app takes from you/],
  },
  {
    route: '/product/:pid',
    who: 'new',
    at: WEEKLY,
    title: 'Saral Weekly',
    shows: ['What we ask for', 'See the terms'],
  },
  {
    route: '/product/:pid/detail',
    who: 'new',
    at: `${WEEKLY}/detail`,
    title: 'Saral Weekly',
    // The overall rating is left out, since no rating is collected.
    shows: [
      'Max amount',
      'Lending time',
      'Period',
      'Interest rate per day',
      'Requirement',
      'Product Eligibility',
      'APPLY NOW',
    ],
  },
  {
    route: '/product/:pid/detail',
    who: 'ready',
    at: `${WEEKLY}/detail`,
    title: 'Saral Weekly',
    shows: ['Loan amount', 'Processing fee', 'Auto get money', 'Purchase of vehicles', 'APPLY NOW'],
  },
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
  {
    route: '/auth/callback',
    who: 'new',
    // No hosted step was begun, so the page goes on to the dispatcher whatever the address says.
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
  {
    route: '/bank/ifsc',
    who: 'ready',
    title: 'Find your IFSC',
    shows: ['Bank', 'State', 'City', 'Branch'],
  },
  {
    route: '/orders/:id/audit',
    who: 'auditing',
    at: '/orders/{order}/audit',
    title: 'In Auditing',
    shows: ['In Auditing', 'Refresh', 'Loan calculation'],
  },
  {
    route: '/orders/:id/confirm',
    who: 'approved',
    at: '/orders/{order}/confirm',
    title: 'Confirm',
    shows: ['Apply date', 'Repayment', 'Bank number', 'Get Money'],
  },
  // Not in the specification: the Key Facts Statement.
  {
    route: '/orders/:id/key-facts',
    who: 'approved',
    at: '/orders/{order}/key-facts',
    title: 'Key Facts Statement',
    shows: [
      /^Proposal SR/,
      'Annual percentage rate (APR)',
      'Cooling-off period',
      'Repayment schedule',
      'Save as PDF',
    ],
  },
  // Not in the specification: a document, and the page where anybody checks one.
  {
    route: '/documents/:id',
    who: 'owing',
    at: '/documents/{document}',
    title: 'Document',
    shows: [
      'Key Facts Statement',
      'Part 1: what the loan costs',
      'Check this document',
      'Save as PDF',
    ],
  },
  {
    route: '/verify-document',
    who: 'visitor',
    title: 'Document',
    shows: ['Check a document', 'Code', 'Check'],
  },
  // Not in the specification: the cost of another lender's loan.
  {
    route: '/compare',
    who: 'visitor',
    title: 'Compare another offer',
    shows: [
      'Loan amount',
      'Fees deducted or charged',
      'Each instalment',
      'How often',
      'We do not keep anything you enter here.',
    ],
  },
  {
    route: '/orders/:id/detail',
    who: 'owing',
    at: '/orders/{order}/detail',
    title: 'Order',
    shows: ['The loan', 'Extend due date', 'Documents', 'Repayment'],
  },
  {
    route: '/orders/:id/extension',
    who: 'owing',
    at: '/orders/{order}/extension',
    title: 'Extend due date',
    shows: ['To pay for the extension', 'Abandon extension', 'Apply and payment'],
  },
  {
    route: '/orders/:id/question',
    who: 'auditing',
    at: '/orders/{order}/question',
    title: 'Our questions',
    shows: ['How do you earn your income?', 'Your answer', 'Send answer'],
  },
  {
    route: '/orders/:id/later-dates',
    who: 'owing',
    at: '/orders/{order}/later-dates',
    title: 'Later dates, no fee',
    shows: ['How much later?', 'What changes', 'Know before you ask', 'Ask for later dates'],
  },
  {
    route: '/orders/audit',
    who: 'auditing',
    at: '/orders/audit?orderId={order}',
    title: 'In Auditing',
    shows: ['In Auditing', 'Refresh', '₹5,000.00'],
  },
  {
    route: '/schedule',
    who: 'owing',
    title: 'Scheduled orders',
    shows: ['Saral Weekly', 'Waiting'],
  },
  {
    route: '/schedule/:oid',
    who: 'owing',
    at: '/schedule/{order}',
    title: 'Scheduled order',
    shows: ['Amount', 'Scheduled time', 'Interest', 'Bank', 'Cancel'],
  },
  {
    route: '/joint',
    who: 'visitor',
    title: 'Sign in',
    shows: [/This page works only in the app\./],
  },
  {
    route: '/download',
    who: 'visitor',
    title: 'Download',
    shows: ['Apply Now', 'How to install it'],
  },
  {
    route: '/alert',
    who: 'visitor',
    title: 'iOS only',
    shows: ['This product is only for iOS users.'],
  },
  {
    route: '/verify/contact2',
    who: 'visitor',
    title: 'Emergency contact',
    shows: ['This link has expired'],
  },
  {
    route: '/distribution',
    who: 'visitor',
    title: 'Get the app',
    shows: ['Download', 'In the stores'],
  },
  // Not in the specification: the states of an order that ended, was extended, or is late.
  { route: '/order', who: 'denied', title: 'Loan History', shows: ['Denied'] },
  {
    route: '/orders/:id/detail',
    who: 'denied',
    at: '/orders/{order}/detail',
    title: 'Order',
    shows: ['Denied on', /^You can apply again from /],
  },
  { route: '/order', who: 'settled', title: 'Loan History', shows: ['Settled', 'Total paid'] },
  {
    route: '/orders/:id/detail',
    who: 'settled',
    at: '/orders/{order}/detail',
    title: 'Order',
    shows: ['Settled', 'Repaid on', 'No-dues certificate', 'Payment receipt'],
  },
  { route: '/', who: 'extended', title: 'Home', shows: ['Next repayment'] },
  {
    route: '/orders/:id/detail',
    who: 'extended',
    at: '/orders/{order}/detail',
    title: 'Order',
    shows: [/^You extended the due date of this loan, so/, /of it for extensions$/],
  },
  {
    route: '/documents/:id',
    who: 'extended',
    at: '/documents/{document}',
    title: 'Document',
    shows: ['What the extension costs', 'Restructured'],
  },
  {
    route: '/personal/documents',
    who: 'extended',
    title: 'Documents',
    shows: [/^Key Facts Statement: extension/],
  },
  { route: '/', who: 'overdue', title: 'Home', shows: ['Overdued', 'Includes penal charge'] },
  {
    route: '/order',
    who: 'overdue',
    title: 'Loan History',
    shows: ['To pay today', /^3 days overdue, since /],
  },
  {
    route: '/orders/:id/detail',
    who: 'overdue',
    at: '/orders/{order}/detail',
    title: 'Order',
    shows: [/3 days overdue/, 'Penal charge, 3 days', 'Interest, 10 days', /^Trouble paying\? /],
  },
]
