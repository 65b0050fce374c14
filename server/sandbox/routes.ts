import type { FastifyInstance } from 'fastify'
import { sandboxPushes } from '#server/providers/push/simulator.ts'
import { aadhaarBeginning, newPan } from '#server/providers/simulated/inputs.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { answerFailures, fail, refuseStrangers } from '#server/sandbox/answers.ts'
import { serveClock } from '#server/sandbox/clock-routes.ts'
import { serveCodes } from '#server/sandbox/code-routes.ts'
import { serveDigilocker } from '#server/sandbox/digilocker-routes.ts'
import { sendPage, serveAssets } from '#server/sandbox/page.ts'
import { sandboxPage } from '#server/sandbox/pages.ts'
import { servePayments } from '#server/sandbox/payment-routes.ts'
import { servePayouts } from '#server/sandbox/payout-routes.ts'
import { FORM_TYPE } from '#server/sandbox/request.ts'
import {
  clockSection,
  inputSection,
  paymentSection,
  payoutSection,
  pushSection,
  smsSection,
} from '#server/sandbox/sections.ts'
import { servePushes, serveSms } from './message-routes.ts'
import type { SandboxParts, Simulated } from './parts.ts'

const FORM_MAX_BYTES = 4 * 1024

/** The window into the simulated world: pages for people, plain JSON for machines (product §7). */
export function sandboxRoutes(parts: SandboxParts): (app: FastifyInstance) => Promise<void> {
  return async app => {
    readForms(app)
    answerFailures(app)
    refuseStrangers(app)
    findNoOddNames(app)
    await serveAssets(app)
    app.get('/sandbox', async (_request, reply) => sendPage(reply, await wholePage(parts)))
    const shows = shownBy(parts.simulated)
    servePushes(app, parts)
    if (shows.sms) serveSms(app, parts)
    if (shows.clock) serveClock(app, parts)
    if (shows.inputs) serveCodes(app, parts)
    if (shows.payouts) servePayouts(app, parts)
    if (shows.payments) servePayments(app, parts)
    if (shows.inputs) serveDigilocker(app, parts)
  }
}

/** Simulated OTPs come as messages, whoever delivers the others; and no clock is moved where real money runs by it. */
function shownBy(simulated: readonly Simulated[]) {
  const [payments, payouts, inputs] = (['payment', 'payout', 'verification'] as const).map(one =>
    simulated.includes(one),
  )
  return {
    sms: inputs || simulated.includes('sms'),
    clock: payments && payouts,
    payouts,
    payments,
    inputs,
  }
}

/** What the simulators name is letters, digits and dashes: anything else in an address names nothing, and is not looked up. */
function findNoOddNames(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    const names = Object.values(request.params as Record<string, string>)
    if (names.some(name => !/^[\w.-]{1,100}$/.test(name)))
      return fail(request, reply, 404, 'There is no such thing here.')
  })
}

async function wholePage({
  db,
  clock,
  ids,
  sealer,
  codes,
  payout,
  payment,
  simulated,
}: SandboxParts) {
  const shows = shownBy(simulated)
  const [messages, pushes, payouts, isHeld, links] = await Promise.all([
    sandboxMessages({ db, sealer }, null),
    sandboxPushes(db),
    payout.list(),
    payout.isHeld(),
    payment.links(),
  ])
  const sections = [
    shows.clock && clockSection(clock.now()),
    shows.sms && smsSection(messages),
    pushSection(pushes),
    shows.payouts && payoutSection(payouts, isHeld),
    shows.payments && paymentSection(links),
    shows.inputs &&
      inputSection({
        aadhaar: aadhaarBeginning(`5${ids.digits(10)}`),
        pan: newPan(ids),
        hasCodes: codes !== undefined,
      }),
  ].filter(section => section !== false && section !== undefined)
  return sandboxPage('Sandbox', sections, true)
}

/** Forms become objects of their last values; the rest of the server reads none. */
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
