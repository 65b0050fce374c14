/**
 * The forms that values of settings have. A message completes the sentence that begins with the
 * setting's name, and quotes nothing of the value, which may be a secret.
 */
import { createECDH } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import * as v from 'valibot'
import { isBlockedPort } from '#server/platform/blocked-ports.ts'

export const yes = v.pipe(
  v.picklist(['yes', 'no']),
  v.transform(word => word === 'yes'),
)
export const line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
export const count = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))
export const port = v.pipe(v.string(), v.digits(), v.transform(Number), v.maxValue(65_535))
/** A port at which browsers open pages. */
export const browserPort = v.pipe(
  port,
  v.check(
    number => !isBlockedPort(number),
    'is a port that browsers refuse to open; choose another',
  ),
)
export const list = v.pipe(
  v.string(),
  v.transform(text => text.split(/[\s,]+/).filter(Boolean)),
)

const LABEL = /^(?!-)[\w-]{1,63}(?<!-)$/
/** Browsers read a name that ends in a number as an IPv4 address (WHATWG URL, "ends in a number"). */
const ENDS_IN_NUMBER = /^(\d+|0x[\da-f]*)$/i

/** The name of a machine, or an address without brackets. */
export function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true
  const labels = text.replace(/\.$/, '').split('.')
  return (
    text.length <= 253 &&
    labels.every(label => LABEL.test(label)) &&
    !ENDS_IN_NUMBER.test(labels.at(-1) ?? '')
  )
}

/** A name or an address of this machine, to listen at. */
export const listeningHost = v.pipe(
  line,
  v.check(isHost, 'is neither the name nor the IP address of a machine, such as 127.0.0.1 or ::1'),
)

function isWebAddress(url: URL | null): url is URL {
  return url !== null && /^https?:$/.test(url.protocol)
}

/** The URL of a text that names a machine by http or https, and carries no key. */
function webAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  if (!isWebAddress(url) || url.username !== '' || url.password !== '') return undefined
  return isHost(url.hostname.replace(/^\[(.+)\]$/, '$1')) ? url : undefined
}

