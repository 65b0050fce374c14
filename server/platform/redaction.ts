/** What may be said of a failure: never the rows, values and answers that errors like to quote. */
import * as v from 'valibot'

function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'something that is no error was thrown' }
  const { name, message, stack } = discreetError(error)
  return { name, message, stack, ...('code' in error && { code: error.code }) }
}

/** What the log keeps of the things that are handed to it: of a request nothing, for its headers are as good as keys. */
export const logSerializers = {
  err: withoutData,
  req: nothing,
  res: nothing,
  busboyOptions: nothing,
}

function nothing(): undefined {
  return undefined
}

/** The error itself, but for one of the database: that one quotes values, so it keeps its code and where it came from. */
export function discreetError(error: Error): Error {
  return isOfDatabase(error) ? retold(error, `the database answered ${error.code}`) : error
}

/**
 * A port whose failures say what kind they are, and nothing of what was asked or answered: a vendor's error may quote both. Every
 * port is handed to the product like this.
 */
export function discreetPort<Port extends object>(name: string, port: Port): Port {
  const told = (error: unknown) =>
    error instanceof Error
      ? retold(error, `${name} failed: ${error.name}`)
      : new Error(`${name} failed`)
  return new Proxy(port, {
    get(target, property) {
      const part: unknown = Reflect.get(target, property)
      if (typeof part !== 'function') return part
      return (...asked: unknown[]) => {
        try {
          return withLater(part.apply(target, asked), told)
        } catch (error) {
          throw told(error)
        }
      }
    },
  })
}

/** An answer whose failure is told in other words, also where only a part of it comes later. */
function withLater(answer: unknown, told: (error: unknown) => Error): unknown {
  if (answer instanceof Promise) {
    return answer.catch((error: unknown) => {
      throw told(error)
    })
  }
  if (typeof answer !== 'object' || answer === null) return answer
  const parts = Object.entries(answer)
  if (!parts.some(([, part]) => part instanceof Promise)) return answer
  return Object.fromEntries(
    parts.map(([name, part]) => [name, part instanceof Promise ? withLater(part, told) : part]),
  )
}

/** A secret of 32 bytes is longer than this however it is written, and may stand where a name should. */
const NAME_MAX_CHARS = 40

/** Reads what may hold secrets. Of what is wrong with it the place and the rule are said, and nothing of it is quoted. */
export function readDiscreetly<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): { readonly read: v.InferOutput<Schema> } | { readonly faults: string } {
  const parsed = v.safeParse(schema, value, { message: ruleOf })
  return parsed.success
    ? { read: parsed.output }
    : { faults: parsed.issues.map(faultOf).join('; ') }
}

/** The rule in words that hold nothing but the rule: the library's own quote what was given. */
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

/** Another message, from the same place. */
function retold(error: Error, message: string): Error {
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
