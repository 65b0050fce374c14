/** What the page and its service worker call things in common. */
export const WORKER_URL = '/sw.js'
/** The page's word to a waiting worker: the borrower asked for the new version. */
export const SKIP_WAITING = 'skip-waiting'
/** The background sync that sends what was noted while there was no network. */
export const TRACKING_SYNC = 'tracking'
