/** Fastify and nothing else: answers every request with the JSON of its environment. What the machine could do at best. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

const answer: unknown = JSON.parse(process.env.ANSWER ?? '{}')
const app = Fastify()
app.get('/', async () => answer)
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`ready at http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
