/** The push services of the browsers (specification §3, push subscription). A starred name stands for every host below it. */
const KNOWN_HOSTS = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'] as const

/** An address as far as it matters here, in the forms of the URL standard. */
export type EndpointAddress = {
  readonly protocol: string
  readonly hostname: string
  /** Empty where it is the protocol's own. */
  readonly port: string
  readonly username: string
  readonly password: string
}

/**
 * Whether notifications may be sent to an address that a browser handed in: it is the user's to choose, so only push services
 * are called, under https, and nothing else in the world or in our own network. `extra` are hosts, or `host:port`, of configuration.
 */
export function isPushService(address: EndpointAddress, extra: readonly string[] = []): boolean {
  const { protocol, hostname, port, username, password } = address
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  if (extra.includes(port === '' ? hostname : `${hostname}:${port}`)) return true
  return port === '' && KNOWN_HOSTS.some(known => matches(known, hostname))
}

function matches(known: string, hostname: string): boolean {
  if (!known.startsWith('*.')) return hostname === known
  const below = known.slice(1)
  return hostname.endsWith(below) && hostname.length > below.length
}
