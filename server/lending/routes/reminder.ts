import { reminder } from '#contract/reminder.ts'
import { REMINDER_STEPS, USUAL_WISH } from '#domain/lending/reminders.ts'
import { languageOfBorrower, saveWish, statedWishOf } from '#server/lending/db/reminder.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

const DAYS = REMINDER_STEPS.map(({ days }) => days)

/** How a borrower is reminded. */
export function reminderRoutes({ db }: Services): Route[] {
  return routes(reminder, {
    wish: async (_input, { borrowerId }) => {
      const stated = await statedWishOf(db, borrowerId)
      return {
        ...(stated ?? { ...USUAL_WISH, language: await languageOfBorrower(db, borrowerId) }),
        days: DAYS,
      }
    },
    saveWish: async (wish, { borrowerId, now }) => {
      await saveWish(db, borrowerId, wish, now)
      return null
    },
  })
}
