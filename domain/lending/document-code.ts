/* The code by which anybody can verify that a document is genuine. */

import { latinCode } from '#domain/digits.ts'

/**
 * Crockford's base 32, which has no letter that could be mistaken for a digit or another letter.
 */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_CHARS = 16
const BITS_PER_CHAR = 5
const GROUP = /.{4}(?=.)/g

/** 80 bits in sixteen characters, too many to guess. */
export type DocumentCode = string & { readonly unit: 'document-code' }

/**
 * Encodes random bytes as a code, which reveals nothing about the document or its borrower. Refuses
 * fewer than ten bytes.
 */
export function documentCodeOf(random: Uint8Array): DocumentCode {
  const needed = (CODE_CHARS * BITS_PER_CHAR) / 8
  if (random.length < needed) throw new RangeError(`a document code needs ${needed} random bytes`)
  const bits = [...random.subarray(0, needed)]
    .map(byte => byte.toString(2).padStart(8, '0'))
    .join('')
  const chars = Array.from({ length: CODE_CHARS }, (_, at) =>
    bits.slice(at * BITS_PER_CHAR, (at + 1) * BITS_PER_CHAR),
  )
  return chars.map(five => DIGITS[Number.parseInt(five, 2)]).join('') as DocumentCode
}

/**
 * Parses a typed code: lower case, with or without dashes, O for 0, I or L for 1. Undefined if it
 * cannot be a code.
 */
export function readDocumentCode(typed: string): DocumentCode | undefined {
  const read = latinCode(typed).replaceAll('O', '0').replace(/[IL]/g, '1')
  const isCode = read.length === CODE_CHARS && [...read].every(char => DIGITS.includes(char))
  return isCode ? (read as DocumentCode) : undefined
}

/** The printed form: four groups of four. */
export function spacedDocumentCode(code: DocumentCode): string {
  return code.replace(GROUP, '$&-')
}
