import { setTimeout as pause } from 'node:timers/promises'
import { type FreshDatabase, freshDatabase } from '#e2e/rig/database.ts'
import { answerBeforeDisk } from '#server/testing/database.ts'
import { temporaryFolder } from '#server/testing/memory.ts'
import { razorpayEnvironment } from '#server/testing/vendors/razorpay.ts'
import { type Acts, noActsYet } from './acts.ts'
import { type BackOffice, openBackOffice } from './back-office.ts'
import { live } from './borrower.ts'
import { type Chance, chanceOf } from './chance.ts'
import { simulatedClock } from './clock.ts'
import { type Count, countsOf, LONG_RUN_LOANS } from './counts.ts'
import { type Faults, faultsBy } from './faults.ts'
import { characters, DAY, HOUR, type Life, NONE, type Sights, type Stage } from './life.ts'
import { type Messenger, openMessenger } from './messenger.ts'
import { signUp, subscribe } from './people.ts'
import { type ServerProcess, startServer } from './process.ts'
import { isMidnightBetween, payOfMidnight } from './repayer.ts'
import { openStaff, type Staff } from './staff.ts'
import type { MandateBooks } from './upi-app.ts'
import { type Bank, openVendor, type Provider, type Vendor } from './vendor.ts'

export type Run = {
  /** The server's database. */
  readonly db: BackOffice['db']
  /** Decrypts the values that the server stored. */
  readonly cipher: BackOffice['cipher']
  readonly bank: Bank
  /** The provider's books, with the refunds that were paid by hand. */
  readonly provider: Provider
  readonly messenger: Pick<Messenger, 'carried'>
  readonly faults: Faults
  readonly acts: Acts
  readonly staff: Pick<Staff, 'faults' | 'closedComplaints' | 'calls'>
  readonly counts: readonly Count[]
  readonly partRequests: Sights['partRequests']
  readonly mandates: MandateBooks
  readonly lives: readonly Pick<Life, 'who' | 'orders' | 'restraint' | 'autoPay' | 'complaints'>[]
  readonly loans: number
  readonly days: number
  /** The simulated time at the end of the run. */
  readonly endedAt: Date
  /** Log lines that no fault explains, and requests that failed. */
  readonly unexpected: readonly string[]
}

export type Plan = { readonly seed: number; readonly loans: number; readonly borrowers: number }

/** Time passes in steps: shorter ones while somebody acts, longer ones while nobody does. */
const STEP_MIN_MS = 8 * HOUR
const STEP_MAX_MS = DAY
/** A step takes at least this long, so that jobs keep up with the clock. */
const STEP_PAUSE_MS = 150
/** The chance of a death in a step. */
const DIES = 0.03
const DIES_WITHIN_MS = 400
/** The number of borrowers who act at the same time. */
const AT_ONCE = 8
/** One borrower in so many earns so little that a person looks at their larger applications. */
const LITTLE_INCOME_EVERY = 3
const LITTLE_INCOME = { monthlyIncome: '11600' }
/** A run that takes longer is stuck. */
const DAYS_MAX = 600
/** The lines that the server may log because of a simulated fault. */
const EXPLAINED = [
  /(the bank|the payment provider|the holder of mandates) (could not be reached|refused to answer)( about a payout)? and will be asked again/,
  /"code":"unreachable".*a payment page could not be opened/,
  /"code":"unreachable".*a payment could not be requested from a UPI app/,
  /"code":"unreachable".*the page of a mandate could not be opened/,
  /"the provider could not be asked about payment [\w-]+".*"end-extension".*an order could not be closed; it was skipped/,
  /the outcome of a text message is unknown/,
  /The job send-message \S+ failed at try \d+: the sender of messages failed: msg91, [\w ]+: (unreachable|refused) \([\w ]+\)/i,
  /razorpay failed: razorpay, test the key: unreachable/,
  /the provider gave up a refund: a person must look/,
]

/** A run that is ready to start, and what closes its world. */
export type OpenRun = { readonly run: () => Promise<Run>; readonly close: () => Promise<void> }

