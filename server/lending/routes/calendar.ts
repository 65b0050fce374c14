import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { calendar } from '#contract/calendar.ts'
import { refused } from '#contract/envelope.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { type OrderState, owingStates } from '#domain/lending/order.ts'
import { unpaidDueDays } from '#domain/lending/repayment.ts'
import {
  calendarLinkOf,
  calendarLinkSince,
  removeCalendarLink,
  saveCalendarLink,
} from '#server/lending/db/calendar-link.ts'
import { loansOf } from '#server/lending/db/loan.ts'
import { ordersOf } from '#server/lending/db/order.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { dueDayCalendar } from '#server/lending/words/due-day-calendar.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { sendRefusal } from '#server/platform/http/edge.ts'

/** The borrower's calendar address: created, shown once, and revoked. */
export function calendarRoutes({ db, ids, publicOrigin }: LendingServices): Route[] {
  return routes(calendar, {
    link: async (_input, { borrowerId }) => ({
      since: (await calendarLinkSince(db, borrowerId)) ?? null,
    }),
    create: async (_input, { borrowerId, language, now }) => {
      const secret = ids.secret()
      await saveCalendarLink(db, { borrowerId, secret, language, at: now })
      return { address: `${publicOrigin()}/calendar/${secret}.ics` }
    },
    revoke: async (_input, { borrowerId }) => {
      await removeCalendarLink(db, borrowerId)
      return null
    },
  })
}

/**
 * `GET /calendar/<secret>.ics`: what a calendar fetches, without a session. A revoked, an unknown
 * and a malformed secret answer alike. The log has the route's pattern, never the address.
 */
export function serveCalendar(app: FastifyInstance, services: LendingServices): void {
  const { db, clock, publicOrigin } = services
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const secret = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1]
    const link = secret && (await calendarLinkOf(db, secret))
    if (!link) return sendRefusal(reply, refused('not-found'), 404)
    const now = clock.now()
    const text = dueDayCalendar({
      days: await dueDaysOf(db, link.borrowerId, indiaDayOf(now)),
      language: link.language,
      origin: publicOrigin(),
      id: entryId(secret),
      now,
    })
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'inline; filename="saral.ics"')
      .type('text/calendar; charset=utf-8')
      .send(text)
  })
}

/** Reveals nothing to anybody who sees an entry, and is the same at each fetch. */
function entryId(secret: string): string {
  return createHash('sha256').update(`entry\0${secret}`).digest('hex').slice(0, 16)
}

/** Every day on which something of the borrower's running loans is unpaid, in order. */
async function dueDaysOf(db: Queryable, borrowerId: string, today: Day): Promise<Day[]> {
  const owing: readonly OrderState[] = owingStates
  const running = (await ordersOf(db, borrowerId)).filter(({ state }) => owing.includes(state))
  const loans = await loansOf(db, borrowerId, running)
  return unpaidDueDays([...loans.values()], today)
}
