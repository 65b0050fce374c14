import { asciiDigits, latinCode } from '#domain/digits.ts'
import { searchableName } from '#domain/identity/person-name.ts'
import { type DocumentCode, readDocumentCode } from '#domain/lending/document-code.ts'
import { LETTER } from '#domain/letters.ts'
import { type MobileNumber, mobileNumber } from '#domain/phone.ts'

/**
 * A way in which a typed text can be searched. Each is exact: phone, PAN and the whole name by their
 * keyed hash, the others as they are stored.
 */
export type SearchKey =
  | { readonly by: 'phone'; readonly phone: MobileNumber }
  | { readonly by: 'pan'; readonly pan: string }
  | { readonly by: 'name'; readonly name: string }
  | { readonly by: 'order-no'; readonly orderNo: string }
  | { readonly by: 'document-code'; readonly code: DocumentCode }
  | { readonly by: 'last-four'; readonly digits: string }
  | { readonly by: 'reference'; readonly reference: string }
export type SearchBy = SearchKey['by']

export const SEARCH_BYS = [
  'phone',
  'pan',
  'name',
  'order-no',
  'document-code',
  'last-four',
  'reference',
] as const satisfies readonly SearchBy[]

const PAN_FORM = /^[A-Z]{5}\d{4}[A-Z]$/
/** Letters of any script, with what stands between the words of a name. */
const NAME_FORM = new RegExp(`^${LETTER}(?:${LETTER}|[\\s.'’-]){1,99}$`, 'u')
const REFERENCE_FORM = /^[\w.:/-]{6,64}$/

/** All ways in which a text can be searched; none for a text that fits no way, such as an address. */
export function searchKeysOf(typed: string): SearchKey[] {
  const text = asciiDigits(typed).trim()
  const pan = latinCode(text)
  const phone = mobileNumber(text)
  const orderNo = readOrderNo(text)
  const code = readDocumentCode(text)
  const name = NAME_FORM.test(text) ? searchableName(text) : ''
  const keys: (SearchKey | undefined)[] = [
    phone && { by: 'phone', phone },
    PAN_FORM.test(pan) ? { by: 'pan', pan } : undefined,
    name !== '' ? { by: 'name', name } : undefined,
    orderNo ? { by: 'order-no', orderNo } : undefined,
    code && !orderNo ? { by: 'document-code', code } : undefined,
    /^\d{4}$/.test(text) ? { by: 'last-four', digits: text } : undefined,
    REFERENCE_FORM.test(text) ? { by: 'reference', reference: text } : undefined,
  ]
  return keys.filter(key => key !== undefined)
}

const ORDER_NO = /^SR(\d{4})(\d{4})([0-9A-Z]{4})([0-9A-Z]{4})$/

/** An order's number as it is stored, from one typed with or without its spaces; undefined for others. */
export function readOrderNo(typed: string): string | undefined {
  const parts = ORDER_NO.exec(latinCode(typed))
  return parts ? `SR ${parts.slice(1).join(' ')}` : undefined
}
