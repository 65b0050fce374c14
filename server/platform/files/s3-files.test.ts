import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type S3Config, s3Files } from '#server/platform/files/s3-files.ts'
import { fileKey } from '#server/platform/files/store.ts'
import { fail, S3_ACCESS, type S3Server, s3Server } from '#server/testing/s3-server.ts'

let store: S3Server
beforeAll(async () => {
  store = await s3Server()
})
afterAll(() => store.close())
beforeEach(() => {
  store.objects.clear()
  store.misbehave.length = 0
  store.requests.length = 0
  store.pageSize = 1_000
})

const key = fileKey('01a1fc5e-4940-7566-bffd-964037d99206')
const bytes = new Uint8Array([0, 1, 254, 255])
const files = (about: Partial<S3Config> = {}) =>
  s3Files({ endpoint: store.endpoint, ...S3_ACCESS, prefix: 'saral/', ...about })
async function keysOf(of = files()): Promise<string[]> {
  const keys: string[] = []
  for await (const each of of.keys()) keys.push(each)
  return keys.sort()
}

test('returns a stored file byte for byte until it is removed', async () => {
  expect(await files().get(key)).toBeUndefined()
  await files().put(key, bytes)
  expect([...store.objects.keys()]).toEqual([`saral/${key}`])
  expect(await files().get(key)).toEqual(bytes)
  await files().remove(key)
  await files().remove(key)
  expect(await files().get(key)).toBeUndefined()
})

test('lists our own keys only, page by page', async () => {
  const keys = Array.from({ length: 7 }, (_, at) =>
    fileKey(`01a1fc5e-4940-7566-bffd-00000000000${at}`),
  )
  for (const each of keys) await files().put(each, bytes)
  store.objects.set('elsewhere/01a1fc5e-4940-7566-bffd-000000000009', Buffer.from(''))
  store.objects.set('saral/notes.txt', Buffer.from(''))
  store.pageSize = 3
  expect(await keysOf()).toEqual(keys)
  expect(await keysOf(files({ prefix: 'none/' }))).toEqual([])
})

test.each([
  ['a wrong secret', { secretAccessKey: 'another' }, '403 SignatureDoesNotMatch'],
  ['a wrong region', { region: 'us-east-1' }, '403 SignatureDoesNotMatch'],
  [
    'a bucket that is not there, which is no missing file',
    { bucket: 'elsewhere' },
    '404 NoSuchBucket',
  ],
])('%s is an error in every call', async (_what, about, message) => {
  await expect(files(about).get(key)).rejects.toThrow(message)
  await expect(files(about).put(key, bytes)).rejects.toThrow(message)
  await expect(files(about).remove(key)).rejects.toThrow(message)
  await expect(keysOf(files(about))).rejects.toThrow(message)
})

test.each([302, 307])(
  'a redirect of the store (%i) is an error, and is not followed',
  async status => {
    const elsewhere = await s3Server()
    try {
      const location = `${elsewhere.endpoint}/${S3_ACCESS.bucket}/saral/${key}`
      for (let times = 0; times < 30; times += 1)
        store.misbehave.push((_request, response) => response.writeHead(status, { location }).end())
      await expect(files().get(key)).rejects.toThrow()
      await expect(files().put(key, bytes)).rejects.toThrow()
      expect(elsewhere.requests).toEqual([])
    } finally {
      await elsewhere.close()
    }
  },
)

test('retries a store that is busy or breaks off', async () => {
  await files().put(key, bytes)
  store.misbehave.push(
    (_, response) => fail(response, 503, 'SlowDown'),
    request => request.socket.destroy(),
  )
  expect(await files().get(key)).toEqual(bytes)
  store.misbehave.push((_, response) => fail(response, 500, 'InternalError'))
  await files().put(key, new Uint8Array([9]))
  expect(store.objects.get(`saral/${key}`)).toEqual(Buffer.from([9]))
})

test('a store that stays busy, or never answers, is an error that names no file', async () => {
  for (let time = 0; time < 3; time += 1)
    store.misbehave.push((_, response) => fail(response, 503, 'SlowDown'))
  await expect(files().get(key)).rejects.toThrow('the file store answered 503 SlowDown')
  const silent = () => undefined
  store.misbehave.push(silent, silent, silent)
  const error: Error = await files({ timeoutMs: 30 })
    .put(key, bytes)
    .then(
      () => new Error('was put'),
      reason => reason,
    )
  expect(error.message).toBe('the file store could not be reached: TimeoutError')
})

test('a store that never answers costs no more than the time for all tries', async () => {
  const silent = () => undefined
  store.misbehave.push(silent, silent, silent)
  const beganMs = performance.now()
  await expect(files({ timeoutMs: 20_000, totalMs: 200 }).get(key)).rejects.toThrow(
    'the file store could not be reached: TimeoutError',
  )
  expect(performance.now() - beganMs).toBeLessThan(10_000)
  store.misbehave.length = 0
})

test.each<[string, string]>([
  ['something else', '<html>welcome</html>'],
  ['half a listing', '<ListBucketResult><Contents><Key>saral/'],
  [
    'a part without how to go on',
    '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
  ],
])('a listing that is %s is an error, not an empty store', async (_what, text) => {
  store.misbehave.push((_, response) => response.end(text))
  await expect(keysOf()).rejects.toThrow(/listing/)
})

test('refuses a listing that repeats its continuation token', async () => {
  const again =
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b</NextContinuationToken></ListBucketResult>'
  store.misbehave.push(
    (_, response) => response.end(again),
    (_, response) => response.end(again),
  )
  await expect(keysOf()).rejects.toThrow('continuation token')
})

test('refuses an answer that is cut short', async () => {
  const half: S3Server['misbehave'][number] = (_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  }
  store.misbehave.push(half, half, half)
  await expect(files().get(key)).rejects.toThrow('could not be reached')
})
