/**
 * A process that uses the embedded database until its input ends, for the tests that share it and
 * kill its users.
 */
import { once } from 'node:events'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'

const { stop, where } = await startEmbedded({ dataDir: process.argv[2] ?? '', log: console.error })
console.log(where)
process.stdin.resume()
await once(process.stdin, 'end')
await stop()
