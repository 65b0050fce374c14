/**
 * `npm start`: builds the web app if its sources changed, then becomes the server, in the same
 * process, so that signals reach it. Without `PORT` it listens on 3000, or on the next free port.
 */
import { createServer } from 'node:net'
import { readConfig } from '#server/platform/config.ts'
import { buildWebIfChanged } from './web-build.ts'

const firstPort = 3000
const portsToTry = 100

refuseWrongSettings()
if (!buildWebIfChanged()) process.exit(1)
process.env.PORT ||= String(await freePortFrom(firstPort))
await import('#server/main.ts')

/** Names a wrong setting before the build, which takes longer than anybody waits for it. */
function refuseWrongSettings(): void {
  try {
    readConfig(process.env)
  } catch (error) {
    console.error(`Saral could not start. ${(error as Error).message}`)
    process.exit(1)
  }
}

async function freePortFrom(port: number): Promise<number> {
  for (let candidate = port; candidate < port + portsToTry; candidate++) {
    if (await isFree(candidate)) return candidate
  }
  throw new Error(
    `No port from ${port} to ${port + portsToTry - 1} is free. Set PORT to a free port.`,
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    // Any other fault is the host's, which the server names.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen(port, process.env.HOST || '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
