import { type Paise, paise } from '#domain/money.ts'

/** What a UPI link asks a payer's app to pay, and to whom. */
export type UpiIntent = {
  /** The name that the payer's app shows, and the UPI address that receives the money. */
  readonly payee: string
  readonly address: string
  readonly amount: Paise
}

const START = 'upi://pay?'
/** A code of a longer link is too fine for the camera of a cheap phone. */
const MAX_CHARS = 600

/**
 * Reads a UPI link: `upi://pay?pa=…&pn=…&tr=…&am=…&cu=INR` (NPCI, UPI linking specification).
 * Undefined unless it names a payee, a reference, and one amount in rupees: on any other link the
 * payer could choose what to pay, or the money could not be told apart.
 */
export function readUpiIntent(link: string): UpiIntent | undefined {
  if (!link.startsWith(START) || link.length > MAX_CHARS) return undefined
  const fields = fieldsOf(link.slice(START.length))
  const { pa: address, pn: payee, tr: reference, am: amount, cu: currency } = fields ?? {}
  if (!address || !/^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/.test(address)) return undefined
  if (!payee || !reference || currency !== 'INR') return undefined
  const [, whole, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amount ?? '') ?? []
  if (whole === undefined) return undefined
  return { payee, address, amount: paise(Number(whole) * 100 + Number(decimals.padEnd(2, '0'))) }
}

/** The fields of a query; undefined if one stands twice or cannot be decoded. */
function fieldsOf(query: string): Readonly<Record<string, string>> | undefined {
  const pairs = query.split('&').map(pair => {
    const [name = '', ...value] = pair.split('=')
    return [name, value.join('=').replaceAll('+', ' ')] as const
  })
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return undefined
  try {
    return Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return undefined
  }
}
