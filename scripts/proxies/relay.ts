import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/**
 * Stands between a proxy and a server, and passes all bytes on. A request whose query is one word,
 * such as `/?seen`, is counted under that word. The first relay that gets a word beginning with
 * `cut` breaks its connection before the server reads it. The rest of the answer to `hold` waits
 * for `release`.
 */
export type Relay = {
  readonly address: string
  readonly counted: (word: string) => number
  /** The words of all requests, in the order in which they came. */
  readonly words: () => readonly string[]
  readonly release: () => void
  readonly close: () => void
}

/** The bytes of a held answer that pass. */
const PASSED_BYTES = 8 * 1024
const MARKED = /^(?:GET|POST) \S*\?(\w+) HTTP\/1\.1\r$/m

export async function openRelay(origin: string, cut: Set<string>): Promise<Relay> {
  const words: string[] = []
  const open = new Set<Socket>()
  let released = Promise.withResolvers<void>()
  const relay = createServer(proxy => {
    const server = dial(Number(new URL(origin).port), '127.0.0.1')
    const ends = [proxy, server]
    let bytesLeft = Number.POSITIVE_INFINITY
    const end = () => {
      for (const each of ends) open.delete(each.destroy())
    }
    for (const each of ends) open.add(each.on('error', end).on('close', end))
    proxy.on('data', (bytes: Buffer) => {
      const word = MARKED.exec(bytes.toString('latin1'))?.[1] ?? ''
      words.push(word)
      if (word.startsWith('cut') && !cut.has(word)) {
        cut.add(word)
        end()
      } else server.write(bytes)
      if (word !== 'hold') return
      bytesLeft = PASSED_BYTES
      released = Promise.withResolvers()
    })
    server.on('data', (bytes: Buffer) => {
      const passed = bytes.subarray(0, bytesLeft)
      bytesLeft -= passed.length
      if (passed.length > 0) proxy.write(passed)
      if (bytesLeft > 0) return
      server.pause()
      void released.promise.then(() => {
        bytesLeft = Number.POSITIVE_INFINITY
        proxy.write(bytes.subarray(passed.length))
        server.resume()
      })
    })
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return {
    address: `127.0.0.1:${(relay.address() as AddressInfo).port}`,
    counted: word => words.filter(each => each === word).length,
    words: () => words,
    release: () => released.resolve(),
    close: () => {
      relay.close()
      for (const each of open) each.destroy()
    },
  }
}
