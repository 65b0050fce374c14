/**
 * Opens the product: configuration → database → outside services → application → listening.
 */
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '#server/app.ts'
import { keepHouse, startHousekeeping } from '#server/housekeeping.ts'
import { startImportingBundled } from '#server/identity/directory/import.ts'
import { jobNames, workOnJobs } from '#server/jobs.ts'
import {
  runCloseOfBusiness,
  startCalendar,
  startClosingBusiness,
  startWatchingPayouts,
} from '#server/lending/closing/close-of-business.ts'
import { openCatalogue } from '#server/lending/orders/catalogue.ts'
import { startRecoveringLostJobs } from '#server/lending/payout/recover-lost-jobs.ts'
import { warnOfOtherVendors } from '#server/lending/payout/with-vendor.ts'
import { serveCalendar } from '#server/lending/routes/calendar.ts'
import { serveWebhook } from '#server/lending/routes/webhook.ts'
import { keysOf, openPorts, staffSignInBy } from '#server/open-ports.ts'
import { startAnchoring } from '#server/platform/audit/anchors.ts'
import { sealOldEntries } from '#server/platform/audit/entries.ts'
import {
  type ClockOptions,
  type SandboxClock,
  sandboxClock,
  wallClock,
} from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { type DatabaseAccess, isWithoutOwner } from '#server/platform/db/connection.ts'
import {
  forgetElsewhere,
  noteElsewhere,
  refuseForgottenAddress,
} from '#server/platform/db/elsewhere.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'
import { cipherWith } from '#server/platform/db/encrypt.ts'
import {
  installationAt,
  noteInstallation,
  refuseOtherUse,
} from '#server/platform/db/installation.ts'
import { described } from '#server/platform/db/locate.ts'
import { type Database, openDatabase } from '#server/platform/db/open.ts'
import type { Phase } from '#server/platform/http/life.ts'
import { sharedLimits, startSharingLimits } from '#server/platform/http/shared-limits.ts'
import { readPages, serveConsole } from '#server/platform/http/static.ts'
import { randomIds } from '#server/platform/ids.ts'
import type { IntervalJob } from '#server/platform/jobs/every.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'
import type { WriteLog } from '#server/platform/log.ts'
import { type Measurements, measurements } from '#server/platform/metrics/prometheus.ts'
import { serveMeasurements } from '#server/platform/metrics/serve.ts'
import { loadSigner } from '#server/platform/signing/signer.ts'
import { refuseUnfitMachine } from '#server/platform/start-checks.ts'
import { readCertificates } from '#server/providers/aadhaar-qr/certificates.ts'
import type { AadhaarQrPort } from '#server/providers/aadhaar-qr/port.ts'
import { signedCodes } from '#server/providers/aadhaar-qr/signed-code.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import { type KeyWatch, watchKeys } from '#server/providers/key-watch.ts'
import { existingPushKeys } from '#server/providers/push/push-keys.ts'
import { type AllServices, allRoutes } from '#server/routes.ts'
import { type Reset, resetOf } from '#server/sandbox/reset.ts'
import type { SimulatedWorld } from '#server/sandbox/world.ts'
import { consoleHostOf, consoleOrigin, mayBeSimulated } from '#server/staff/people/people.ts'
import { serveReportFiles } from '#server/staff/reports/report-file.ts'
import { refuseUnknownActs, warnOperator } from '#server/start-warnings.ts'
import { serveFeedbackPictures } from '#server/support/routes.ts'

const WEB_DIST = fileURLToPath(new URL('../web/dist', import.meta.url))
const CONSOLE_DIST = fileURLToPath(new URL('../console/dist', import.meta.url))

/** Longer than vendors take, and short enough for a start while one of them is away. */
const KEYS_PATIENCE_MS = 5_000

type Step = () => Promise<unknown>
/** The phase of a process, and the steps that close it, in the order of opening. */
export type Life = { phase: Phase; readonly undo: Step[] }

export type OpenServer = {
  /** The address of the product. */
  readonly origin: string
  /** The address of the console; undefined without one. */
  readonly consoleAddress: string | undefined
  /** Runs every interval job once more, and waits until they have ended. */
  readonly runIntervalJobs: () => Promise<unknown>
}

type OpenOptions = {
  /** Opens another clock than the one of this machine or of the sandbox. */
  readonly clockOn?: (db: Database) => Promise<SandboxClock>
  /** Puts another face check in place of the configured one. */
  readonly faces?: (usual: FacePort) => FacePort
}

