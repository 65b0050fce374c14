/** Runs Fastify alone, which answers at the path ANSWER_PATH with the JSON of ANSWER: the best case. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

const { ANSWER = '{}', ANSWER_PATH = '/' } = process.env
const answer: unknown = JSON.parse(ANSWER)
const app = Fastify()
app.get(ANSWER_PATH, async () => answer)
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`ready at http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
