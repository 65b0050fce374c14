import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Message, Messages } from '#words/messages.ts'

/**
 * The argument types that `fill` supports. Numbers and dates are formatted before they are put into
 * a message.
 */
const kinds = new Set<unknown>([undefined, 'plural', 'select'])

/**
 * Compiles the ICU messages of one catalogue, `file`. Throws an error that names the first message
 * that does not parse.
 */
export function compileCatalogue(json: string, file: string): Messages {
  const messages = JSON.parse(json) as Record<string, string>
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [id, compile(message, `${file}: "${id}"`)]),
  )
}

/** A message without placeholders stays plain text. */
export function compile(message: string, name: string): Message {
  try {
    const tokens = compileMessageOrThrow(message)
    const unknown = tokens.find(token => typeof token !== 'string' && !kinds.has(token[1]))
    if (unknown) throw new Error(`argument type ${String(unknown[1])} is not supported`)
    return tokens.every(token => typeof token === 'string') ? tokens.join('') : (tokens as Message)
  } catch (error) {
    throw new Error(`message ${name} does not parse`, { cause: error })
  }
}

/** The names of the values that a message needs. */
export function argumentsOf(message: Message): string[] {
  if (typeof message === 'string') return []
  return message.flatMap(token => {
    if (typeof token === 'string') return []
    const [argument, , choices = {}] = token
    return [
      argument,
      ...Object.values(choices).flatMap(choice =>
        Array.isArray(choice) ? argumentsOf(choice) : [],
      ),
    ]
  })
}