/** Counts and logs backward steps of this machine's clock. */
function setBackReport(metrics: ReturnType<typeof measurements>, logger: Logger) {
  return (from: Date, to: Date) => {
    metrics.clockSetBack()
    logger.error(
      { from, to },
      'the clock of this machine was set back: what happened at the time before may carry a wrong day',
    )
  }
}

/** Opens the lender's signer, if a certificate is configured. */
async function openSigner(config: Config, metrics: Measurements, logger: Logger) {
  const signer = await loadSigner(config, wallClock().wall())
  if (!signer) return undefined
  metrics.measureCertificate(signer.validTo)
  logger.info({ signer: signer.subject, until: signer.validTo }, 'documents are signed')
  return signer
}

/** Reads the files of the configuration, and refuses wrong ones before anything is made. */
async function readFiles(config: Config, metrics: Measurements, logger: Logger) {
  refuseUnknownActs(config)
  await refuseUnfitMachine(config)
  await existingPushKeys(config)
  return {
    signer: await openSigner(config, metrics, logger),
    aadhaarQr: await trustedCodes(config),
  }
}

/** Opens everything, and starts to listen and to work on jobs. */
export async function openSaral(
  config: Config,
  logger: Logger,
  life: Life,
  { clockOn, faces }: OpenOptions = {},
): Promise<OpenServer> {
  const { undo } = life
  const log: WriteLog = (message, level = 'info') => logger[level](message)
  const traces = await tracesOf(config, log, undo)
  const metrics = measurements()
  const { signer, aadhaarQr } = await readFiles(config, metrics, logger)
  const access = await accessOf(config, log, undo)
  const db = await openOwnDatabase(config, access, log)
  undo.push(() => db.close())
  const cipher = cipherWith(await openKeys(config, access))
  await publishMeasurements(metrics, db, config, log, undo)
  warnOperator(config, logger)
  const onSetBack = setBackReport(metrics, logger)
  const clock = clockOn ? await clockOn(db) : await usualClock(config, db, { onSetBack })
  await sealOldEntries(db, cipher, clock.now())
  const ids = randomIds()
  const queue = await createQueue(db, {
    names: jobNames,
    log,
    maintenanceSeconds: config.jobMaintenanceSeconds,
    metrics,
  })
  undo.push(() => queue.stop())
  const listening = { port: config.port }
  const publicOrigin = () => config.publicUrl ?? `http://localhost:${listening.port}`
  const webhookUrl = () => `http://127.0.0.1:${listening.port}/webhook/payment`
  const parts = { db, clock, ids, cipher, publicOrigin }
  const keys = watchKeys({ ...parts, log: logger, metrics, ...keysOf(config) })
  const usingKeys = { ...parts, metrics: keys.metrics, webhookUrl, aadhaarQr, faces }
  const { world, ports } = await openPorts(config, usingKeys, undo)
  const services: AllServices = {
    ...ports,
    ...parts,
    metrics,
    config,
    queue,
    log: logger,
    signer,
    staffSignIn: staffSignInBy(config, keys.metrics),
  }
  await noteUse(config, db, access)
  await keys.testAll(KEYS_PATIENCE_MS)
  await openCatalogue(db, config, message => logger.warn(message))
  const limits = sharedLimits(services)
  const app = await buildApp({
    services,
    limits,
    logger,
    version: await version(),
    routes: allRoutes(services),
    pages: await readPages(WEB_DIST),
    traces,
    phase: () => life.phase,
    extend: async fastify => {
      serveWebhook(fastify, services)
      serveCalendar(fastify, services)
      serveFeedbackPictures(fastify, services)
      serveSandbox(fastify, world, services, resetOf({ ...services, clock, access }))
      if (config.console) serveReportFiles(fastify, services)
      if (config.console) await serveConsole(fastify, CONSOLE_DIST, consoleHostOf(config))
    },
  })
  undo.push(startSharingLimits(limits, services).stop)
  undo.push(() => app.close())
  listening.port = await listen(app, config)
  const regular = config.worksOnJobs ? await startWork(services, world, keys, undo) : []
  if (life.phase === 'starting') life.phase = 'serving'
  return {
    origin: publicOrigin(),
    consoleAddress: config.console && `${consoleOrigin({ config, publicOrigin })}/console`,
    runIntervalJobs: () => Promise.all(regular.map(job => job.run())),
  }
}

