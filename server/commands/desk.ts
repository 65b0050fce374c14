/**
 * `npm run desk`: lists what waits for a person, and settles it. Works beside a running server, on
 * the same database.
 */
import { userInfo } from 'node:os'
import { type LookServices, lookAtFace } from '#server/commands/desk/look.ts'
import { atDesk, noteInAudit } from '#server/commands/desk/work.ts'
import { anchor, anchorFileOf } from '#server/platform/audit/anchors.ts'
import { sandboxClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Place } from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'
import { cipherWith } from '#server/platform/db/encrypt.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { fileStore } from '#server/platform/files/choose.ts'
import { encryptedFiles } from '#server/platform/files/store.ts'
import { randomIds } from '#server/platform/ids.ts'
import { jobNames } from '#server/platform/jobs/names.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'

const log = (message: string) => console.error(message)
const quiet = () => undefined

const warnOfAnchor = ({ message }: Error) =>
  log(`This act is in the audit log, but not yet among its anchors: ${message}`)

await desk(process.argv.slice(2)).catch((error: Error) => {
  log(`The operations desk could not start. ${error.message}`)
  process.exitCode = 1
})

async function desk(words: readonly string[]): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    const config = readConfig(process.env)
    const place = config.database ?? (await embeddedDatabase(config.dataDir, undo))
    const db = await openDatabase(place, { log: quiet })
    undo.push(() => db.close())
    const cipher = cipherWith(await openKeys(config, place))
    const queue = await createQueue(db, { names: jobNames, log })
    undo.push(() => queue.stop())
    const clock = await sandboxClock(db)
    const services = { db, queue, clock, ids: randomIds(), cipher }
    const anchorNow = () => anchor({ db, clock }, anchorFileOf(config)).catch(warnOfAnchor)
    if (words[0] === 'look' && words[1]) {
      await noteInAudit(services, words, userInfo().username, anchorNow)
      return void (await look(
        { ...services, files: encryptedFiles(fileStore(config), services.cipher) },
        words[1],
      ))
    }
    const { isDone, lines } = await atDesk(services, words, userInfo().username, anchorNow)
    for (const line of lines) console.log(line)
    if (!isDone) process.exitCode = 1
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

/** Serves the page with a waiting face, or waiting cards, until somebody has opened it, or nobody has in time. */
async function look(services: LookServices, documentId: string): Promise<void> {
  const page = await lookAtFace(services, documentId, userInfo().username)
  if (!page) {
    console.log(`No face and no cards with the id ${documentId} wait for a look.`)
    process.exitCode = 1
    return
  }
  console.log(`Open ${page.address} in a browser on this machine. The page opens only once.`)
  if (await page.isSeen) return
  console.log('Nobody opened the page in time, so it is closed. Run the command again.')
  process.exitCode = 1
}

/** Joins the embedded database of the running server, or starts it for this command. */
async function embeddedDatabase(dataDir: string, undo: (() => Promise<unknown>)[]): Promise<Place> {
  const embedded = await startEmbedded({ dataDir, log: quiet })
  undo.push(() => embedded.stop())
  return embedded.connection
}