type World = {
  readonly chance: Chance
  readonly stage: Stage
  readonly server: ServerProcess
  readonly backOffice: BackOffice
  readonly staff: Staff
  readonly lives: readonly Life[]
}

/**
 * Opens the simulated world: the vendors in this process, and the product in its own, which borrowers
 * use at the same time.
 */
export async function openRun(plan: Plan): Promise<OpenRun> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  try {
    const world = await openWorld(plan, undo)
    return { close, run: () => simulate(plan, world) }
  } catch (error) {
    await close()
    throw error
  }
}

async function openWorld(
  { seed, loans, borrowers }: Plan,
  undo: (() => Promise<unknown>)[],
): Promise<World> {
  const chance = chanceOf(seed)
  const faults = faultsBy(chance)
  const clock = simulatedClock()
  const isLong = loans >= LONG_RUN_LOANS
  const vendor = await openVendor({ chance, faults, clock, isLong })
  undo.push(vendor.close)
  const messenger = await openMessenger(faults, clock)
  undo.push(messenger.close)
  const database = await freshDatabase(temporaryFolder())
  undo.push(database.drop)
  const environment = environmentOf(database, vendor, messenger)
  const server = await startServer(environment, clock, EXPLAINED)
  undo.push(server.stop)
  if (database.env.DATABASE_URL === undefined)
    await database.reading(db => answerBeforeDisk(db.raw))
  const backOffice = await openBackOffice(environment, clock)
  // The database ends with the last process that uses it, so the server ends before the back office.
  undo.push(backOffice.close, server.stop)
  const staff = await openStaff({
    origin: server.origin,
    db: backOffice.db,
    cipher: backOffice.cipher,
    clock,
  })
  const acts = noActsYet()
  const sights: Sights = {
    duplicatePages: 0,
    underpaidPages: 0,
    midnightPayments: 0,
    upiPayments: 0,
    cappedInstalments: new Set(),
    partRequests: [],
    appCommands: { approve: 0, refuse: 0, pause: 0, resume: 0, revoke: 0 },
  }
  const lives: Life[] = []
  const applied = () =>
    lives.reduce((sum, { orders }) => sum + orders.filter(id => id !== NONE).length, 0)
  const isClosing = () => applied() >= loans
  const stage: Stage = { faults, vendor, messenger, clock, acts, sights, isLong, isClosing }
  await atOnce([...Array(borrowers).keys()], async number => {
    const about = number % LITTLE_INCOME_EVERY === 0 ? LITTLE_INCOME : {}
    const who = await signUp(server.origin, messenger, number, about)
    if (number % 2 === 1) await subscribe(who)
    lives[number] = newLife(who, seed, number)
  })
  return { chance, stage, server, backOffice, staff, lives }
}

function newLife(who: Life['who'], seed: number, number: number): Life {
  return {
    who,
    chance: chanceOf(seed * 1_000 + number),
    character: characters[number % characters.length] ?? 'usual',
    orders: [],
    openPages: [],
    midnightPages: [],
    idleUntilMs: 0,
    lateWith: undefined,
    reservedOn: undefined,
    restraint: { limits: [], loans: [] },
    autoPay: { commands: [], page: undefined, nextMs: Number.POSITIVE_INFINITY },
    complaints: [],
  }
}

function environmentOf(
  { env }: FreshDatabase,
  { settings }: Vendor,
  messenger: Messenger,
): Record<string, string> {
  return {
    ...env,
    ...messenger.environment,
    ...razorpayEnvironment(settings),
    LIMIT_SCALE: '1000',
    LOG_LEVEL: 'info',
    FACE_CHECK: 'simulated',
    PAYMENT_UPI: 'yes',
    AUTOPAY: 'yes',
  }
}

