import { once } from 'node:events'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { connect as dial } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type Question = {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** The longest time until the answer. */
  readonly patienceMs?: number
  /** Called when the first bytes of the answer's body are here. */
  readonly onFirstBytes?: () => void
}

/** A browser with one HTTP/2 connection over TLS, which keeps the cookie of the proxy. */
export type H2Browser = {
  readonly ask: (path: string, question?: Question) => Promise<Answer>
  /** The protocols of the connection, such as `h2 TLSv1.3`. */
  readonly protocols: string
  /** The proxy's cookie, once it has sent one. */
  readonly cookie: () => string | undefined
  readonly close: () => void
}

/** This is longer than a proxy tries other servers, and far shorter than it waits for an answer. */
const PATIENCE_MS = 15_000

/** Node refuses any answer while more than this waits to be sent; its default is 10. */
const SESSION_MEGABYTES = 64

/** Connects from an address of the loopback network, in place of a borrower's. */
export async function h2Browser(
  port: number,
  ca: string,
  { from = '127.0.0.1', cookie }: { from?: string; cookie?: string | undefined } = {},
): Promise<H2Browser> {
  const socket: TLSSocket = tlsConnect({
    socket: dial({ host: '127.0.0.1', port, localAddress: from }),
    servername: 'localhost',
    ca,
    ALPNProtocols: ['h2', 'http/1.1'],
  })
  await once(socket, 'secureConnect')
  const protocols = `${socket.alpnProtocol} ${socket.getProtocol()}`
  const session = connect(`https://localhost:${port}`, {
    createConnection: () => socket,
    maxSessionMemory: SESSION_MEGABYTES,
  })
  session.on('error', () => undefined)
  let jar = cookie
  return {
    protocols,
    cookie: () => jar,
    close: () => session.destroy(),
    ask: async (path, question = {}) => {
      const answer = await send(session, path, question, jar)
      const [pair] = (answer.headers['set-cookie'] ?? [])
        .filter(line => line.startsWith('server='))
        .map(line => line.split(';')[0])
      jar = pair ?? jar
      return answer
    },
  }
}

async function send(
  session: ClientHttp2Session,
  path: string,
  { method = 'GET', headers = {}, body, patienceMs = PATIENCE_MS, onFirstBytes }: Question,
  cookie: string | undefined,
): Promise<Answer> {
  const cookies = [headers.cookie, cookie].filter(Boolean).join('; ')
  const requestHeaders = {
    ':method': method,
    ':path': path,
    ...headers,
    ...(cookies !== '' && { cookie: cookies }),
    ...(method === 'POST' && { 'content-length': body?.length ?? 0 }),
  }
  // Browsers end a request without a body at once.
  const stream = session.request(requestHeaders, { endStream: body === undefined })
  const chunks: Buffer[] = []
  return new Promise<Answer>((resolve, reject) => {
    let answer: IncomingHttpHeaders & { ':status'?: number | undefined } = {}
    const fail = (why: string) => {
      clearTimeout(timer)
      reject(new Error(`${method} ${path} ${why}`))
      stream.close()
    }
    const timer = setTimeout(() => fail('got no whole answer in time'), patienceMs)
    stream.on('response', received => {
      answer = received
    })
    stream.on('data', (chunk: Buffer) => {
      if (chunks.length === 0) onFirstBytes?.()
      chunks.push(chunk)
    })
    stream.on('end', () => {
      clearTimeout(timer)
      const status = answer[':status']
      if (status === undefined) fail('got no answer')
      else resolve({ status, headers: answer, body: Buffer.concat(chunks) })
    })
    // A server that refuses a body early resets the stream after its whole answer.
    stream.on('error', failure => fail(`failed: ${failure.message}`))
    if (body) stream.end(body)
  })
}
