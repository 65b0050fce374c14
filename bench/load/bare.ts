/** Fastify and nothing else: at the path of its environment it answers with the JSON of its environment. What the machine could do at best. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

const { ANSWER = '{}', ASKED_AT = '/' } = process.env
const answer: unknown = JSON.parse(ANSWER)
const app = Fastify()
app.get(ASKED_AT, async () => answer)
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`ready at http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
