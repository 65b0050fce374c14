/** The days and hours until the borrower may apply again. */
export type Wait = { readonly day: number; readonly hour: number }

const DAYS_MAX = 365

/**
 * Parses the wait in an address (`day` and `hour`), which is shown until the server has answered;
 * undefined if it is not a number.
 */
export function waitFromQuery(query: URLSearchParams): Wait | undefined {
  const day = wholeUpTo(query.get('day'), DAYS_MAX)
  const hour = wholeUpTo(query.get('hour'), 23)
  return day === undefined || hour === undefined ? undefined : { day, hour }
}

function wholeUpTo(text: string | null, max: number): number | undefined {
  if (text === null || !/^\d{1,3}$/.test(text) || Number(text) > max) return undefined
  return Number(text)
}
