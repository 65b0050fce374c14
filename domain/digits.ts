/**
 * The text with every decimal digit of any script as an ASCII digit: the only place where digits of
 * other scripts are read. Unicode gives each script its ten digits in a row, from zero to nine, and
 * rows may follow each other.
 */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, digit => {
    let before = (digit.codePointAt(0) ?? 0) - 1
    let count = 0
    for (; /\p{Nd}/u.test(String.fromCodePoint(before)); before -= 1) count += 1
    return `${count % 10}`
  })
}

/** Spaces, and invisible characters that come along with a paste, such as marks of the direction. */
const SPACE = /[\s\p{Cf}]/gu

/** The digits of a typed or pasted text; everything else is dropped (specification §5: "trimmed"). */
export function onlyDigits(typed: string): string {
  return asciiDigits(typed).replace(/[^0-9]/g, '')
}

/**
 * The digits of a number that is typed or pasted in groups, `1234 5678` or `1234-5678`. A text with
 * anything else is returned whole, so that its field keeps it and says that it is no number.
 */
export function typedDigits(typed: string): string {
  const ascii = asciiDigits(typed)
  const digits = ascii.replace(SPACE, '').replace(/([0-9])[\p{Pd}\u2212]/gu, '$1')
  return /^[0-9]*$/.test(digits) ? digits : ascii
}

/**
 * A code of Latin letters and digits, such as a PAN or an IFSC, without the spaces and dashes between
 * them, in upper case; letters of double width are Latin ones. Everything else stays.
 */
export function latinCode(typed: string): string {
  return asciiDigits(typed.normalize('NFKC'))
    .replace(SPACE, '')
    .replace(/\p{Pd}/gu, '')
    .toUpperCase()
}

/** True if a text consists of exactly this many digits. */
export function isDigits(text: string, count: number): boolean {
  return text.length === count && /^[0-9]*$/.test(text)
}
