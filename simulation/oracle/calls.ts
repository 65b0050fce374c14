import { dayInIndia, hourInIndia } from './calendar.ts'

/** A call to a borrower, allowed at some moment between two instants. */
export type CallRecord = { readonly from: string; readonly until: string }

/** Decision 64: between 08:00 and 19:00 in India, one call a day, and three in seven days. */
const FIRST_HOUR = 8
const LAST_HOUR = 19
const DAILY_MAX = 1
const SEVEN_DAYS_MAX = 3

/** Names the calls to one borrower that were not lawful, in the order in which they were made. */
export function unlawfulCalls(calls: readonly CallRecord[]): string[] {
  const days = calls.map(({ from }) => dayInIndia(from))
  return calls.flatMap(({ from, until }, at) => {
    const day = days[at] ?? 0
    const before = days.slice(0, at)
    const isInHours = [from, until].some(one => {
      const hour = hourInIndia(one)
      return hour >= FIRST_HOUR && hour < LAST_HOUR
    })
    return [
      ...(isInHours ? [] : [`a borrower was called at ${from}`]),
      ...(before.filter(each => each === day).length < DAILY_MAX
        ? []
        : [`a borrower was called twice on the day of ${from}`]),
      ...(before.filter(each => day - each < 7).length < SEVEN_DAYS_MAX
        ? []
        : [`a borrower was called four times in the seven days to ${from}`]),
    ]
  })
}
