/**
 * Checks what a start needs of its machine: ports, files and keys. It runs before anything is made,
 * so that a refused start leaves nothing behind.
 */
import { constants } from 'node:fs'
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { databaseFiles } from '#server/platform/config-forms.ts'
import type { DatabaseAccess } from '#server/platform/db/connection.ts'
import { readKeyring, refuseWithoutKeys } from '#server/platform/keys/keys.ts'

/** Refuses a setting, by its name, that this machine cannot satisfy. */
export async function refuseUnfitMachine(config: Config): Promise<void> {
  if (needsDataDir(config)) await refuseUnwritable('DATA_DIR', config.dataDir)
  await refuseMissingFiles(config.database)
  if ((await readKeyring(config)) === undefined) refuseWithoutKeys(config)
  if (config.auditAnchors !== undefined) await refuseUnfitAnchors(config.auditAnchors)
  const { metrics, host, port } = config
  await refuseTaken({ PORT: port, HOST: host })
  if (metrics) await refuseTaken({ METRICS_PORT: metrics.port, METRICS_HOST: metrics.host })
}

/** The certificates and keys that an address of the database names. */
async function refuseMissingFiles(database: DatabaseAccess | undefined): Promise<void> {
  const { url, appUrl } = { url: undefined, appUrl: undefined, ...database }
  const addresses = { DATABASE_URL: url, DATABASE_APP_URL: appUrl }
  for (const [name, address = ''] of Object.entries(addresses))
    for (const [parameter, file] of databaseFiles(address))
      await access(file, constants.R_OK).catch((error: Error) => {
        throw new Error(`${name}: the file of ${parameter} cannot be read: ${error.message}`)
      })
}

/** True unless all data is stored elsewhere. */
function needsDataDir({ database, s3, push, auditAnchors }: Config): boolean {
  return [database, s3, push.keys, auditAnchors].some(elsewhere => elsewhere === undefined)
}

/** Tries to write into a folder, or into the first of the folders around it that exists. */
async function refuseUnwritable(name: string, folder: string): Promise<void> {
  const existing = await existingPart(resolve(folder))
  await mkdtemp(join(existing, '.saral-')).then(rmdir, (error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOTDIR' ? 'it is no folder' : 'nothing can be written there'
    throw new Error(`${name}=${folder} cannot be used: ${why} (${existing}, ${error.code}).`)
  })
}

async function existingPart(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
  return isThere || dirname(path) === path ? path : existingPart(dirname(path))
}

async function refuseUnfitAnchors(file: string): Promise<void> {
  const refuse = (why: string) => {
    throw new Error(`AUDIT_ANCHORS=${file} cannot be used: ${why}.`)
  }
  const before = await stat(file).catch(() => undefined)
  if (before?.isDirectory()) refuse('it is a folder; name a file')
  if (before) await access(file, constants.W_OK).catch(() => refuse('it cannot be written'))
  const folder = await stat(dirname(resolve(file))).catch(() => undefined)
  if (!folder?.isDirectory()) refuse('its folder does not exist')
  if (!before) await refuseUnwritable('AUDIT_ANCHORS', dirname(resolve(file)))
}

/** Listens for a moment at an address that the server will need. */
async function refuseTaken(address: Readonly<Record<string, string | number>>): Promise<void> {
  const [[portName, port], [hostName, host]] = Object.entries(address) as [
    [string, number],
    [string, string],
  ]
  const probe = createServer()
  await new Promise<void>((done, fail) => {
    probe.once('error', fail)
    probe.listen({ port, host }, done)
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(whyNot(error, { portName, port, hostName, host }), { cause: error })
  })
  await new Promise(done => probe.close(done))
}

type Address = {
  readonly portName: string
  readonly port: number
  readonly hostName: string
  readonly host: string
}

function whyNot({ code }: NodeJS.ErrnoException, address: Address): string {
  const { portName, port, hostName, host } = address
  if (code === 'EADDRINUSE')
    return `${portName}=${port} is taken: another program listens there. Choose another, or end that program.`
  if (code === 'EACCES') return `${portName}=${port} is not permitted to this user.`
  return `${hostName}=${host} is no address of this machine (${code}).`
}
