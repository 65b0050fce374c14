/**
 * The whole server for a test: every route, the simulated world as the product uses it, and running
 * jobs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workOnJobs } from '#server/jobs.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import { serveCalendar } from '#server/lending/routes/calendar.ts'
import { serveWebhook } from '#server/lending/routes/webhook.ts'
import { localFiles } from '#server/platform/files/local-files.ts'
import { encryptedFiles } from '#server/platform/files/store.ts'
import { redactingPort } from '#server/platform/redaction.ts'
import { type AllServices, allRoutes } from '#server/routes.ts'
import { openSimulatedWorld, redactingPorts, type SimulatedWorld } from '#server/sandbox/world.ts'
import type { Services } from '#server/services.ts'
import { serveFeedbackPictures } from '#server/support/routes.ts'
import { type TestOptions, type TestServer, testServer } from '#server/testing/app.ts'

const EVERYTHING = ['sms', 'payment', 'payout', 'verification'] as const
/** Reading real cards takes seconds, and is tested beside its reader. */
const unclear = async () => ({ state: 'unclear', reason: 'not-legible' }) as const
const NO_READER: AllServices['documents'] = {
  readAadhaarFront: () => ({ state: 'started', reading: unclear() }),
  readPanCard: () => ({ state: 'started', reading: unclear() }),
  close: async () => undefined,
}

export type WholeServer = TestServer & {
  readonly all: AllServices
  readonly world: SimulatedWorld
  /** The folder of the files. */
  readonly folder: string
}

type Ports = Parameters<typeof redactingPorts>[0]
export type WholeOptions = Pick<TestOptions, 'config' | 'logLevel'> & {
  /** The ports in place of the simulators, such as those of vendors that fail. */
  readonly ports?: (world: SimulatedWorld) => Ports
  /** The reader of cards; without one, every picture is unclear. */
  readonly documents?: AllServices['documents']
}

export async function wholeServer({
  ports = world => world,
  documents = NO_READER,
  ...options
}: WholeOptions = {}): Promise<WholeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'saral-whole-'))
  const parts: { world?: SimulatedWorld; all?: AllServices } = {}
  const open = async (services: Services): Promise<AllServices> => {
    const { clock, cipher, publicOrigin } = services
    const push = { publicKey: 'test' }
    const webhookUrl = () => `${publicOrigin()}/webhook/payment`
    const movable = { ...clock, advance: async () => clock.now(), restart: () => undefined }
    parts.world = await openSimulatedWorld({
      ...services,
      clock: movable,
      push,
      webhookUrl,
      simulated: EVERYTHING,
    })
    const files = redactingPort('the file store', encryptedFiles(localFiles(folder), cipher))
    const all = {
      ...services,
      ...redactingPorts(ports(parts.world)),
      documents,
      files,
    }
    parts.all = all
    return all
  }
  const server = await testServer({
    ...options,
    allRoutes: async services => allRoutes(await open(services)),
    extend: app => {
      if (!parts.all) return
      serveWebhook(app, parts.all)
      serveCalendar(app, parts.all)
      serveFeedbackPictures(app, parts.all)
    },
  })
  const { all, world } = parts
  if (!all || !world) throw new Error('the world was not opened')
  await publish(all.db, demoCatalogue)
  await workOnJobs(all)
  const close = server.close
  return {
    ...server,
    all,
    world,
    folder,
    close: async () => {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
