/** The whole server for a test: every route, the simulated world as the product uses it, and the jobs at work. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoCatalogue, publish } from '#server/catalogue.ts'
import { discreetPort } from '#server/discretion.ts'
import { localFiles } from '#server/files/local-files.ts'
import { sealedFiles } from '#server/files/sealed-files.ts'
import { workOnLending } from '#server/jobs/handlers/lending.ts'
import { type AllServices, allRoutes } from '#server/routes/all.ts'
import { serveFeedbackPictures } from '#server/routes/feedback.ts'
import { serveWebhook } from '#server/routes/webhook.ts'
import { discreetWorld, openSimulatedWorld, type SimulatedWorld } from '#server/sandbox/world.ts'
import type { Services } from '#server/services.ts'
import { type TestOptions, type TestServer, testServer } from './app.ts'

export type WholeServer = TestServer & {
  readonly all: AllServices
  readonly world: SimulatedWorld
  /** Where the files lie. */
  readonly folder: string
}

type Ports = Parameters<typeof discreetWorld>[0]
export type WholeOptions = Pick<TestOptions, 'config' | 'logLevel'> & {
  /** The ports in place of the simulators, such as those of vendors that fail. */
  readonly ports?: (world: SimulatedWorld) => Ports
}

export async function wholeServer({ ports = world => world, ...options }: WholeOptions = {}): Promise<WholeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'saral-whole-'))
  const made: { world?: SimulatedWorld; all?: AllServices; server?: TestServer } = {}
  const publicOrigin = () => made.server?.origin ?? 'http://saral.test'
  const open = async (services: Services): Promise<AllServices> => {
    const { clock, sealer } = services
    const push = { publicKey: 'test' }
    const webhookUrl = () => `${publicOrigin()}/webhook/payment`
    const movable = { ...clock, advance: async () => clock.now() }
    made.world = await openSimulatedWorld({ ...services, clock: movable, push, webhookUrl, publicOrigin, vendors: [] })
    const files = discreetPort('the file store', sealedFiles(localFiles(folder), sealer))
    made.all = { ...services, ...discreetWorld(ports(made.world)), files, publicOrigin }
    return made.all
  }
  const server = await testServer({
    ...options,
    allRoutes: async services => allRoutes(await open(services)),
    extend: app => {
      if (!made.all) return
      serveWebhook(app, made.all)
      serveFeedbackPictures(app, made.all)
    },
  })
  made.server = server
  const { all, world } = made
  if (!all || !world) throw new Error('the world was not opened')
  await publish(all.db, demoCatalogue)
  await workOnLending(all)
  const close = server.close
  return {
    ...{ ...server, all, world, folder },
    close: async () => {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
