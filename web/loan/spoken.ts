/** How a language says an amount; `paise` is below 100. */
export type SpokenAmount = (amount: { readonly rupees: number; readonly paise: number }) => string

/**
 * The lines of a page as a voice can read them: amounts as rupees and paise, without the dots that
 * hide digits, without repeated lines and lone signs.
 */
export function spokenLines(text: string, amountOf: SpokenAmount): string[] {
  return text
    .split('\n')
    .map(line =>
      line
        .replace(/₹\s?([\d,]+)(?:\.(\d\d))?/g, (_, whole: string, decimals = '0') =>
          amountOf({ rupees: Number(whole.replaceAll(',', '')), paise: Number(decimals) }),
        )
        .replace(/[•*]+\s*/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line, at, all) => /[\p{L}\p{N}]/u.test(line) && line !== all[at - 1])
}
