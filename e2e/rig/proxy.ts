import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy before the product that can publish a new version of its service worker, and hold back
 * the rest of a page.
 */
export type Proxy = {
  readonly origin: string
  readonly publish: () => void
  /** Sends a page up to this text, and the rest only after the returned function was called. */
  readonly holdPage: (path: string, upTo: string) => () => void
  readonly close: () => Promise<void>
}

export async function openProxy(target: string): Promise<Proxy> {
  let version = 1
  let hold: { path: string; upTo: string; released: Promise<void> } | undefined
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const answer = await fetch(target + path, {
      headers: { accept: request.headers.accept ?? '*/*' },
      redirect: 'manual',
    })
    const isWorker = path === '/sw.js'
    // fetch has decompressed the body, so the headers about its encoding are left out.
    const headers = [...answer.headers].filter(
      ([name]) => !/^(content-encoding|content-length|transfer-encoding|connection)$/.test(name),
    )
    response.writeHead(answer.status, Object.fromEntries(headers))
    const body = Buffer.from(await answer.arrayBuffer())
    if (hold?.path === path) {
      const at = body.indexOf(hold.upTo)
      response.write(body.subarray(0, at))
      await hold.released
      response.end(body.subarray(at))
    } else
      response.end(isWorker ? Buffer.concat([body, Buffer.from(`\n// version ${version}`)]) : body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    publish: () => {
      version += 1
    },
    holdPage: (path, upTo) => {
      let release = () => {}
      const released = new Promise<void>(resolve => {
        release = resolve
      })
      hold = { path, upTo, released }
      return release
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
