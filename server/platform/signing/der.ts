/**
 * Elements of ASN.1 for certificates and signatures. node-forge encodes and decodes them in DER
 * (X.690).
 */
import type { KeyObject } from 'node:crypto'
import { createRequire } from 'node:module'
import type forge from 'node-forge'

export type Element = forge.asn1.Asn1

/** This module alone loads in a fifth of the time of the whole package, whose types it shares. */
const asn1: typeof forge.asn1 = createRequire(import.meta.url)('node-forge/lib/asn1.js')
const { Class, Type } = asn1
const binary = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const universal = (type: forge.asn1.Type, value: string | Element[]) =>
  asn1.create(Class.UNIVERSAL, type, typeof value !== 'string', value)
const contextSpecific = (number: number, value: string | Element[]) =>
  asn1.create(Class.CONTEXT_SPECIFIC, number as forge.asn1.Type, typeof value !== 'string', value)

export const sequence = (...parts: Element[]) => universal(Type.SEQUENCE, parts)
/** DER sorts the elements of a set by their encoding. */
export const set = (...parts: Element[]) =>
  universal(
    Type.SET,
    parts.toSorted((one, other) => Buffer.compare(encoded(one), encoded(other))),
  )
export const identifier = (oid: string) => universal(Type.OID, asn1.oidToDer(oid).getBytes())
export const integer = (value: number) =>
  universal(Type.INTEGER, asn1.integerToDer(value).getBytes())
export const octets = (bytes: Uint8Array) => universal(Type.OCTETSTRING, binary(bytes))
/** A bit string begins with the number of unused bits in its last byte. */
export const bits = (bytes: Uint8Array) => universal(Type.BITSTRING, `\0${binary(bytes)}`)
export const utf8 = (text: string) => universal(Type.UTF8, binary(Buffer.from(text)))
export const utcTime = (at: Date) => universal(Type.UTCTIME, asn1.dateToUtcTime(at))
export const none = () => universal(Type.NULL, '')
/** An element with a context-specific tag, such as an optional part of a sequence. */
export const tagged = (number: number, ...parts: Element[]) => contextSpecific(number, parts)
export const taggedText = (number: number, text: string) => contextSpecific(number, text)

export function encoded(element: Element): Buffer {
  return Buffer.from(asn1.toDer(element).getBytes(), 'latin1')
}

/** Throws where the bytes are not exactly one element in DER. */
export function decoded(bytes: Uint8Array): Element {
  return asn1.fromDer(binary(bytes))
}

/** True if an element has a context-specific tag in place of a type. */
export const isTagged = ({ tagClass }: Element) => tagClass === Class.CONTEXT_SPECIFIC

export function partsOf({ value }: Element): Element[] {
  return typeof value === 'string' ? [] : value
}

const ALGORITHMS: Readonly<Record<string, () => Element>> = {
  ec: () => sequence(identifier('1.2.840.10045.4.3.2')),
  rsa: () => sequence(identifier('1.2.840.113549.1.1.11'), none()),
}

/**
 * The SHA-256 signature algorithm of a key: ECDSA, or RSA as in PKCS#1 v1.5. Throws for other kinds
 * of keys.
 */
export function signatureAlgorithm({ asymmetricKeyType: kind }: KeyObject): Element {
  const algorithm = ALGORITHMS[String(kind)]
  if (!algorithm) throw new RangeError(`Keys of the kind ${kind} are not supported for signing.`)
  return algorithm()
}
