import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Gate, Urgency } from '#server/platform/http/admission.ts'
import { refuseOverload } from '#server/platform/http/overload.ts'

test('reads are refused early, in our form, while money and webhooks are served', async () => {
  const entered: Urgency[] = []
  const full: Gate = {
    enter: ({ urgency, admit, refuse }) => {
      entered.push(urgency)
      if (urgency === 'first') admit()
      else refuse()
      return () => undefined
    },
  }
  const app = Fastify()
  app.decorateReply('outcome', undefined)
  refuseOverload(app, true, full)
  const answer = async () => 'served'
  app.get('/home', { config: { limitedAs: contract.home.index } }, answer)
  app.post('/loan', { config: { limitedAs: contract.order.loan } }, answer)
  app.post('/webhook', { config: { limitedAs: 'nothing', comesFirst: true } }, answer)
  app.get('/page', answer)

  const refusal = await app.inject('/home')
  expect(refusal.statusCode).toBe(503)
  expect(refusal.json()).toMatchObject({ code: -1, data: { reason: 'server-busy' } })
  expect(refusal.headers).toMatchObject({
    'retry-after': '2',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  for (const [method, url] of [
    ['POST', '/loan'],
    ['POST', '/webhook'],
    ['GET', '/page'],
  ] as const)
    expect((await app.inject({ method, url })).body).toBe('served')
  expect(entered).toEqual(['usual', 'first', 'first'])
  await app.close()
})
