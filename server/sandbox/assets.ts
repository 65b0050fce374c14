import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

const ASSETS = {
  'sandbox.css': 'text/css; charset=utf-8',
  'jaali.svg': 'image/svg+xml',
  'star.svg': 'image/svg+xml',
  'mark.svg': 'image/svg+xml',
}

/** The stylesheet and drawings of the sandbox's pages, as files of our own. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  for (const [name, type] of Object.entries(ASSETS)) {
    const bytes = await readFile(new URL(`assets/${name}`, import.meta.url))
    app.get(`/sandbox/assets/${name}`, async (_request, reply) =>
      reply.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }).type(type).send(bytes),
    )
  }
}
