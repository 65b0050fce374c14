import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string }[]
  events?: object[]
}
type TraceExport = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const spans: Span[] = []
let exported = ''
const collector = createServer(async (request, response) => {
  const body = await text(request)
  exported += body
  spans.push(
    ...(JSON.parse(body) as TraceExport).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(scope => scope.spans),
    ),
  )
  response.setHeader('content-type', 'application/json').end('{}')
})
let server: Server | undefined

beforeAll(async () => {
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
})
afterAll(async () => {
  await server?.stop()
  collector.close()
})

test('one trace leads from Get Money to its job and to the bank, and names nobody', async () => {
  if (!server) throw new Error('The product did not start.')
  const person = await readyBorrower(server.origin)
  const orderId = await person.borrow('saral-seven', 5_000)
  // The server sends the last spans when it stops.
  await server.end()
  const [payout] = spans.filter(({ name }) => name === 'payout send')
  const trace = spans.filter(({ traceId }) => traceId === payout?.traceId)
  const parentOf = (span: Span | undefined) =>
    trace.find(({ spanId }) => spanId === span?.parentSpanId)
  const job = parentOf(payout)
  expect(job?.name).toBe('job send-payout')
  expect(parentOf(job)?.name).toMatch(/^POST .*\/order\/v1\/loan$/)
  expect(spans.flatMap(({ events = [] }) => events)).toEqual([])
  for (const secret of [person.phone, orderId, 'token']) expect(exported).not.toContain(secret)
})