const NOT_AN_ADDRESS = 'not an http(s) address'
/** An address that may have a path: `https://collector.example/otlp`. */
export const addressWithPath = v.pipe(
  v.string(),
  v.check(text => webAddress(text) !== undefined, NOT_AN_ADDRESS),
  v.check(
    text => !/[?#]/.test(text),
    'has a query or a fragment: leave out everything from ? or # on',
  ),
)

/** An address that is a machine's alone: `https://store.example`. */
export const httpUrl = v.pipe(
  v.string(),
  v.check(text => webAddress(text) !== undefined, NOT_AN_ADDRESS),
  v.check(text => {
    const { pathname = '', search = '', hash = '' } = webAddress(text) ?? {}
    return pathname === '/' && search === '' && hash === ''
  }, 'has a path: leave out everything after the host and the port'),
  v.transform(text => new URL(text).origin),
)

const UNSPECIFIED = new Set(['0.0.0.0', '[::]'])
/** An address at which browsers reach this product. */
export const pageOrigin = v.pipe(
  httpUrl,
  v.check(
    origin => !UNSPECIFIED.has(new URL(origin).hostname),
    'is an address to listen at (HOST), which no browser can open',
  ),
  v.check(origin => {
    const { port: number } = new URL(origin)
    return number === '' || !isBlockedPort(Number(number))
  }, 'has a port that browsers refuse to open; choose another'),
)

/** Another address of the product, over https; its path, if there is one, is left out. */
export const httpsOrigin = v.pipe(
  v.string(),
  v.check(text => webAddress(text)?.protocol === 'https:', 'not an https address'),
  v.transform(text => new URL(text).origin),
)
/** A page on another site, over https. */
export const httpsPage = v.pipe(
  v.string(),
  v.check(text => webAddress(text)?.protocol === 'https:', 'not an https address'),
)

const RANGES = ['loopback', 'linklocal', 'uniquelocal']

function isProxyRange(text: string): boolean {
  if (RANGES.includes(text)) return true
  const [address = '', range, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (range === undefined) return true
  if (version === 4 && isIPv4(range)) return range !== '0.0.0.0'
  return (
    /^\d{1,3}$/.test(range) && Number(range) >= 1 && Number(range) <= (version === 4 ? 32 : 128)
  )
}

/** The trusted proxies; all addresses are refused: a borrower would choose the address that limits count. */
export const proxies = v.pipe(
  list,
  v.check(
    each => each.every(isProxyRange),
    `has to name proxies by IP address, by range (10.0.0.0/8), or as ${RANGES.join(', ')}`,
  ),
)

const isHostName = (text: string) => isHost(text) && isIP(text) === 0 && text === text.toLowerCase()

export const hostNames = v.pipe(
  list,
  v.check(
    each => each.every(isHostName),
    'has to name hosts alone, such as pay.example: no https://, no path, no port and no star',
  ),
)
export const hostsWithPorts = v.pipe(
  list,
  v.check(
    each =>
      each.every(text => {
        const [, host = '', number] = /^([^:]+)(?::([1-9]\d{0,4}))?$/.exec(text) ?? []
        return isHostName(host) && Number(number ?? 0) <= 65_535
      }),
    'has to name hosts, such as push.example or push.example:8443: no https://, no path and no star',
  ),
)

/** A number that a person can dial, as people write it. */
export const phone = v.pipe(
  line,
  v.check(text => {
    const digits = text.replace(/\D/g, '').length
    return /^\+?[\d\s().-]+$/.test(text) && digits >= 3 && digits <= 15
  }, 'is no phone number: write digits, such as 1800 000 0000 or +91 22 4000 1234'),
)

/** The name of a company or of a person. */
export const properName = v.pipe(line, v.regex(/\p{L}{2}/u, 'is no name'))
/** A certificate of registration of RBI, such as N-14.03210. */
export const registration = v.pipe(line, v.regex(/\d/, 'is no registration: it has no number'))

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** A file that an address of a database names, by the name of its parameter. */
export function databaseFiles(address: string): readonly (readonly [string, string])[] {
  const query = URL.parse(withHost(address))?.searchParams
  return ['sslrootcert', 'sslcert', 'sslkey'].flatMap(name => {
    const file = query?.get(name)
    return file ? [[name, file] as const] : []
  })
}

/** An address without a host names a socket in its query, which URL parsers do not read. */
const withHost = (address: string) => address.replace('@/', '@localhost/')

function databaseFault(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text))
    return 'has to be the address of a PostgreSQL server, postgresql://role:password@host:5432/name'
  const url = URL.parse(withHost(text))
  const { hostname = '', pathname = '', search = '', hash = '' } = url ?? {}
  // An `@` this late follows a password with an unescaped `/`, `?` or `#`.
  if (!url || `${pathname}${search}${hash}`.includes('@'))
    return 'cannot be read: write a special character of the password as % and its code'
  const host = decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1')
  if (host !== '' && !host.startsWith('/') && !isHost(host)) return 'has to name one host'
  const mode = url.searchParams.get('sslmode')
  return mode === null || SSL_MODES.includes(mode)
    ? undefined
    : `has an unknown sslmode; these are: ${SSL_MODES.join(', ')}`
}

/** The address of a PostgreSQL server. */
export const databaseAddress = v.pipe(
  line,
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? databaseFault(dataset.value) : undefined
    if (fault !== undefined) addIssue({ message: fault })
  }),
)

/** True for a pair of VAPID keys (RFC 8292): the private one makes the public one. */
export function isVapidPair(publicKey: string, privateKey: string): boolean {
  if (![publicKey, privateKey].every(key => /^[\w-]+$/.test(key))) return false
  const secret = Buffer.from(privateKey, 'base64url')
  if (secret.length !== 32 || secret.toString('base64url') !== privateKey) return false
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(secret)
    return curve.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}
