/**
 * Fills in messages that the build compiled from ICU text (compile.ts). This is the part of
 * Lingui's runtime that our messages need, at a ninth of its size, in the script that everybody
 * waits for.
 */
export type Choices = { offset?: number } & Record<string, readonly Token[]>
export type Token =
  | string
  | readonly [argument: string]
  | readonly [argument: string, kind: 'plural' | 'select', choices: Choices]
/** Plain text, or text with placeholders. */
export type Message = string | readonly Token[]
export type Messages = Record<string, Message>
export type Values = Record<string, string | number>

/** Whether a message is text with plain placeholders, without plurals or choices. */
export function isPlain(message: Message): boolean {
  return (
    typeof message === 'string' ||
    message.every(token => typeof token === 'string' || token.length === 1)
  )
}

/** Fills in a plain message: for the scripts in the pages, which must be small. */
export function fillPlain(message: Message, values: Values): string {
  return [message]
    .flat()
    .map(token => (typeof token === 'string' ? token : (values[token[0]] ?? '')))
    .join('')
}

/**
 * Fills in a message, using the plural rules of its language. An argument without a value stays
 * empty.
 */
export function fill(message: Message, values: Values, language: string): string {
  return typeof message === 'string' ? message : fillTokens(message, values, language, '#')
}

function fillTokens(
  tokens: readonly Token[],
  values: Values,
  language: string,
  count: string,
): string {
  let text = ''
  for (const token of tokens)
    text +=
      typeof token === 'string' ? (token === '#' ? count : token) : filled(token, values, language)
  return text
}

function filled(
  [argument, kind, choices]: Exclude<Token, string>,
  values: Values,
  language: string,
): string {
  const value = values[argument] ?? ''
  if (kind === undefined || choices === undefined) return String(value)
  if (kind === 'select')
    return fillTokens(choices[value] ?? choices.other ?? [], values, language, '#')
  const counted = Number(value) - (choices.offset ?? 0)
  const chosen =
    choices[value] ?? choices[new Intl.PluralRules(language).select(counted)] ?? choices.other ?? []
  return fillTokens(
    chosen,
    values,
    language,
    new Intl.NumberFormat(`${language}-IN-u-nu-latn`).format(counted),
  )
}
