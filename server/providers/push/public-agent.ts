/** Connections to public addresses only: refuses a name that resolves into a private network. */
import { type LookupAddress, lookup } from 'node:dns'
import { Agent } from 'node:https'
import { BlockList, type LookupFunction } from 'node:net'

/**
 * The ranges that IANA lists as not globally reachable, and those that carry an IPv4 address inside
 * (RFC 6890, 4291, 6052, 3056, 4380).
 */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
const NOT_PUBLIC_V6 = [
  '::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]
/**
 * The prefix by which an IPv6-only network reaches IPv4: a public address in it is public, a
 * private one is not.
 */
const NAT64_BITS = 96

const notPublic = new BlockList()
for (const range of NOT_PUBLIC_V4) {
  const [base = '', bits] = range.split('/')
  // This also matches them within addresses such as ::ffff:10.0.0.1.
  notPublic.addSubnet(base, Number(bits), 'ipv4')
  notPublic.addSubnet(`64:ff9b::${base}`, NAT64_BITS + Number(bits), 'ipv6')
}
for (const range of NOT_PUBLIC_V6) {
  const [base = '', bits] = range.split('/')
  notPublic.addSubnet(base, Number(bits), 'ipv6')
}

/** True if an address is globally reachable. */
export function isPublicAddress({ address, family }: LookupAddress): boolean {
  return !notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  constructor() {
    super('The name leads to an address that is not public.')
  }
}

type Resolve = (
  hostname: string,
  options: { all: true },
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void
/** For tests: other certificates than the system's, and another name resolution. */
export type PublicAgentParts = { readonly ca?: string | Buffer; readonly resolve?: Resolve }

/**
 * Resolves a name once, and connects to the address that was checked: no second resolution can
 * differ. One private address among public ones is enough to refuse.
 */
export function publicAgent({ ca, resolve = lookup }: PublicAgentParts = {}): Agent {
  const checked: LookupFunction = (hostname, { all, family, hints }, callback) => {
    resolve(hostname, { family, hints, all: true } as { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) return callback(error, [])
      if (first === undefined || !addresses.every(isPublicAddress))
        return callback(new PrivateAddressError(), [])
      return all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
  return new Agent({ keepAlive: true, lookup: checked, ...(ca && { ca }) })
}
