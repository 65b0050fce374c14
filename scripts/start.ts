/**
 * `npm start`: builds the web app if its sources changed, then becomes the server, in the same
 * process, so that signals reach it. Without `PORT` it listens on 3000, or on the next free port.
 */
import { createServer } from 'node:net'
import { buildWebIfChanged } from './web-build.ts'

const firstPort = 3000
const portsToTry = 100

if (!buildWebIfChanged()) process.exit(1)
process.env.PORT ||= String(await freePortFrom(firstPort))
await import('#server/main.ts')

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
    probe.once('error', () => resolve(false))
    probe.listen(port, process.env.HOST || '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
