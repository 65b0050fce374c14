/** Certificates that vouch for themselves: for simulators and tests, made anew, so that no key lies in the repository. */
import { type KeyObject, sign } from 'node:crypto'
import {
  bits,
  bracketed,
  der,
  identifier,
  integer,
  octets,
  sequence,
  set,
  signatureAlgorithm,
} from '#server/platform/signing/der.ts'

const time = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

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
  const algorithm = signatureAlgorithm(keys.privateKey)
  const called = sequence(set(sequence(identifier(COMMON_NAME), der(0x0c, Buffer.from(name)))))
  const hosts = (found: string) =>
    sequence(identifier(ALTERNATIVE_NAME), octets(sequence(der(0x82, Buffer.from(found)))))
  const body = sequence(
    bracketed(0, integer(2)),
    integer(1),
    algorithm,
    called,
    sequence(time(from), time(to)),
    called,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(host === undefined ? [] : [bracketed(3, sequence(hosts(host)))]),
  )
  const whole = sequence(body, algorithm, bits(sign('sha256', body, keys.privateKey)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
