/** Names that the page and its service worker share. */
export const WORKER_URL = '/sw.js'
/** The page's message to a waiting worker: the borrower asked for the new version. */
export const SKIP_WAITING = 'skip-waiting'
/** The background sync that sends events stored while there was no network. */
export const TRACKING_SYNC = 'tracking'
