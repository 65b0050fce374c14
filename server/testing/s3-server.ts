/**
 * A small object store for tests: it speaks S3 on the wire, checks each signature itself, and
 * misbehaves on demand.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type S3Server = {
  readonly endpoint: string
  readonly objects: Map<string, Buffer>
  /** Replaces the next answers, in this order. */
  readonly misbehave: ((request: IncomingMessage, response: ServerResponse) => unknown)[]
  readonly requests: string[]
  pageSize: number
  readonly close: () => Promise<void>
}

export const S3_ACCESS = {
  bucket: 'pictures',
  region: 'ap-south-1',
  accessKeyId: 'AKTEST',
  secretAccessKey: 'test+secret/key',
}

export async function s3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const store: Omit<S3Server, 'endpoint' | 'close'> = {
    objects,
    misbehave: [],
    requests: [],
    pageSize: 1_000,
  }
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      const url = new URL(request.url ?? '/', 'http://store')
      store.requests.push(`${request.method} ${url.pathname}`)
      const odd = store.misbehave.shift()
      if (odd) return odd(request, response)
      if (!isSigned(request, url, body)) return fail(response, 403, 'SignatureDoesNotMatch')
      return answer(store, request.method ?? '', url, body, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(store, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  })
}

type Kept = Pick<S3Server, 'objects' | 'pageSize'>

function answer(
  store: Kept,
  method: string,
  url: URL,
  body: Buffer,
  response: ServerResponse,
): unknown {
  const [, bucket, ...rest] = url.pathname.split('/')
  const name = rest.join('/')
  if (bucket !== S3_ACCESS.bucket) return fail(response, 404, 'NoSuchBucket')
  if (name === '') return list(store, url.searchParams, response)
  const object = store.objects.get(name)
  if (method === 'PUT') store.objects.set(name, body)
  if (method === 'DELETE') store.objects.delete(name)
  if (method === 'GET' && !object) return fail(response, 404, 'NoSuchKey')
  return response
    .writeHead(method === 'DELETE' ? 204 : 200)
    .end(method === 'GET' ? object : undefined)
}

function list({ objects, pageSize }: Kept, query: URLSearchParams, response: ServerResponse): void {
  const after = query.get('continuation-token')
  const names = [...objects.keys()]
    .sort()
    .filter(name => name.startsWith(query.get('prefix') ?? '') && (!after || name > after))
  const page = names.slice(0, pageSize)
  const more =
    names.length > page.length
      ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : ''
  const contents = page.map(name => `<Contents><Key>${name}</Key></Contents>`).join('')
  response.end(
    `<?xml version="1.0"?>\n<ListBucketResult xmlns="x"><IsTruncated>${more !== ''}</IsTruncated>${contents}${more}</ListBucketResult>`,
  )
}

export function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status)
    .end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

/** Signature version 4, as its documentation defines it. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const authorization = request.headers.authorization ?? ''
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
  const [, keyId, day = '', region = '', signedHeaders = '', signature] =
    parts.exec(authorization) ?? []
  const bodyHash = sha256(body)
  if (keyId !== S3_ACCESS.accessKeyId || request.headers['x-amz-content-sha256'] !== bodyHash)
    return false
  const headers = signedHeaders
    .split(';')
    .map(name => `${name}:${String(request.headers[name]).trim()}\n`)
  const query = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1))
  const queryText = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  const canonical = [
    request.method,
    url.pathname,
    queryText,
    headers.join(''),
    signedHeaders,
    bodyHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join(
    '\n',
  )
  const key = [region, 's3', 'aws4_request'].reduce(
    (before, part) => hmac(before, part),
    hmac(`AWS4${S3_ACCESS.secretAccessKey}`, day),
  )
  return region === S3_ACCESS.region && hmac(key, toSign).toString('hex') === signature
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: Buffer | string, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
