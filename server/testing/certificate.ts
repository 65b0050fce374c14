/** A certificate for `localhost` that is made anew for each test run, so that no key lies in the repository. */
import { generateKeyPairSync, sign } from 'node:crypto'

const MS_PER_DAY = 86_400_000

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

const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'))
const COMMON_NAME = '550403'
const ALTERNATIVE_NAME = '551d11'

export function localhostCertificate(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(identifier(COMMON_NAME), der(0x0c, Buffer.from('localhost')))))
  const host = sequence(der(0x82, Buffer.from('localhost')))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(Date.now() - MS_PER_DAY)), time(new Date(Date.now() + MS_PER_DAY))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(identifier(ALTERNATIVE_NAME), der(0x04, host)))),
  )
  const whole = sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, privateKey)))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
