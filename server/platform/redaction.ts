/** Redaction: errors quote rows, values and answers, and none of these may reach logs and jobs. */
import * as v from 'valibot'
import { StatedError } from '#server/platform/stated-error.ts'

function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'the thrown value is not an error' }
  const { name, message, stack } = redactedError(error)
  return { name, message, stack, ...('code' in error && { code: error.code }) }
}

/** Reduces the arguments of the log: it logs nothing of a request, because headers are as good as keys. */
export const logSerializers = {
  err: withoutData,
  req: nothing,
  res: nothing,
  busboyOptions: nothing,
}

function nothing(): undefined {
  return undefined
}

/** The error itself; a database error quotes values, so only its code and stack remain. */
export function redactedError(error: Error): Error {
  return isOfDatabase(error) ? redacted(error, `the database answered ${error.code}`) : error
}

/**
 * A port whose errors quote nothing of the question or the answer, as a vendor's error may: they
 * have the words that we wrote, or else name their kind. The product gets every port in this
 * wrapper.
 */
export function redactingPort<Port extends object>(name: string, port: Port): Port {
  const redact = (error: unknown) =>
    error instanceof Error
      ? redacted(error, `${name} failed: ${wordsOf(error)}`)
      : new Error(`${name} failed`)
  return new Proxy(port, {
    get(target, property) {
      const part: unknown = Reflect.get(target, property)
      if (typeof part !== 'function') return part
      return (...parameters: unknown[]) => {
        try {
          return redactingLater(part.apply(target, parameters), redact)
        } catch (error) {
          throw redact(error)
        }
      }
    },
  })
}

function wordsOf(error: Error): string {
  return error instanceof StatedError ? error.message : error.name
}

/** An answer whose errors are redacted, also in parts that arrive later. */
function redactingLater(answer: unknown, redact: (error: unknown) => Error): unknown {
  if (answer instanceof Promise) {
    return answer.catch((error: unknown) => {
      throw redact(error)
    })
  }
  if (typeof answer !== 'object' || answer === null) return answer
  const parts = Object.entries(answer)
  if (!parts.some(([, part]) => part instanceof Promise)) return answer
  return Object.fromEntries(
    parts.map(([name, part]) => [
      name,
      part instanceof Promise ? redactingLater(part, redact) : part,
    ]),
  )
}

/** In any notation a secret of 32 bytes is longer than this, and may stand where a name should. */
const NAME_MAX_CHARS = 40

/**
 * Reads a value that may hold secrets. The faults name the place and the rule, and quote nothing.
 */
export function readRedacted<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): { readonly read: v.InferOutput<Schema> } | { readonly faults: string } {
  const parsed = v.safeParse(schema, value, { message: ruleOf })
  return parsed.success
    ? { read: parsed.output }
    : { faults: parsed.issues.map(faultOf).join('; ') }
}

/** The rule in words of our own: the library's message quotes the input. */
function ruleOf({ expected, type }: v.BaseIssue<unknown>): string {
  return expected === null
    ? `is no valid ${type.replace('parse_', '').replaceAll('_', ' ')}`
    : `has to be ${expected}`
}

function faultOf({ path, input, message }: v.BaseIssue<unknown>): string {
  const place = path?.map(({ origin, key }, depth) => {
    const isUnknownName = origin === 'key' && input !== undefined
    return isUnknownName || (depth > 0 && String(key).length > NAME_MAX_CHARS)
      ? '(a name)'
      : String(key)
  })
  return place ? `${place.join('.')} ${message}` : message
}

function isOfDatabase(error: Error): error is Error & { code: string } {
  return 'code' in error && 'severity' in error && typeof error.code === 'string'
}

/** The same error with another message. */
function redacted(error: Error, message: string): Error {
  const frames = (error.stack ?? '').split('\n').filter(line => /^ {4}at /.test(line))
  const code =
    'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code)
      ? { code: error.code }
      : {}
  return Object.assign(new Error(message), {
    stack: [`Error: ${message}`, ...frames].join('\n'),
    ...code,
  })
}
