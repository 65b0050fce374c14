/** Elements of ASN.1 in their distinguished encoding (X.690), as certificates and signatures are made of them. */
import type { KeyObject } from 'node:crypto'

/** One element: its tag, its size, and what is in it. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...sizeOf(content.length)]), content])
}

function sizeOf(length: number): number[] {
  if (length < 0x80) return [length]
  const digits: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  return [0x80 + digits.length, ...digits]
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
/** A set has no order of its own, so its encoding gives it one. */
export const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts.toSorted(Buffer.compare))
export const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
export const integer = (value: number) => der(0x02, Buffer.from([value]))
export const octets = (bytes: Uint8Array) => der(0x04, bytes)
export const bits = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes)
export const NOTHING = der(0x05)
/** A part that stands there only in some cases, and then in brackets with a number. */
export const bracketed = (number: number, ...parts: readonly Uint8Array[]) =>
  der(0xa0 + number, ...parts)

/** What is inside of an element, one after the other. Refuses what ends too early. */
export function partsOf(element: Uint8Array): Buffer[] {
  const { start, end } = extentOf(element)
  const parts: Buffer[] = []
  for (let at = start; at < end; ) {
    const rest = element.subarray(at, end)
    const { end: size } = extentOf(rest)
    parts.push(Buffer.from(rest.subarray(0, size)))
    at += size
  }
  return parts
}

/** Where the content of the element at the beginning of these bytes starts and ends. */
function extentOf(bytes: Uint8Array): { start: number; end: number } {
  const size = bytes[1] ?? 0
  const digits = size < 0x80 ? 0 : size - 0x80
  const start = 2 + digits
  const length =
    digits === 0 ? size : bytes.subarray(2, start).reduce((sum, digit) => sum * 256 + digit, 0)
  const end = start + length
  if (bytes.length < end) throw new RangeError('An element of ASN.1 ends too early.')
  return { start, end }
}

const SIGNED_BY: Readonly<Record<string, Buffer>> = {
  ec: sequence(identifier('2a8648ce3d040302')),
  rsa: sequence(identifier('2a864886f70d01010b'), NOTHING),
}

/** How a key signs SHA-256: ECDSA, or RSA as in PKCS#1 v1.5. Refuses other keys. */
export function signatureAlgorithm({ asymmetricKeyType: kind }: KeyObject): Buffer {
  const algorithm = SIGNED_BY[String(kind)]
  if (!algorithm) throw new RangeError(`A key of the kind ${kind} signs nothing here.`)
  return algorithm
}
