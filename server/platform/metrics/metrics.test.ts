import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { VendorFailure } from '#server/providers/vendor-http.ts'
import { testServer } from '#server/testing/app.ts'
import { instrumented, instrumentedPort } from './metrics.ts'
import { measurements } from './prometheus.ts'
import { serveMeasurements } from './serve.ts'

test('measures requests by the pattern of their route, with nothing personal in a label', async () => {
  const metrics = measurements()
  const server = await testServer({ services: { metrics: metrics } })
  const address = await serveMeasurements(metrics, { port: 0, host: '127.0.0.1' })
  metrics.measureDatabase(server.services.db)
  await server.signIn('919812345670')
  await server.browser().calls(contract.account).me({})
  await server.browser().fetch('/nowhere/919812345670?token=secret')
  const text = await (await fetch(address.where)).text()
  expect(text).toMatch(
    /saral_answer_seconds_count\{method="POST",route="\/api1\/user\/v1\/login",status="200"\} 1/,
  )
  expect(text).toMatch(/saral_answer_seconds_count\{method="GET",route="unknown",status="404"\} 1/)
  expect(text).toContain('saral_refusals_total{reason="not-logged-in"} 1')
  expect(text).toMatch(/saral_database_connections\{state="open"\} [1-9]/)
  expect(text).not.toMatch(/9812345670|secret|nowhere/)
  expect((await fetch(new URL('/', address.where))).status).toBe(404)
  await Promise.all([address.close(), server.close()])
})

test('counts the sign-in codes that were sent, used, and wrong', async () => {
  const metrics = measurements()
  const server = await testServer({ services: { metrics: metrics } })
  try {
    const phone = '919812345678'
    await server.signIn(phone)
    server.clock.advance({ seconds: 61 })
    const { sendCode, login } = server.browser().calls(contract.login)
    expect(await sendCode({ phone })).toMatchObject({ ok: true })
    const code = String((Number(await server.codeSentTo(phone)) + 1) % 10_000).padStart(4, '0')
    expect(await login({ phone, code })).toMatchObject({ reason: 'code-wrong' })
    const text = await metrics.text()
    expect(text).toContain('saral_sign_in_codes_total{outcome="sent"} 2')
    expect(text).toContain('saral_sign_in_codes_total{outcome="used"} 1')
    expect(text).toContain('saral_sign_in_codes_total{outcome="wrong"} 1')
  } finally {
    await server.close()
  }
})

test('measures jobs, closed orders and vendor calls by name and outcome', async () => {
  const metrics = measurements()
  const port = instrumentedPort(
    'sms',
    { sign: '91', send: async (isWell: boolean) => answerOf(isWell) },
    metrics,
  )
  expect(port.sign).toBe('91')
  expect(await port.send(true)).toBe('sent')
  await expect(port.send(false)).rejects.toThrow('MSG91')
  metrics.closed({ overdue: 2, lapsed: 0 })
  metrics.runEnded('the close of business', 'done', 1)
  metrics.jobEnded('send-payout', 'failed', 1)
  metrics.measureCertificate(new Date('2027-01-01T00:00:00Z'))
  const text = await metrics.text()
  expect(text).toContain('saral_vendor_seconds_count{vendor="sms",call="send",outcome="done"} 1')
  expect(text).toContain(
    'saral_vendor_seconds_count{vendor="sms",call="send",outcome="unreachable"} 1',
  )
  expect(text).toContain('saral_closed_total{what="overdue"} 2')
  expect(text).toMatch(/^saral_signing_certificate_expires_timestamp_seconds 1798761600$/m)
  expect(text).toContain('saral_run_seconds_count{work="the close of business",outcome="done"} 1')
  expect(text).toContain('saral_job_seconds_count{job="send-payout",outcome="failed"} 1')
})

test('shows that no page stopped working before one did, so that the first is an increase', async () => {
  const metrics = measurements()
  metrics.pageFailed('console')
  const text = await metrics.text()
  expect(text).toContain('saral_pages_failed_total{app="borrower"} 0')
  expect(text).toContain('saral_pages_failed_total{app="console"} 1')
})

test('a timed call fails with its own error', async () => {
  const reports: unknown[] = []
  const failure = new Error('no')
  const failing = instrumented(
    () => Promise.reject(failure),
    thrown => reports.push(thrown),
  )
  await expect(failing).rejects.toBe(failure)
  expect(reports).toEqual([failure])
})

function answerOf(isWell: boolean): string {
  if (!isWell) throw new VendorFailure('MSG91', 'send', 'unreachable', 'status 500')
  return 'sent'
}
