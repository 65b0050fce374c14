/**
 * The addresses of all pages. They are built only here, so that an address changes in one place.
 */
export type StepKey = 'basic' | 'work' | 'identity' | 'face' | 'contacts'

type Query = Record<string, string | number | undefined>

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

const part = encodeURIComponent

export const paths = {
  login: (query: { redirect?: string } = {}) => withQuery('/login', query),
  home: () => '/',
  orders: () => '/order',
  account: () => '/personal',
  help: () => '/personal/help',
  /** The data stored about the borrower (our addition). */
  data: () => '/personal/data',
  /** Every document of every loan (our addition). */
  documents: () => '/personal/documents',
  /** The borrower's own limits for new loans (our addition). */
  limits: () => '/personal/limits',
  about: () => '/personal/aboutus',
  feedback: () => '/feedback',
  /** Earlier feedback with its replies: the other half of the feedback page. */
  feedbackHistory: () => withQuery('/feedback', { view: 'history' }),
  product: (pid: string) => `/product/${part(pid)}`,
  productDetail: (pid: string, query: { bankId?: string | undefined } = {}) =>
    withQuery(`/product/${part(pid)}/detail`, { bank_id: query.bankId }),
  denied: (pid: string, query: { day?: number; hour?: number } = {}) =>
    withQuery(`/product/${part(pid)}/denied`, query),
  auth: (pid: string) => withQuery('/auth/index', { pid }),
  /** The page to which a hosted step returns. */
  callback: (query: { pid?: string }) => withQuery('/auth/callback', query),
  /** A step page: `step` is its number from 1, `of` the number of steps (`as` in the address). */
  step: (key: StepKey, query: { pid: string; step?: number; of?: number }) =>
    withQuery(`/auth/${key}`, { pid: query.pid, step: query.step, as: query.of }),
  /** The identity page under its other name, to which the face result leads. */
  kyc: (query: { pid?: string | undefined; step?: number; of?: number }) =>
    withQuery('/auth/kyc', { pid: query.pid, step: query.step, as: query.of }),
  bank: (pid: string) => withQuery('/bank', { pid }),
  bankAdd: (query: { pid: string; ifscCode?: string }) =>
    withQuery('/bank/add', { pid: query.pid, ifsc_code: query.ifscCode }),
  ifsc: (query: { pid?: string | undefined } = {}) => withQuery('/bank/ifsc', { pid: query.pid }),
  audit: (orderId: string) => `/orders/${part(orderId)}/audit`,
  /** The questions of staff about the application (our addition). */
  question: (orderId: string) => `/orders/${part(orderId)}/question`,
  confirm: (orderId: string) => `/orders/${part(orderId)}/confirm`,
  /** The Key Facts Statement of an order (our addition). */
  keyFacts: (orderId: string) => `/orders/${part(orderId)}/key-facts`,
  /** One document of an order, and the page where anybody can verify one (our addition). */
  document: (documentId: string) => `/documents/${part(documentId)}`,
  verifyDocument: (code = '') =>
    code === '' ? '/verify-document' : `/verify-document#${part(code)}`,
  /** The cost of another lender's loan (our addition). */
  compare: () => '/compare',
  /** Later due days without a fee (our addition). */
  hardship: (orderId: string) => `/orders/${part(orderId)}/later-dates`,
  extension: (orderId: string) => `/orders/${part(orderId)}/extension`,
  /**
   * The orders, at the address that the specification uses after an extension was abandoned (§4).
   */
  ordersAfterExtension: () => '/order/',
  orderDetail: (orderId: string) => `/orders/${part(orderId)}/detail`,
  schedules: () => '/schedule',
  /** The next loan, reserved on this order. */
  schedule: (orderId: string) => `/schedule/${part(orderId)}`,
  /** The start page for a native app, which signs its page in there. */
  joint: (query: { redirect?: string } = {}) => withQuery('/joint', query),
  /** The audit page inside a native app. */
  nativeAudit: (query: { orderId: string }) => withQuery('/orders/audit', query),
  download: () => '/download',
  alert: () => '/alert',
  distribution: () => '/distribution',
  /** The page that informs an emergency contact of being named; the link in their SMS carries its secret. */
  contact2: () => '/verify/contact2',
  term: () => '/protocol/term',
  privacy: () => '/protocol/privacy',
} as const
