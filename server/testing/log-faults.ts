/** Finds the lines of a log that report a fault; tests call it at their end. */

/** Pino's level for information. */
const INFO = 30
/** Words of an error, even in a line logged as information. */
const ERROR_WORDS = /\b(error|exception|fail(s|ed|ure)?|could not|cannot|undefined|unexpectedly)\b/i
/** The lines that the product prints besides its log. */
const PRINTED = /^(Saral is ready|The console of the lender's people is) at /

type Line = Readonly<Record<string, unknown>>

/**
 * The lines above information, with an error, or with the words of one, as text, except the allowed
 * ones.
 */
export function logFaults(lines: readonly Line[], allowed: readonly RegExp[] = []): string[] {
  return lines.filter(isFault).map(textOf).filter(isNotAllowed(allowed))
}

/**
 * The same for printed lines. A line outside the log's format, such as a warning of the runtime, is
 * a fault.
 */
export function printedFaults(lines: readonly string[], allowed: readonly RegExp[] = []): string[] {
  return lines
    .filter(line => line.trim() !== '' && !PRINTED.test(line))
    .flatMap(line => {
      const parsed = lineOf(line)
      return parsed ? logFaults([parsed]) : [line]
    })
    .filter(isNotAllowed(allowed))
}

function isFault({ level, msg, err }: Line): boolean {
  return Number(level) > INFO || err !== undefined || ERROR_WORDS.test(String(msg))
}

function textOf({ level, time: _time, pid: _pid, hostname: _host, ...line }: Line): string {
  return `level ${level}: ${JSON.stringify(line)}`
}

function isNotAllowed(allowed: readonly RegExp[]): (text: string) => boolean {
  return text => !allowed.some(pattern => pattern.test(text))
}

function lineOf(text: string): Line | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Line) : undefined
  } catch {
    return undefined
  }
}
