import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The settings of a proxy: the addresses of two servers, its own two ports, and its files. */
export type Place = {
  readonly servers: readonly [string, string]
  readonly port: number
  readonly plainPort: number
  /** Holds `cert.pem`, `key.pem` and `both.pem`, and the files that the proxy writes. */
  readonly folder: string
}

/** A proxy of docs/proxies, and the changes by which its file works here. */
export type Kind = {
  readonly name: string
  readonly file: string
  readonly version: readonly string[]
  /** Texts of the file, each with its replacement here. */
  readonly changes: (place: Place) => Readonly<Record<string, string>>
  /** Replacements by which it refuses after few requests, if it can queue requests. */
  readonly narrowed?: Readonly<Record<string, string>>
  /** True if it asks each server whether it is ready. */
  readonly pollsReady: boolean
  readonly command: (path: string, place: Place) => readonly string[]
}

const addresses = ({ servers }: Place) => ({
  'first:3000': servers[0],
  'second:3000': servers[1],
})

/** The requests that a narrowed proxy lets wait for each server. */
export const QUEUED = 3

/** The proxies of docs/proxies. */
export const PROXIES: readonly Kind[] = [
  {
    name: 'caddy',
    file: 'Caddyfile',
    version: ['version'],
    pollsReady: true,
    changes: place => ({
      ...addresses(place),
      // The global options come first in the file.
      '\n{\n\tlog {': `
{
	admin off
	skip_install_trust
	http_port ${place.plainPort}
	https_port ${place.port}
	storage file_system ${place.folder}/caddy
	log {`,
      '\n{$SITE} {': `\nhttps://localhost {\n\ttls ${place.folder}/cert.pem ${place.folder}/key.pem`,
      'http://{$SITE}': 'http://localhost',
    }),
    command: path => ['run', '--config', path, '--adapter', 'caddyfile'],
  },
  {
    name: 'haproxy',
    file: 'haproxy.cfg',
    version: ['-v'],
    pollsReady: true,
    changes: place => ({
      ...addresses(place),
      'bind :80\n': `bind 127.0.0.1:${place.plainPort}\n`,
      'bind :443 ': `bind 127.0.0.1:${place.port} `,
      '/etc/haproxy/loans.example.pem': `${place.folder}/both.pem`,
    }),
    narrowed: { 'maxconn 512': 'maxconn 1', 'ge 512': `ge ${QUEUED}` },
    command: path => ['-db', '-f', path],
  },
  {
    name: 'nginx',
    file: 'nginx.conf',
    version: ['-v'],
    pollsReady: false,
    changes: place => ({
      ...addresses(place),
      'listen 80;': `listen 127.0.0.1:${place.plainPort};`,
      'listen 443 ': `listen 127.0.0.1:${place.port} `,
      'server_name loans.example;': 'server_name localhost;',
      '/etc/nginx/loans.example.pem': `${place.folder}/cert.pem`,
      '/etc/nginx/loans.example.key': `${place.folder}/key.pem`,
      '/var/log/nginx': place.folder,
      '/run/nginx.pid': `${place.folder}/nginx.pid`,
    }),
    command: (path, { folder }) => ['-c', path, '-p', folder, '-g', 'daemon off;'],
  },
]

/** Debian keeps servers where only root looks for them. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }
const START_MS = 10_000

/** The version of a proxy on this machine; undefined if it is not here. */
export function versionOf({ name, version }: Kind): string | undefined {
  const { stdout, stderr, error } = spawnSync(name, version, { env, encoding: 'utf8' })
  if (error) return undefined
  return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? 'of an unknown version'
}

/** The proxy with room for one request at each server, and for few in line. */
export function narrow(kind: Kind): Kind | undefined {
  const { narrowed } = kind
  return narrowed && { ...kind, changes: place => ({ ...kind.changes(place), ...narrowed }) }
}

/** A proxy that runs. */
export type Proxy = { readonly pid: number | undefined; readonly end: () => Promise<void> }

/** Starts a proxy with its file of docs/proxies. */
export async function runProxy(kind: Kind, place: Place): Promise<Proxy> {
  mkdirSync(place.folder, { recursive: true })
  const path = join(place.folder, kind.file)
  writeFileSync(path, changed(kind, place))
  const child = spawn(kind.name, kind.command(path, place), {
    env: { ...env, HOME: place.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', text => {
      printed = `${printed}${text}`.slice(-4_000)
    })
  const deadline = Date.now() + START_MS
  while (!(await accepts(place.port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end(child)
      throw new Error(`${kind.name} did not start. It printed: ${printed}`)
    }
    await pause(50)
  }
  return { pid: child.pid, end: () => end(child) }
}

function changed(kind: Kind, place: Place): string {
  let text = readFileSync(join(import.meta.dirname, '../../docs/proxies', kind.file), 'utf8')
  for (const [from, to] of Object.entries(kind.changes(place))) {
    if (!text.includes(from)) throw new Error(`${kind.file} does not contain “${from}”`)
    // A comment names the addresses too, so each occurrence is replaced.
    text = text.replaceAll(from, () => to)
  }
  return text
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await exited
  clearTimeout(timer)
}
