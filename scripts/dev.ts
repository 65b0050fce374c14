/**
 * `npm run dev`: starts the real server, and in front of it Vite, which serves the web app from its
 * sources and reloads it as they change. Open the address that Vite prints.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { SERVER_FIRST_PARTS } from '#contract/page-path.ts'
import { webConfig } from '#web/build/config.ts'

const project = fileURLToPath(new URL('..', import.meta.url))

const apiPort = await freePort()
const target = `http://127.0.0.1:${apiPort}`
const web = await createServer({
  ...webConfig,
  configFile: false,
  server: {
    port: Number(process.env.PORT ?? 5173),
    // All other addresses are the web app.
    proxy: Object.fromEntries(SERVER_FIRST_PARTS.map(part => [`/${part}`, target])),
  },
})
await web.listen()
const address = web.resolvedUrls?.local[0]?.replace(/\/$/, '')
const server = startServer({
  PORT: String(apiPort),
  ...(address ? { PUBLIC_URL: process.env.PUBLIC_URL ?? address } : {}),
})
web.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', code => {
  void web.close().then(() => process.exit(code ?? 0))
})

function startServer(settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(project, 'server', 'main.ts')], {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createSocket()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const at = probe.address()
      probe.close(() => resolve(typeof at === 'object' && at ? at.port : 0))
    })
  })
}
