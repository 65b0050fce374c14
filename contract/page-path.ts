/** The first parts of the addresses of the borrower's pages (specification §2); the server has none of them. */
const FIRST_PARTS = [
  'alert',
  'auth',
  'bank',
  'compare',
  'distribution',
  'documents',
  'download',
  'feedback',
  'joint',
  'login',
  'order',
  'orders',
  'personal',
  'product',
  'protocol',
  'schedule',
  'verify',
  'verify-document',
]

/** The first parts of the server's own addresses. */
export const SERVER_FIRST_PARTS = [
  'api-docs',
  'api1',
  'calendar',
  'console',
  'health',
  'ready',
  'sandbox',
  'webhook',
]

const PAGE = new RegExp(`^/(?:(?:${FIRST_PARTS.join('|')})(?:/.*)?)?$`)

/**
 * True for the address of a page of the borrower's app, and of no file. Every other address is the
 * server's own: the API, the console, the sandbox, webhooks, what is still to come.
 */
export function isPagePath(path: string): boolean {
  return PAGE.test(path) && !/\.\w+$/.test(path)
}
