/**
 * Files in an S3-compatible object store, hosted or self-hosted. Its operator can read nothing: all
 * content is encrypted.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { type FileKey, type FileStore, isFileKey } from '#server/platform/files/store.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import { notAdmitted } from '#server/platform/vendor-trouble.ts'

export type S3Config = {
  /** Such as `https://s3.ap-south-1.amazonaws.com`; the bucket is part of the path. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Prefix of each key, such as `saral/`; may be empty. */
  readonly prefix: string
  /** The time for one try, and for all tries of a call. */
  readonly timeoutMs?: number
  readonly totalMs?: number
}

type Call = {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: string
  readonly body?: Uint8Array
}
type Answer = { readonly status: number; readonly bytes: Buffer }

const TIMEOUT_MS = 15_000
/** A face and its blink, one after the other, stay below a client's patience (100 s). */
const TOTAL_MS = 30_000
const TRIES = 3
const PAUSE_MS = 200
/** Larger than any encrypted picture or page of a listing. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024

/**
 * Throws where the store is unreachable or does not answer as S3 does: a missing file is a valid
 * answer, a missing bucket is not.
 */
export function s3Files(config: S3Config): FileStore {
  const pathOf = (key: FileKey) => `/${config.prefix}${key}`
  return {
    async put(key, bytes) {
      expectStatus(await ask(config, { method: 'PUT', path: pathOf(key), body: bytes }), [200])
    },
    async get(key) {
      const answer = await ask(config, { method: 'GET', path: pathOf(key) })
      if (isMissingKey(answer)) return undefined
      return new Uint8Array(expectStatus(answer, [200]).bytes)
    },
    async remove(key) {
      const answer = await ask(config, { method: 'DELETE', path: pathOf(key) })
      if (!isMissingKey(answer)) expectStatus(answer, [200, 204])
    },
    keys: () => listed(config),
  }
}

/** Tests the keys by listing one file, as `rotate-keys` lists them all (ListObjectsV2). */
export async function testS3Keys(config: S3Config): Promise<void> {
  const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1', prefix: config.prefix })
  expectStatus(await ask(config, { method: 'GET', path: '', query: query.toString() }), [200])
}

async function* listed(config: S3Config): AsyncIterable<FileKey> {
  const tokens = new Set<string>()
  let token: string | undefined
  do {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix: config.prefix,
      ...(token && { 'continuation-token': token }),
    })
    const { bytes } = expectStatus(
      await ask(config, { method: 'GET', path: '', query: query.toString() }),
      [200],
    )
    const page = bytes.toString('utf8')
    if (!/<ListBucketResult[\s>][\s\S]*<\/ListBucketResult>\s*$/.test(page))
      throw StatedError.of('the file store sent an incomplete listing')
    for (const [, name = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
      const key = name.slice(config.prefix.length)
      if (name.startsWith(config.prefix) && isFileKey(key)) yield key
    }
    token = nextToken(page)
    if (token !== undefined && tokens.has(token))
      throw StatedError.of('the listing of the file store repeats its continuation token')
    if (token !== undefined) tokens.add(token)
  } while (token !== undefined)
}

function nextToken(page: string): string | undefined {
  if (/<IsTruncated>true<\/IsTruncated>/.test(page)) {
    const token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1]
    if (token === undefined)
      throw StatedError.of('the file store sent a partial listing without a continuation token')
    return token.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
  }
  return undefined
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
}

/**
 * One call, repeated where the store was unreachable or overloaded: all our calls may be repeated.
 */
async function ask(config: S3Config, call: Call): Promise<Answer> {
  const outOfTime = AbortSignal.timeout(config.totalMs ?? TOTAL_MS)
  for (let attempt = 1; ; attempt++) {
    const answer = await askOnce(config, call, outOfTime).catch((error: unknown) => {
      if (attempt === TRIES || outOfTime.aborted) throw unreachable(error)
      return undefined
    })
    const isBusy = answer !== undefined && (answer.status >= 500 || answer.status === 429)
    if (answer && (!isBusy || attempt === TRIES)) return answer
    await sleep(PAUSE_MS * 2 ** attempt * Math.random())
  }
}

async function askOnce(
  config: S3Config,
  { method, path, query, body }: Call,
  outOfTime: AbortSignal,
): Promise<Answer> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, timeoutMs = TIMEOUT_MS } = config
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signed = await new AwsV4Signer({
    url: `${endpoint}/${bucket}${path}${query ? `?${query}` : ''}`,
    headers: { 'x-amz-content-sha256': hash },
    method,
    region,
    accessKeyId,
    secretAccessKey,
    service: 's3',
  }).sign()
  const response = await fetch(signed.url, {
    method,
    headers: signed.headers,
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), outOfTime]),
    body: body ? Buffer.from(body) : null,
  })
  return { status: response.status, bytes: await limited(response) }
}

/** Names a status, a code of the store, or the kind of an error. */
class FileStoreFailure extends StatedError {
  constructor(what: string) {
    super(`the file store ${what}`)
  }
}

/** A store that never stops sending must not fill the memory. */
async function limited(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > ANSWER_MAX_BYTES) throw StatedError.of('the answer of the file store is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function isMissingKey({ status, bytes }: Answer): boolean {
  return status === 404 && codeOf(bytes) === 'NoSuchKey'
}

function expectStatus(answer: Answer, statuses: readonly number[]): Answer {
  if (statuses.includes(answer.status)) return answer
  if (answer.status === 401 || answer.status === 403)
    throw notAdmitted('the file store', `${answer.status} ${codeOf(answer.bytes)}`.trim())
  throw new FileStoreFailure(`answered ${answer.status} ${codeOf(answer.bytes)}`.trim())
}

/** The store's error code; its other text may name the file. */
function codeOf(bytes: Buffer): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(bytes.subarray(0, 4096).toString('utf8'))?.[1] ?? ''
}

/** Contains neither the address nor the content. */
function unreachable(error: unknown): Error {
  const kind = error instanceof Error ? error.name : 'unknown'
  return new FileStoreFailure(`could not be reached: ${kind}`)
}
