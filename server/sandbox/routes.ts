import type { FastifyInstance } from 'fastify'
import type { SandboxClock } from '#server/platform/clock.ts'
import type { Sealer } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { AadhaarQrSimulator } from '#server/providers/aadhaar-qr/simulator.ts'
import type { DigilockerSimulator } from '#server/providers/digilocker/simulator.ts'
import type { PaymentSimulator } from '#server/providers/payment/simulator.ts'
import type { WebhookSender } from '#server/providers/payment/webhook-sender.ts'
import type { PayoutSimulator } from '#server/providers/payout/simulator.ts'
import { sandboxPushes } from '#server/providers/push/simulator.ts'
import { aadhaarBeginning, newPan } from '#server/providers/simulated/inputs.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { answerFailures, fail, refuseStrangers } from '#server/sandbox/answers.ts'
import { serveAssets } from '#server/sandbox/assets.ts'
import { serveClock } from '#server/sandbox/clock-routes.ts'
import { serveCodes } from '#server/sandbox/code-routes.ts'
import { serveDigilocker } from '#server/sandbox/digilocker-routes.ts'
import { sendPage } from '#server/sandbox/page.ts'
import { sandboxPage } from '#server/sandbox/pages.ts'
import { servePayments } from '#server/sandbox/payment-routes.ts'
import { servePayouts } from '#server/sandbox/payout-routes.ts'
import { servePushes } from '#server/sandbox/push-routes.ts'
import { pushSection } from '#server/sandbox/push-section.ts'
import { FORM_TYPE } from '#server/sandbox/request.ts'
import { clockSection, inputSection, paymentSection, payoutSection, smsSection } from '#server/sandbox/sections.ts'
import { serveSms } from '#server/sandbox/sms-routes.ts'

/** The services that can be simulated. */
export type Simulated = 'sms' | 'payment' | 'payout' | 'verification'

export type SandboxParts = {
  readonly db: Database
  readonly clock: SandboxClock
  readonly ids: Ids
  readonly sealer: Sealer
  /** Undefined while only real codes are trusted. */
  readonly codes: AadhaarQrSimulator | undefined
  readonly payout: PayoutSimulator
  readonly payment: PaymentSimulator
  readonly digilocker: DigilockerSimulator
  readonly webhooks: WebhookSender
  readonly runCloseOfBusiness: () => Promise<unknown>
  readonly simulated: readonly Simulated[]
}

const FORM_MAX_BYTES = 4 * 1024

/** The window into the simulated world: pages for people, plain JSON for machines (decisions §7). */
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
  const [payments, payouts, inputs] = (['payment', 'payout', 'verification'] as const).map(one => simulated.includes(one))
  return { sms: inputs || simulated.includes('sms'), clock: payments && payouts, payouts, payments, inputs }
}

/** What the simulators name is letters, digits and dashes: anything else in an address names nothing, and is not looked up. */
function findNoOddNames(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    const names = Object.values(request.params as Record<string, string>)
    if (names.some(name => !/^[\w.-]{1,100}$/.test(name))) return fail(request, reply, 404, 'There is no such thing here.')
  })
}

async function wholePage({ db, clock, ids, sealer, codes, payout, payment, simulated }: SandboxParts) {
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
      inputSection({ aadhaar: aadhaarBeginning(`5${ids.digits(10)}`), pan: newPan(ids), hasCodes: codes !== undefined }),
  ].filter(section => section !== false && section !== undefined)
  return sandboxPage('Sandbox', sections, true)
}

/** Forms become objects of their last values; the rest of the server reads none. */
function readForms(app: FastifyInstance): void {
  app.removeContentTypeParser(FORM_TYPE)
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_MAX_BYTES }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}
