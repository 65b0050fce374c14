import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that the system gives to outgoing connections and to servers that name none: from
 * 32768 on Linux, from 49152 on macOS. One of those may be taken while its server is down, even by a
 * client that tries to reach that server.
 */
const PORTS = [20_000, 32_768] as const
/** Each worker of a run has its own part, so that none takes the port of another's server. */
const PARTS = 4
const SIZE = Math.floor((PORTS[1] - PORTS[0]) / PARTS)
const FIRST = PORTS[0] + (Number(process.env.VITEST_POOL_ID ?? 0) % PARTS) * SIZE

/** Returns a port for a server that is to find it free again after a restart. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, FIRST + SIZE)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
