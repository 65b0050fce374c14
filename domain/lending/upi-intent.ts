import { type Paise, paise } from '#domain/money.ts'

/** The payment that a UPI link requests from a payer's app. */
export type UpiIntent = {
  /** The name that the payer's app shows, and the UPI address that receives the money. */
  readonly payee: string
  readonly address: string
  readonly amount: Paise
}

const START = 'upi://pay?'
/** The fields that are read here, and that no app may read in another spelling. */
const READ = ['pa', 'pn', 'tr', 'am', 'mam', 'cu']
/** A code of a longer link is too fine for the camera of a cheap phone. */
const MAX_CHARS = 600

/**
 * Reads a UPI link: `upi://pay?pa=…&pn=…&tr=…&am=…&cu=INR` (NPCI, UPI linking specification).
 * Undefined unless it names a payee, a reference, and one amount in rupees that is also the least
 * (`mam`): on any other link the payer could choose what to pay, or the money could not be told
 * apart.
 */
export function readUpiIntent(link: string): UpiIntent | undefined {
  if (!link.startsWith(START) || link.length > MAX_CHARS) return undefined
  const fields = fieldsOf(link.slice(START.length))
  const { pa: address, pn: payee, tr: reference, am, mam: least, cu: currency } = fields ?? {}
  if (!address || !/^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/.test(address)) return undefined
  if (!payee?.trim() || !reference?.trim() || currency !== 'INR') return undefined
  const amount = amountOf(am)
  if (!amount || (least && amountOf(least) !== amount)) return undefined
  return { payee, address, amount }
}

function amountOf(text: string | undefined): Paise | undefined {
  const [, whole, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  return whole === undefined
    ? undefined
    : paise(Number(whole) * 100 + Number(decimals.padEnd(2, '0')))
}

/**
 * The fields of a query. Undefined if an app could read other ones: if one stands twice or in another
 * case, if a name is encoded, if there is another separator or a fragment, or if a value cannot be
 * decoded.
 */
function fieldsOf(query: string): Readonly<Record<string, string>> | undefined {
  if (/[;#?\s]/.test(query)) return undefined
  const pairs = query.split('&').map(pair => {
    const [name = '', ...value] = pair.split('=')
    return [name, value.join('=').replaceAll('+', ' ')] as const
  })
  const names = pairs.map(([name]) => name)
  if (!names.every(name => /^[A-Za-z][A-Za-z0-9]*$/.test(name))) return undefined
  const lower = names.map(name => name.toLowerCase())
  if (new Set(lower).size < names.length) return undefined
  if (lower.some((name, at) => READ.includes(name) && name !== names[at])) return undefined
  try {
    return Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return undefined
  }
}
