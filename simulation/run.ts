import { contract } from '#contract/index.ts'
import { approveByHand, denyByHand } from '#server/lending/borrowing/decide.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { waitingOrders } from '#server/lending/db/waiting.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { recoverLostJobs } from '#server/lending/payout/recover-lost-jobs.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'
import { logFaults } from '#server/testing/log-faults.ts'
import { type Bank, bankOf } from './bank.ts'
import { type Life, live, NONE, type Stage } from './borrower.ts'
import { chanceOf } from './chance.ts'
import { type Collector, collectorOf } from './collector.ts'
import { type Faults, faultsBy, mortal, ProcessDied } from './faults.ts'
import { type Jobs, jobsWith } from './jobs.ts'
import { type Messenger, messengerBy } from './messenger.ts'

export type Run = {
  readonly world: LendingWorld
  readonly bank: Bank
  readonly provider: Collector
  readonly messenger: Messenger
  readonly faults: Faults
  readonly loans: number
  readonly days: number
  /** Log lines above information that no fault explains. */
  readonly unexpected: readonly string[]
}

export type Plan = { readonly seed: number; readonly loans: number; readonly borrowers: number }

const STEPS_A_DAY = 4
const STEP_MS = 86_400_000 / STEPS_A_DAY
/** What the server may log because of a simulated fault. */
const EXPLAINED = [
  /the process died|ETIMEDOUT|ECONNRESET/,
  /the outcome of a text message is unknown/,
]
/** A run that takes longer is stuck. */
const MOST_DAYS = 1_000

/** Runs loans to their end, day by day, while vendors fail and the process dies. */
export async function simulate({ seed, loans, borrowers }: Plan): Promise<Run> {
  const chance = chanceOf(seed)
  const faults = faultsBy(chance)
  const bank = bankOf(chance, faults)
  const provider = collectorOf(chance, faults)
  const jobs = jobsWith(faults)
  const messenger = messengerBy(faults)
  const world = await lendingWorld({
    parts: ({ db }) => ({ db: mortal(db, faults) }),
    lending: services => ({
      payout: bank,
      payment: provider,
      sms: messenger.around(services.sms, () => services.clock.now().getTime()),
      queue: jobs.queue(services.queue, () => services.clock.now().getTime()),
    }),
  })
  const lives: Life[] = []
  for (let number = 0; number < borrowers; number += 1) {
    const who = await world.borrower()
    if (number % 2 === 1) await subscribe(who)
    lives.push({
      who,
      chance: chanceOf(seed * 1_000 + number),
      orders: [],
      openPages: [],
      idleUntil: 0,
    })
  }
  const applied = () =>
    lives.reduce((sum, { orders }) => sum + orders.filter(id => id !== NONE).length, 0)
  const stage: Stage = {
    chance,
    faults,
    provider,
    now: () => world.server.clock.now().getTime(),
    isClosing: () => applied() >= loans,
  }
  const unexpected: string[] = []
  const simulated = { world, services: world.services, stage, provider, jobs, lives, unexpected }
  faults.isOn = true
  let day = 0
  while (!(await isOver(simulated))) {
    day += 1
    if (day > MOST_DAYS)
      throw new Error(`seed ${seed}: some loans have not ended after ${MOST_DAYS} days`)
    for (let step = 0; step < STEPS_A_DAY; step += 1) await passTime(simulated)
  }
  unexpected.push(...logFaults(world.server.logged, EXPLAINED))
  return { world, bank, provider, messenger, faults, loans: applied(), days: day, unexpected }
}

/** Subscribes a borrower to push notifications. */
async function subscribe({ browser, id }: Life['who']): Promise<void> {
  const userPublicKey = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 9)]).toString('base64url')
  const auth = Buffer.alloc(16, 7).toString('base64url')
  const endpoint = `https://fcm.googleapis.com/fcm/send/${id}`
  await browser.calls(contract.push).subscribe({ endpoint, auth, userPublicKey })
}

type World = {
  readonly world: LendingWorld
  readonly services: LendingServices
  readonly stage: Stage
  readonly provider: Collector
  readonly jobs: Jobs
  readonly lives: readonly Life[]
  readonly unexpected: string[]
}

/** Passes six hours: webhooks and jobs that are due arrive, and every borrower acts once. */
async function passTime({ world, services, stage, provider, jobs, lives }: World): Promise<void> {
  world.server.clock.advance({ seconds: STEP_MS / 1_000 })
  for (const event of provider.dueMessages(stage.now()))
    await deliver(world, stage, provider, event)
  await jobs.run(services, stage.now())
  for (const life of lives) await live(stage, life)
  await decideByHand(services, stage).catch(unlessDied)
  await jobs.run(services, stage.now())
  await runCloseOfBusiness(services).catch(unlessDied)
  await recoverLostJobs(services).catch(unlessDied)
}

/** Decides most waiting applications as the operations desk would. */
async function decideByHand(services: LendingServices, { chance }: Stage): Promise<void> {
  for (const key of await waitingOrders(services.db)) {
    if (chance.happens(0.7)) await approveByHand(services, key)
    else await denyByHand(services, key, 'Your income could not be confirmed.')
  }
}

/** Delivers a webhook, which the provider repeats until the server accepts it, and forged ones. */
async function deliver(
  world: LendingWorld,
  { faults, now }: Stage,
  provider: Collector,
  event: Parameters<Collector['sendAgain']>[0],
): Promise<void> {
  const post = (signature: string, body: object) =>
    fetch(`${world.server.origin}/webhook/payment`, {
      method: 'POST',
      headers: { 'x-signature': signature },
      body: JSON.stringify(body),
    })
  if (faults.strikes('webhook forged', 0.05)) {
    const forged = await post('forged', {
      ...event,
      eventId: `forged-${event.eventId}`,
      amount: event.amount * 2,
    })
    if (forged.ok) throw new Error('the server accepted a forged webhook')
  }
  const { status } = await post('genuine', event)
  if (status !== 200) provider.sendAgain(event, now() + 3_600_000)
}

async function isOver({ world, stage, provider, jobs, lives }: World): Promise<boolean> {
  if (!stage.isClosing() || provider.waiting() > 0 || jobs.waiting() > 0) return false
  stage.faults.isOn = false
  const [row] = await asOwner(world.server.database.target, async owner => {
    const { rows } = await owner.query<{ running: number }>(
      `SELECT count(*)::int AS running FROM loan_order WHERE state NOT IN ('denied', 'failed', 'settled', 'cancelled')`,
    )
    return rows
  })
  stage.faults.isOn = true
  return row?.running === 0 && lives.every(({ openPages }) => openPages.length === 0)
}

function unlessDied(error: unknown): void {
  if (!(error instanceof ProcessDied)) throw error
}
