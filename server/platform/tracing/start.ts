/** Sends the traces of this process to a collector. Imported only where one is configured. */
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import type { FastifyPluginCallback } from 'fastify'
import type { WriteLog } from '#server/platform/log.ts'

export type Tracing = {
  /** Makes a span of each request, by the pattern of its route. */
  readonly ofRequests: FastifyPluginCallback
  /** Sends the spans that were not sent yet. */
  readonly stop: () => Promise<void>
}

/** The fields that are sent: fixed words and numbers. An address could hold a number or a token. */
const SENT_FIELDS = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'call',
  'job',
  'vendor',
])

/**
 * Starts tracing. The standard variables of OpenTelemetry name the collector
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`), its headers, and the share of traces that are sent. A trace that
 * a client claims to belong to is ignored.
 */
export function startTracing(version: string, log: WriteLog): Tracing {
  logFailures(log)
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'saral', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(withoutAddresses(new OTLPTraceExporter()))],
  })
  provider.register({ propagator: null })
  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
  })
  requests.setTracerProvider(provider)
  return {
    ofRequests: requests.plugin() as FastifyPluginCallback,
    stop: () => provider.shutdown(),
  }
}

/** The library writes an error as JSON, with its stack. */
function logFailures(log: WriteLog): void {
  const logOnce = (text: string) => {
    const [, message = text] = /"message":"([^"]*)"/.exec(text) ?? []
    log(`Traces are not sent: ${message}`, 'warn')
  }
  const ignore = () => undefined
  const logger = { error: logOnce, warn: logOnce, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, DiagLogLevel.WARN)
}

/** Removes the parts of spans that could hold personal data: other fields, messages and events. */
function withoutAddresses(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(inFixedWords), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

function inFixedWords(span: ReadableSpan): ReadableSpan {
  const { attributes, status } = span
  const sentFields = Object.entries(attributes).filter(([name]) => SENT_FIELDS.has(name))
  return Object.create(span, {
    name: { value: nameOf(span) },
    attributes: { value: Object.fromEntries(sentFields) },
    status: { value: { code: status.code } },
    events: { value: [] },
  })
}

/** All requests have one name in the plugin. */
function nameOf({ name, attributes }: ReadableSpan): string {
  const { 'http.request.method': method, 'http.route': route } = attributes
  return method === undefined ? name : `${method} ${route ?? 'unknown'}`
}
