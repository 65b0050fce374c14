import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localFiles } from '#server/platform/files/local-files.ts'
import { encryptedFiles, fileKey } from '#server/platform/files/store.ts'
import { testCipher } from '#server/testing/app.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'saral-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const key = fileKey('01a1fc5e-4940-7566-bffd-964037d99206')
const other = fileKey('01a1fc5e-4940-7566-bffd-964037d99207')
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()
const filesIn = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())

test('returns the last file stored under a key until it is removed', async () => {
  const files = localFiles(folder)
  expect(await files.get(key)).toBeUndefined()
  await files.put(key, bytes('first'))
  await files.put(key, bytes('second'))
  expect(textOf(await files.get(key))).toBe('second')
  expect(await files.get(other)).toBeUndefined()
  await files.remove(key)
  await files.remove(key)
  expect(await files.get(key)).toBeUndefined()
})

test('stores complete files, leaves no temporary ones, and lets only their owner read them', async () => {
  await localFiles(folder).put(key, bytes('picture'))
  const [file, ...more] = filesIn()
  expect([file?.name, more]).toEqual([key, []])
  expect(statSync(join(file?.parentPath ?? '', file?.name ?? '')).mode & 0o777).toBe(0o600)
})

test('decrypts a file only under its own key', async () => {
  const store = localFiles(folder)
  const sealed = encryptedFiles(store, testCipher())
  await sealed.put(key, bytes('picture'))
  expect(textOf(await sealed.get(key))).toBe('picture')
  const lying = await store.get(key)
  expect(textOf(lying)).not.toContain('picture')
  await store.put(other, lying ?? bytes(''))
  await expect(sealed.get(other)).rejects.toThrow()
})

test.each([
  '',
  'short',
  '../../etc/passwd',
  'a/b/c/d/e/f/g',
  '01A1FC5E-4940',
  '-1a1fc5e',
  `${'a'.repeat(65)}`,
  'aaaaaaaa\n',
])('refuses "%s" as a key', id => {
  expect(() => fileKey(id)).toThrow(RangeError)
})
