import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { mobileNumber } from '#domain/phone.ts'
import { sandboxPushes } from '#server/providers/push/simulator.ts'
import { aadhaarBeginning, newPan } from '#server/providers/simulated/inputs.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import {
  answerFailures,
  FORM_TYPE,
  fail,
  refuseStrangers,
  refuseUnknownHosts,
  wantsPage,
} from '#server/sandbox/answers.ts'
import { serveClock } from '#server/sandbox/clock-routes.ts'
import { serveCodes } from '#server/sandbox/code-routes.ts'
import { serveDigilocker } from '#server/sandbox/digilocker-routes.ts'
import { mandateSection, serveMandates } from '#server/sandbox/mandate-routes.ts'
import { sectionPage, sendPage, serveAssets, wholePage } from '#server/sandbox/page.ts'
import { servePayments, serveUpiApp } from '#server/sandbox/payment-routes.ts'
import { servePayouts } from '#server/sandbox/payout-routes.ts'
import { serveReadyMade } from '#server/sandbox/ready-made-routes.ts'
import { serveReset } from '#server/sandbox/reset-routes.ts'
import {
  borrowerSection,
  clockSection,
  inputSection,
  paymentSection,
  payoutSection,
  pushSection,
  resetSection,
  smsSection,
} from '#server/sandbox/sections.ts'
import { serveStaff, staffSection } from '#server/sandbox/staff-routes.ts'
import { type SandboxParts, type Simulated, simulatesLives } from './parts.ts'

const FORM_MAX_BYTES = 4 * 1024

/** A view into the simulated world: pages for people, plain JSON for machines (product §7). */
export function sandboxRoutes(parts: SandboxParts): (app: FastifyInstance) => Promise<void> {
  return async app => {
    readForms(app)
    answerFailures(app)
    refuseUnknownHosts(app, parts.publicOrigins)
    refuseStrangers(app)
    findNoOddNames(app)
    await serveAssets(app)
    app.get('/sandbox', async ({ host }, reply) => sendPage(reply, await pageOf(parts, host)))
    const shows = shownBy(parts.simulated)
    servePushes(app, parts)
    if (shows.sms) serveSms(app, parts)
    if (shows.clock) serveClock(app, parts)
    if (shows.inputs) serveCodes(app, parts)
    if (shows.payouts) servePayouts(app, parts)
    if (shows.payments) {
      servePayments(app, parts)
      serveUpiApp(app, parts)
      serveMandates(app, parts)
    }
    if (shows.inputs) serveDigilocker(app, parts)
    if (shows.borrowers) serveReadyMade(app, parts)
    serveStaff(app, parts)
    if (parts.reset) serveReset(app, parts.reset)
  }
}

/**
 * Simulated OTPs are shown as messages, whichever service delivers the others. No clock can be
 * moved where real money depends on it.
 */
function shownBy(simulated: readonly Simulated[]) {
  const [payments, payouts, inputs] = (['payment', 'payout', 'verification'] as const).map(one =>
    simulated.includes(one),
  )
  const sms = inputs || simulated.includes('sms')
  const clock = payments && payouts
  return {
    sms,
    clock,
    /** Their lives touch every service. */
    borrowers: simulatesLives(simulated),
    payouts,
    payments,
    inputs,
  }
}

/**
 * Simulators name objects with letters, digits and dashes. Answers "not found" for every other
 * name, without a look-up.
 */
function findNoOddNames(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    const names = Object.values(request.params as Record<string, string>)
    if (names.some(name => !/^[\w.-]{1,100}$/.test(name)))
      return fail(request, reply, 404, 'There is no such thing here.')
  })
}

async function pageOf(parts: SandboxParts, host: string) {
  const { db, clock, ids, cipher, codes, payout, payment, mandate, simulated, reset } = parts
  const shows = shownBy(simulated)
  const [messages, pushes, payouts, isHeld, links, mandates] = await Promise.all([
    sandboxMessages({ db, cipher }, null),
    sandboxPushes(db),
    payout.list(),
    payout.isHeld(),
    payment.links(),
    mandate.mandates(),
  ])
  const columns = [
    [
      shows.borrowers && borrowerSection(),
      parts.console && staffSection(parts.console, host),
      shows.clock && clockSection(clock.now()),
      shows.inputs &&
        inputSection({
          aadhaar: aadhaarBeginning(`5${ids.digits(10)}`),
          pan: newPan(ids),
          hasCodes: codes !== undefined,
        }),
    ],
    [shows.sms && smsSection(messages), pushSection(pushes)],
    [
      shows.payouts && payoutSection(payouts, isHeld),
      shows.payments && paymentSection(links),
      shows.payments && mandateSection(mandates),
      reset && resetSection(),
    ],
  ]
  return wholePage(
    columns
      .map(sections => sections.filter(section => section !== false && section !== undefined))
      .filter(sections => sections.length > 0),
  )
}

/**
 * Parses forms into objects, the last value of a field wins; the rest of the server parses none.
 */
function readForms(app: FastifyInstance): void {
  app.removeContentTypeParser(FORM_TYPE)
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
}

const query = v.object({
  phone: v.optional(
    v.pipe(
      v.string(),
      v.transform(mobileNumber),
      v.check(phone => phone !== undefined),
    ),
  ),
})

/** `GET /sandbox/sms?phone=91XXXXXXXXXX`: the messages to a number, or to all, newest first. */
function serveSms(app: FastifyInstance, { db, cipher }: SandboxParts): void {
  app.get('/sandbox/sms', async (request, reply) => {
    const parsed = v.safeParse(query, request.query)
    if (!parsed.success) return fail(request, reply, 400, 'A phone is 91 and ten digits.')
    const phone = parsed.output.phone ?? null
    const messages = await sandboxMessages({ db, cipher }, phone)
    if (wantsPage(request))
      return sendPage(reply, {
        ...sectionPage('Messages', [smsSection(messages, phone)]),
        isLive: true,
      })
    return reply.header('cache-control', 'no-store').send(messages)
  })
}

/**
 * `GET /sandbox/push`: the sent notifications, newest first, for machines; people read them on the
 * page.
 */
function servePushes(app: FastifyInstance, { db }: SandboxParts): void {
  app.get('/sandbox/push', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await sandboxPushes(db)),
  )
}
