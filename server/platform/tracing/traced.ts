/**
 * Traces: a call, the jobs that it causes and the calls of vendors, with their times. Until
 * `startTracing` has run, nothing here does anything.
 */
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'

/** The place in a trace from which work was caused. */
export type Cause = { readonly traceId: string; readonly spanId: string }

/**
 * Does the work as a span of this name, under the span that is under way or under its cause. Names
 * and fields are fixed words, never an id or personal data.
 */
export function traced<T>(
  name: string,
  fields: Readonly<Record<string, string>>,
  work: () => Promise<T>,
  cause?: Cause,
): Promise<T> {
  const under = cause ? trace.setSpanContext(ROOT_CONTEXT, remote(cause)) : context.active()
  return trace
    .getTracer('saral')
    .startActiveSpan(name, { attributes: fields }, under, async span => {
      try {
        return await work()
      } catch (error) {
        // Its message may hold personal data; the log has it, redacted, with the id of the trace.
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    })
}

/** The span under way, for work that it causes and that runs later; undefined without one. */
export function currentCause(): Cause | undefined {
  const spanContext = trace.getActiveSpan()?.spanContext()
  if (!spanContext || !isSpanContextValid(spanContext)) return undefined
  const { traceId, spanId, traceFlags } = spanContext
  return traceFlags & TraceFlags.SAMPLED ? { traceId, spanId } : undefined
}

/** The fields that lead from a log line to its trace; none without one. */
export function traceFields(): { readonly traceId?: string } {
  const cause = currentCause()
  return cause ? { traceId: cause.traceId } : {}
}

function remote({ traceId, spanId }: Cause) {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
}