/** Runs loans to their end, step by step, while vendors fail and the server is killed. */
async function simulate({ seed, loans }: Plan, world: World): Promise<Run> {
  const { stage, server, backOffice, staff, lives } = world
  const { faults, vendor, acts, sights, messenger } = stage
  faults.isOn = true
  const days = () => Math.round(stage.clock.offsetMs() / DAY)
  while (true) {
    const open = await openWork(world)
    if (open.length === 0) break
    if (days() > DAYS_MAX) {
      const stuck = `seed ${seed}: after ${DAYS_MAX} days, ${open.slice(0, 20).join('; ')}`
      throw new Error([stuck, ...server.faults.slice(0, 20)].join('\n'))
    }
    await passTime(world)
  }
  const records = { faults, acts, sights, vendor, lives, staff }
  return {
    db: backOffice.db,
    cipher: backOffice.cipher,
    bank: vendor.bank(),
    provider: withPaidByHand(vendor.provider(), staff),
    staff,
    mandates: vendor.upiApp.books(),
    messenger,
    faults,
    acts,
    counts: await countsOf(backOffice.db, loans, records),
    partRequests: sights.partRequests,
    lives,
    loans: lives.reduce((sum, { orders }) => sum + orders.filter(id => id !== NONE).length, 0),
    days: days(),
    endedAt: stage.clock.now(),
    unexpected: [...server.faults, ...acts.failures],
  }
}

/**
 * Passes some hours. Webhooks that are due arrive while the server does its regular work; then every
 * borrower acts, several at once, beside the lender's people, and sometimes the server is killed
 * meanwhile.
 */
async function passTime({ chance, stage, server, backOffice, staff, lives }: World): Promise<void> {
  const startedAt = performance.now()
  const { clock, vendor, faults } = stage
  await backOffice.waitForJobs()
  const before = clock.now()
  clock.move(stepMs(stage, lives))
  await server.send({ kind: 'clock', offsetMs: clock.offsetMs() })
  const regularWork = server.send({ kind: 'interval-jobs' })
  await vendor.work(server.origin)
  if (isMidnightBetween(before, clock.now()))
    await atOnce(lives, life => payOfMidnight(stage, life))
  await regularWork
  const isKilled = faults.strikes('server killed', DIES)
  const deathAfterMs = chance.between(0, DIES_WITHIN_MS)
  await Promise.all([
    atOnce(lives, life => live(stage, life)),
    staff.work(chance),
    isKilled && pause(deathAfterMs).then(server.killAndRestart),
  ])
  await backOffice.decide(chance)
  await pause(Math.max(0, STEP_PAUSE_MS - (performance.now() - startedAt)))
}

function withPaidByHand(provider: Provider, staff: Staff): Provider {
  return { ...provider, refunds: new Map([...provider.refunds, ...staff.refundsByHand()]) }
}

/**
 * Returns how long nothing happens, in milliseconds: at least eight hours, and at most a day. It is
 * shorter where AutoPay has an hour to keep.
 */
function stepMs({ clock, vendor }: Stage, lives: readonly Life[]): number {
  const nowMs = clock.now().getTime()
  const wakings = lives.map(({ idleUntilMs }) => idleUntilMs)
  const nextMs = Math.min(...wakings, vendor.nextMs()) - nowMs
  const usualMs = Math.min(STEP_MAX_MS, Math.max(STEP_MIN_MS, nextMs))
  const hours = lives.map(({ autoPay }) => autoPay.nextMs).filter(ms => ms > nowMs)
  return Math.min(usualMs, ...hours.map(ms => ms - nowMs))
}

/** Does something for each, several at the same time. */
async function atOnce<T>(each: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = each.values()
  const worker = async () => {
    for (const one of waiting) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Names everything that must happen until every loan has ended and the server knows all money. */
async function openWork({ stage, backOffice, lives }: World): Promise<string[]> {
  const { vendor, isClosing } = stage
  if (!isClosing()) return ['borrowers still take loans']
  const pages = lives.flatMap(({ openPages, midnightPages }) => [...openPages, ...midnightPages])
  if (pages.length > 0) return pages.map(page => `page ${page} is open`)
  if (vendor.waiting() > 0) return [`${vendor.waiting()} messages of the vendors are to come`]
  const paid = vendor.provider().ended.filter(({ state }) => state === 'paid')
  const reversed = [...vendor.bank().transfers].filter(([, { isReversed }]) => isReversed)
  return backOffice.openWork({
    paid: paid.map(({ attemptRef }) => attemptRef),
    reversed: reversed.map(([key]) => key),
  })
}
