import { isAadhaarNumber } from '#domain/identity/identity.ts'
import { nameAgreement } from '#domain/identity/person-name.ts'
import type { Ids } from '#server/platform/ids.ts'

/** The smallest valid Aadhaar number from a start on, with these special last four digits. */
export function aadhaarEnding(lastFour: string, start = 23_456_789): string {
  for (let front = start; front < 100_000_000; front += 1) {
    const number = `${front}${lastFour}`
    if (isAadhaarNumber(number)) return number
  }
  throw new RangeError(`no Aadhaar number ends in ${lastFour}`)
}

/** Completes eleven digits to an unused number, by its check digit. */
export function aadhaarBeginning(elevenDigits: string): string {
  const number = [...'0123456789'].map(check => elevenDigits + check).find(isAadhaarNumber)
  if (number === undefined) throw new RangeError(`no Aadhaar number begins with ${elevenDigits}`)
  return number
}

/** A personal PAN; its digits avoid those with a special meaning. */
export function newPan(ids: Ids): string {
  const letters = [...ids.digits(4)].map(digit =>
    String.fromCharCode('A'.charCodeAt(0) + Number(digit)),
  )
  return `${letters.slice(0, 3).join('')}P${letters[3]}1${ids.digits(3)}F`
}

/** Inputs that make the simulated world answer with a failure (product §7, and ours). */
export const MEANINGFUL_INPUTS: readonly {
  readonly what: string
  readonly input: string
  readonly outcome: string
}[] = [
  { what: 'Phone', input: 'ends 0000', outcome: 'receives no SMS' },
  { what: 'Aadhaar', input: aadhaarEnding('0001'), outcome: 'no OTP can be sent (-1100001)' },
  { what: 'Aadhaar', input: aadhaarEnding('0009'), outcome: 'is not known' },
  { what: 'Aadhaar', input: aadhaarEnding('0018'), outcome: 'belongs to somebody under 21' },
  { what: 'PAN', input: 'ABCPX1234F', outcome: 'fifth letter X: is refused' },
  { what: 'PAN', input: 'ABCPD0002F', outcome: 'digits 0002: the name is written differently' },
  { what: 'PAN', input: 'ABCPD0003F', outcome: 'digits 0003: the name is another' },
  { what: 'Account', input: 'ends 0000', outcome: 'the payout is refused' },
  { what: 'Account', input: 'ends 0002', outcome: 'the name is written differently' },
  { what: 'Account', input: 'ends 0003', outcome: 'the name is another' },
  { what: 'Account', input: 'ends 8888', outcome: 'is blocked' },
  { what: 'Account', input: 'ends 9999', outcome: 'does not exist' },
  { what: 'Face', input: 'camera covered', outcome: 'the picture is unclear' },
]

/**
 * The holder's name in another simulated register, by the last four digits of the number asked
 * about: `0002` is the same name written differently, `0003` another person, anything else the same
 * name.
 */
export function nameElsewhere(name: string, lastFour: string): string {
  if (lastFour === '0002') return writtenDifferently(name)
  if (lastFour === '0003') return someoneElse(name)
  return name
}

/** `Asha Verma` becomes `A Verma`; a name without a first name to shorten gets an initial. */
function writtenDifferently(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return others.length === 0 || first.length === 1
    ? `${name.trim()} K`
    : [first.slice(0, 1), ...others].join(' ')
}

function someoneElse(name: string): string {
  const strangers = ['Nandini Bhattacharya', 'Farhan Qureshi', 'Lalitha Subramaniam']
  return strangers.find(stranger => nameAgreement(stranger, name) === 'different') ?? 'Xavier Lobo'
}
