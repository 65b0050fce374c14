const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 60 * MS_PER_MINUTE
const MS_PER_DAY = 24 * MS_PER_HOUR

/** Further than any loan of the product runs; enough to see the end of one. */
const MOST_DAYS = 400

/** An ISO 8601 duration of days, hours and minutes (`P7D`, `PT1H`, `P1DT30M`) in milliseconds; nothing for any other text, for none, and beyond 400 days. */
export function durationMs(text: string): number | undefined {
  const match = /^P(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,7})M)?)?$/.exec(text)
  if (!match) return undefined
  const [days, hours, minutes] = match.slice(1).map(count => Number(count ?? 0))
  const ms = (days ?? 0) * MS_PER_DAY + (hours ?? 0) * MS_PER_HOUR + (minutes ?? 0) * MS_PER_MINUTE
  return ms > 0 && ms <= MOST_DAYS * MS_PER_DAY ? ms : undefined
}