/** Adds the sandbox to the server, with what the configuration allows there. */
function serveSandbox(
  fastify: FastifyInstance,
  world: SimulatedWorld,
  services: AllServices,
  reset: Reset | undefined,
): void {
  const { config } = services
  const closeBusiness = async () => {
    await runCloseOfBusiness(services)
    await keepHouse(services)
  }
  const { isPublishedOnHttps, publicUrl, console: { url: ownOrigin } = { url: undefined } } = config
  world.serve(fastify, closeBusiness, {
    reset,
    publicOrigins: [publicUrl, ownOrigin].filter(url => url !== undefined),
    console: mayBeSimulated(config) ? { isPublishedOnHttps, ownOrigin } : undefined,
  })
}

/** The sandbox's clock where only simulated money moves, else this machine's. */
async function usualClock(
  { simulated }: Config,
  db: Database,
  options: ClockOptions,
): Promise<SandboxClock> {
  const isMoneySimulated = simulated.includes('payment') && simulated.includes('payout')
  return isMoneySimulated ? sandboxClock(db, options) : wallClock(options)
}

/**
 * Starts the work that no request causes, and returns its interval jobs. It stops before the requests do, and the queue waits for
 * its jobs.
 */
async function startWork(
  services: AllServices,
  world: SimulatedWorld,
  keys: KeyWatch,
  undo: Step[],
): Promise<readonly IntervalJob[]> {
  await warnOfOtherVendors(services)
  await workOnJobs(services)
  if (services.config.simulated.includes('payment')) world.webhooks.start()
  const regular = [
    startClosingBusiness(services),
    startCalendar(services),
    startWatchingPayouts(services),
    startRecoveringLostJobs(services),
    startHousekeeping(services),
    startAnchoring(services),
    startImportingBundled(services),
    keys.start(),
  ]
  undo.push(() => Promise.all([world.webhooks.stop(), ...regular.map(each => each.stop())]))
  return regular
}

/**
 * The reader of UIDAI's codes, if its certificates are configured; undefined leaves them to the
 * sandbox.
 */
async function trustedCodes({
  aadhaarCodeCertificates: file,
  simulated,
}: Config): Promise<AadhaarQrPort | undefined> {
  // Where identities are really checked, no simulated code is trusted, even if no certificates are
  // configured.
  if (file === undefined)
    return simulated.includes('verification') ? undefined : signedCodes(async () => [])
  const certificates = await readCertificates(file)
  return signedCodes(async () => certificates)
}

async function publishMeasurements(
  metrics: Measurements,
  db: Database,
  { metrics: address }: Config,
  log: WriteLog,
  undo: Step[],
): Promise<void> {
  if (address === undefined) return
  metrics.measureDatabase(db)
  const server = await serveMeasurements(metrics, address)
  undo.push(server.close)
  log(`Measurements are at ${server.where}`)
}

async function accessOf(config: Config, log: WriteLog, undo: Step[]): Promise<DatabaseAccess> {
  if (config.database) return config.database
  await refuseForgottenAddress(config.dataDir, 'server')
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  undo.push(() => embedded.stop())
  log(`The data is kept in ${embedded.where}`)
  return embedded.connection
}

/** Opens the database, unless others use it. A start that is refused must not migrate it. */
async function openOwnDatabase(
  config: Config,
  access: DatabaseAccess,
  log: WriteLog,
): Promise<Database> {
  if (!isWithoutOwner(access)) refuseOtherUse(await installationAt(access), config)
  const db = await openDatabase(access, { log })
  try {
    if (isWithoutOwner(access)) refuseOtherUse(await installationAt(access), config)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The database notes who uses it, and DATA_DIR which database is used. */
async function noteUse(config: Config, db: Database, access: DatabaseAccess): Promise<void> {
  await noteInstallation(db, config, wallClock().wall())
  if (!config.database) return forgetElsewhere(config.dataDir)
  const { name } = await described(access)
  await noteElsewhere(config.dataDir, { database: name, isReal: config.isReal })
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<number> {
  await app.listen({ port, host })
  return (app.server.address() as AddressInfo).port
}

/** Starts tracing where a collector is configured; without one, nothing of it is loaded. */
async function tracesOf({ sendsTraces }: Config, log: WriteLog, undo: Step[]) {
  if (!sendsTraces) return undefined
  const { startTracing } = await import('#server/platform/tracing/start.ts')
  const tracing = startTracing(await version(), log)
  undo.push(tracing.stop)
  return tracing.ofRequests
}

async function version(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Closes all open parts, the last first. */
export async function stop(life: Life, logger: Logger): Promise<void> {
  life.phase = 'stopping'
  const { undo } = life
  for (let step = undo.pop(); step; step = undo.pop()) {
    await step().catch((error: Error) =>
      logger.error({ err: error }, 'a part of the server could not be stopped'),
    )
  }
}
