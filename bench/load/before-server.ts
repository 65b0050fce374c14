import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#e2e/rig/port.ts'
import { type Kind, PROXIES, runProxy, versionOf } from '#scripts/proxies/run-proxy.ts'

/** HAProxy before one server. */
export type BeforeServer = {
  readonly version: string
  readonly origin: string
  readonly pid: number | undefined
  readonly end: () => Promise<void>
}

/**
 * HAProxy with the file of docs/proxies as it is, but before one server alone, on one thread and
 * over plain HTTP: the bench measures how it queues requests, and no encryption.
 */
const plain = (kind: Kind): Kind => ({
  ...kind,
  changes: ({ servers: [first], port, plainPort }) => ({
    'first:3000': first,
    '\tserver second second:3000 cookie second': '\t# One server alone:',
    'global\n': 'global\n\tnbthread 1\n',
    'bind :80\n': `bind 127.0.0.1:${plainPort}\n`,
    'bind :443 ssl crt /etc/haproxy/loans.example.pem alpn h2,http/1.1\n': `bind 127.0.0.1:${port}\n`,
  }),
})

/** Starts HAProxy before the server at this address; undefined if it is not on this machine. */
export async function startBeforeServer(origin: string): Promise<BeforeServer | undefined> {
  const kind = PROXIES.find(({ name }) => name === 'haproxy')
  const version = kind && versionOf(kind)
  if (!kind || version === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'saral-haproxy-'))
  // It may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const server = `127.0.0.1:${new URL(origin).port}`
  const port = await freePort()
  const place = { servers: [server, server], port, plainPort: await freePort(), folder } as const
  const proxy = await runProxy(plain(kind), place)
  return {
    version,
    origin: `http://127.0.0.1:${port}`,
    pid: proxy.pid,
    end: async () => {
      await proxy.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
