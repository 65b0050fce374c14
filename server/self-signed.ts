/** Certificates that vouch for themselves: for simulators and tests, made anew, so that no key lies in the repository. */
import { type KeyObject, sign } from 'node:crypto'

/** One element of ASN.1 in its distinguished encoding. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const bits = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes)
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
const NOTHING = der(0x05)

const SIGNED_BY: Readonly<Record<string, Buffer>> = {
  ec: sequence(identifier('2a8648ce3d040302')),
  rsa: sequence(identifier('2a864886f70d01010b'), NOTHING),
}
const COMMON_NAME = '550403'
const ALTERNATIVE_NAME = '551d11'

export type SelfSigned = {
  readonly name: string
  /** A host that browsers may find under it. */
  readonly host?: string
  readonly keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
  /** Before 2050, by its form. */
  readonly from: Date
  readonly to: Date
}

/** A certificate over an elliptic or an RSA key, as PEM. */
export function selfSigned({ name, host, keys, from, to }: SelfSigned): string {
  const algorithm = SIGNED_BY[keys.privateKey.asymmetricKeyType ?? ''] ?? NOTHING
  const called = sequence(der(0x31, sequence(identifier(COMMON_NAME), der(0x0c, Buffer.from(name)))))
  const hosts = (found: string) => sequence(identifier(ALTERNATIVE_NAME), der(0x04, sequence(der(0x82, Buffer.from(found)))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    called,
    sequence(time(from), time(to)),
    called,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(host === undefined ? [] : [der(0xa3, sequence(hosts(host)))]),
  )
  const whole = sequence(body, algorithm, bits(sign('sha256', body, keys.privateKey)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
