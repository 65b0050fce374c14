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

/** A page of the visitor's order. */
const order = (page: string, who: Who, title: string, shows: Row['shows']): Row => ({
  route: `/orders/:id/${page}`,
  who,
  title,
  shows,
})

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
    title: 'Saral Weekly',
    shows: ['What we ask for', 'See the terms'],
  },
  // The overall rating is left out, since no rating is collected.
  {
    route: '/product/:pid/detail',
    who: 'new',
    title: 'Saral Weekly',
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
  {
    route: '/bank/ifsc',
    who: 'ready',
    title: 'Find your IFSC',
    shows: ['Bank', 'State', 'City', 'Branch'],
  },
  order('audit', 'auditing', 'In Auditing', ['In Auditing', 'Refresh', 'Loan calculation']),
  order('confirm', 'approved', 'Confirm', ['Apply date', 'Repayment', 'Bank number', 'Get Money']),
  // Not in the specification: the Key Facts Statement.
  order('key-facts', 'approved', 'Key Facts Statement', [
    /^Proposal SR/,
    'Annual percentage rate (APR)',
    'Cooling-off period',
    'Repayment schedule',
    'Save as PDF',
  ]),
  // Not in the specification: a document, and the page where anybody checks one.
  {
    route: '/documents/:id',
    who: 'owing',
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
  order('detail', 'owing', 'Order', ['The loan', 'Extend due date', 'Documents', 'Repayment']),
  order('extension', 'owing', 'Extend due date', [
    'To pay for the extension',
    'Abandon extension',
    'Apply and payment',
  ]),
  order('question', 'auditing', 'Our questions', [
    'How do you earn your income?',
    'Your answer',
    'Send answer',
  ]),
  order('later-dates', 'owing', 'Later dates, no fee', [
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
  {
    route: '/schedule',
    who: 'owing',
    title: 'Scheduled orders',
    shows: ['Saral Weekly', 'Waiting'],
  },
  {
    route: '/schedule/:oid',
    who: 'owing',
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
  order('detail', 'denied', 'Order', ['Denied on', /^You can apply again from /]),
  { route: '/order', who: 'settled', title: 'Loan History', shows: ['Settled', 'Total paid'] },
  order('detail', 'settled', 'Order', [
    'Settled',
    'Repaid on',
    'No-dues certificate',
    'Payment receipt',
  ]),
  { route: '/', who: 'extended', title: 'Home', shows: ['Next repayment'] },
  order('detail', 'extended', 'Order', [
    /^You extended the due date of this loan, so/,
    /of it for extensions$/,
  ]),
  {
    route: '/documents/:id',
    who: 'extended',
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
  order('detail', 'overdue', 'Order', [
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
