/**
 * The push services of the browsers (specification §3, push subscription). A name with a star
 * stands for every host below it.
 */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

/**
 * The target of a notification: parsed once from what the browser supplied, and used without
 * change.
 */
export type PushAddress = {
  readonly hostname: string
  readonly port: number
  /** The hostname, with its port unless that is the default for https. */
  readonly host: string
  /** Includes the query, if there is one. */
  readonly path: string
}

const HTTPS_PORT = 443
/**
 * The only accepted spelling of an address, so that no two programs can disagree about its host: no
 * user, no escapes or capitals before the path, no backslash, no fragment, and only address
 * characters in the path.
 */
const SPELLING =
  /^https:\/\/(?<hostname>[a-z0-9.-]+)(?::(?<port>[1-9]\d{0,4}))?(?<path>\/[\w.~!$&'()*+,;=:@%/?-]*)$/
/** Names only: the last part of an IP address begins with a digit. */
const HOSTNAME = /^(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*$/

/** The parts of an address; undefined for any other spelling. */
export function readPushAddress(endpoint: string): PushAddress | undefined {
  const {
    hostname = '',
    port = String(HTTPS_PORT),
    path = '',
  } = SPELLING.exec(endpoint)?.groups ?? {}
  const isOwnPort = Number(port) === HTTPS_PORT
  if (!HOSTNAME.test(hostname) || (isOwnPort && endpoint.startsWith(`https://${hostname}:`)))
    return undefined
  return { hostname, port: Number(port), host: isOwnPort ? hostname : `${hostname}:${port}`, path }
}

/**
 * The address to which notifications may be sent. A browser supplies it, so its user can choose it:
 * only push services are called, no other host and nothing in our own network. `extra` are
 * configured hosts, or `host:port`.
 */
export function pushServiceAddress(
  endpoint: string,
  extra: readonly string[] = [],
): PushAddress | undefined {
  const address = readPushAddress(endpoint)
  if (!address) return undefined
  const { host, hostname } = address
  const isKnown = (pattern: string) => host === hostname && matches(pattern, hostname)
  return extra.includes(host) || KNOWN_HOSTS.some(isKnown) ? address : undefined
}

function matches(pattern: string, hostname: string): boolean {
  if (!pattern.startsWith('*.')) return hostname === pattern
  const below = pattern.slice(1)
  return hostname.endsWith(below) && hostname.length > below.length
}
