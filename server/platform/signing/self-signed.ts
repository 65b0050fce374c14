/**
 * Self-signed certificates for simulators and tests, made at run time so that the repository holds
 * no key.
 */
import { type KeyObject, sign } from 'node:crypto'
import {
  bits,
  decoded,
  encoded,
  identifier,
  integer,
  octets,
  sequence,
  set,
  signatureAlgorithm,
  tagged,
  taggedText,
  utcTime,
  utf8,
} from '#server/platform/signing/der.ts'

const COMMON_NAME = identifier('2.5.4.3')
const ALTERNATIVE_NAME = identifier('2.5.29.17')
/** Marks a name as a host name (RFC 5280 §4.2.1.6). */
const HOST_NAME = 2

export type SelfSigned = {
  readonly name: string
  /** A host at which browsers may find it. */
  readonly host?: string
  readonly keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
  /** Before 2050: a limit of the encoding. */
  readonly from: Date
  readonly to: Date
}

/** A certificate for an elliptic-curve or RSA key, as PEM. */
export function selfSigned({ name, host, keys, from, to }: SelfSigned): string {
  const algorithm = signatureAlgorithm(keys.privateKey)
  const subject = sequence(set(sequence(COMMON_NAME, utf8(name))))
  const hosts = (hostName: string) =>
    sequence(ALTERNATIVE_NAME, octets(encoded(sequence(taggedText(HOST_NAME, hostName)))))
  const body = sequence(
    tagged(0, integer(2)),
    integer(1),
    algorithm,
    subject,
    sequence(utcTime(from), utcTime(to)),
    subject,
    decoded(keys.publicKey.export({ type: 'spki', format: 'der' })),
    ...(host === undefined ? [] : [tagged(3, sequence(hosts(host)))]),
  )
  const signature = sign('sha256', encoded(body), keys.privateKey)
  const whole = encoded(sequence(body, algorithm, bits(signature)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
