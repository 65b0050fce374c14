const MS_PER_DAY = 86_400_000
/** 10:00 in India, which is five and a half hours ahead of UTC. */
const MORNING_AT_UTC_MS = 4.5 * 3_600_000

/**
 * Returns the whole minutes from an instant to the next 10:00 in India: far from the end of the day,
 * and within the hours of reminders.
 */
export function minutesUntilMorning(nowMs: number): number {
  const sinceMorningMs = (nowMs - MORNING_AT_UTC_MS) % MS_PER_DAY
  return Math.ceil((MS_PER_DAY - sinceMorningMs) / 60_000)
}
