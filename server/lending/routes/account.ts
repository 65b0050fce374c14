import { account } from '#contract/account.ts'
import { ownLimits } from '#contract/own-limits.ts'
import { reminder } from '#contract/reminder.ts'
import { indiaDayOf } from '#domain/day.ts'
import { REMINDER_STEPS, USUAL_WISH } from '#domain/lending/reminders.ts'
import { confirmDevice, sendConfirmCode } from '#server/accounts/confirm-code.ts'
import { devicesOf, endDevice } from '#server/accounts/db/device.ts'
import { hasPasskey } from '#server/accounts/db/passkey.ts'
import { phoneOfBorrower } from '#server/accounts/db/sign-in.ts'
import { livenessAt } from '#server/accounts/sessions.ts'
import { ownLimitsState, setCeiling, setPause } from '#server/lending/borrowing/own-limits.ts'
import { ordersOf } from '#server/lending/db/order.ts'
import { shownCatalogue } from '#server/lending/db/product.ts'
import { languageOfBorrower, saveWish, statedWishOf } from '#server/lending/db/reminder.ts'
import { recordOf } from '#server/lending/orders/history.ts'
import { removePushOfDevices } from '#server/notices/db/push.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Services } from '#server/services.ts'

/**
 * The session and the borrower's standing, and the second code for a limited session.
 */
export function accountRoutes(services: Services): Route[] {
  const { db } = services
  return routes(account, {
    me: async (_input, { borrowerId, isAppUser, isLimited, now }) => {
      const [{ phoneMasked: maskedPhone }, orders, has, { limits }] = await Promise.all([
        phoneOfBorrower(db, borrowerId),
        ordersOf(db, borrowerId),
        hasPasskey(db, borrowerId),
        shownCatalogue(db, indiaDayOf(now)),
      ])
      const { loansRepaid, loansRepaidOnTime } = recordOf(orders)
      const tiers = [...limits.tiers]
      const standing = { loansRepaid, loansRepaidOnTime, tiers, ladder: limits.ladder }
      return { maskedPhone, ...standing, isAppUser, isLimited, hasPasskey: has }
    },
    sendConfirmCode: (_input, call) => sendConfirmCode(services, call),
    devices: async (_input, { borrowerId, deviceId }) => {
      const devices = await devicesOf(db, borrowerId, livenessAt(services.clock.wall()))
      return devices.map(device => ({ ...device, isThis: device.deviceId === deviceId }))
    },
    endDevice: async ({ deviceId }, { borrowerId, now: at }) => {
      await db.transaction(async tx => {
        await endDevice(tx, borrowerId, deviceId)
        // The next user of the device must get no notifications for this borrower.
        await removePushOfDevices(tx, borrowerId, deviceId)
        const action = 'device-ended'
        await writeAudit(tx, services.cipher, {
          actor: 'borrower',
          action,
          subject: borrowerId,
          at,
        })
      })
      return null
    },
    confirmDevice: ({ code }, call) => confirmDevice(services, code, call),
  })
}

const DAYS = REMINDER_STEPS.map(({ days }) => days)

/** The borrower's wish for reminders. */
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

/** The borrower's own limits for new loans. */
export function ownLimitRoutes(services: Services): Route[] {
  return routes(ownLimits, {
    state: (_input, call) => ownLimitsState(services.db, call),
    setCeiling: ({ ceiling }, call) =>
      call.once(tx => setCeiling({ services, tx, at: call.now }, call, ceiling)),
    setPause: ({ until }, call) =>
      call.once(tx => setPause({ services, tx, at: call.now }, call, until)),
  })
}
