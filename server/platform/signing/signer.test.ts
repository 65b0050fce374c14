import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSigner, signingAt } from '#server/platform/signing/signer.ts'
import {
  type Certified,
  certified,
  encryptedPkcs12,
  plainPkcs12,
  SIGNED_AT,
} from '#server/testing/signing.ts'

const passphrase = 'open sesame'
let folder: string
let pair: Certified
let other: Certified
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saral-signer-'))
  pair = certified()
  other = certified()
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function load(bytes: Buffer, word = passphrase, now = SIGNED_AT) {
  const file = join(folder, `${++files}.p12`)
  await writeFile(file, bytes)
  return await loadSigner({ signing: { file, passphrase: word, name: 'Quixotic Finance' } }, now)
}

describe('the signer', () => {
  test('is undefined if none is configured', async () => {
    expect(await loadSigner({ signing: undefined }, SIGNED_AT)).toBeUndefined()
  })

  test.each(['aes256', '3des'] as const)(
    'comes from a file that is encrypted with %s, in any order',
    async algorithm => {
      const signer = await load(
        encryptedPkcs12(pair.key, [other.certificate, pair.certificate], { passphrase, algorithm }),
      )
      expect(signer?.key.equals(pair.key)).toBe(true)
      expect(signer?.certificate).toEqual(pair.certificate.raw)
      expect(signer?.chain).toEqual([other.certificate.raw])
      expect(signer).toMatchObject({
        name: 'Quixotic Finance',
        subject: 'CN=Signer with rsa',
        validTo: new Date('2027-01-01'),
      })
    },
  )

  test('signs with the renewed certificate of its key', async () => {
    const renewed = certified('rsa', { to: new Date('2028-01-01T00:00:00Z') }, pair.key)
    const signer = await load(
      encryptedPkcs12(pair.key, [pair.certificate, renewed.certificate], { passphrase }),
    )
    expect(signer?.certificate).toEqual(renewed.certificate.raw)
  })

  test('accepts an elliptic-curve key', async () => {
    const elliptic = certified('ec')
    const signer = await load(plainPkcs12(elliptic))
    expect(signer?.key.equals(elliptic.key)).toBe(true)
    expect(signer?.certificate).toEqual(elliptic.certificate.raw)
  })

  test('does not show its key when it is printed or serialized', async () => {
    const signer = await load(encryptedPkcs12(pair.key, [pair.certificate], { passphrase }))
    expect(JSON.stringify(signer)).not.toContain('PRIVATE')
    expect(JSON.stringify({ key: signer?.key })).toBe('{"key":{}}')
  })

  test('signs until the certificate expires', async () => {
    const signer = await load(encryptedPkcs12(pair.key, [pair.certificate], { passphrase }))
    const last = new Date('2027-01-01T00:00:00Z')
    expect(signingAt(signer, last)).toMatchObject({ name: 'Quixotic Finance', at: last })
    expect(signingAt(signer, new Date(last.getTime() + 1))).toBeUndefined()
    expect(signingAt(undefined, last)).toBeUndefined()
  })
})

describe('the start is refused', () => {
  test('with a wrong passphrase, which is not shown', async () => {
    const wrong = load(
      encryptedPkcs12(pair.key, [pair.certificate], { passphrase }),
      'not this one',
    )
    await expect(wrong).rejects.toThrow('SIGNING_PASSPHRASE does not open SIGNING_CERTIFICATE')
    await expect(wrong).rejects.not.toThrow('not this one')
  })

  test('without the key, or with the key of another certificate', async () => {
    await expect(
      load(encryptedPkcs12(undefined, [pair.certificate], { passphrase })),
    ).rejects.toThrow('no private key')
    const strange = encryptedPkcs12(pair.key, [other.certificate], { passphrase })
    await expect(load(strange)).rejects.toThrow('no certificate of its private key')
  })

  test("before and after the certificate's validity", async () => {
    const file = encryptedPkcs12(pair.key, [pair.certificate], { passphrase })
    await expect(load(file, passphrase, new Date('2027-01-02'))).rejects.toThrow(
      'expired on 2027-01-01',
    )
    await expect(load(file, passphrase, new Date('2025-12-31'))).rejects.toThrow(
      'valid only from 2026-01-01',
    )
  })

  test.each(['short rsa', 'other ec'] as const)(
    'with a key that PDF readers do not accept: %s',
    async kind => {
      await expect(load(plainPkcs12(certified(kind)))).rejects.toThrow('neither RSA of 2048 bits')
    },
  )

  test('with a file of another format, or without the file', async () => {
    await expect(load(Buffer.from('not ASN.1 at all'))).rejects.toThrow(
      'cannot be opened as a PKCS#12 file',
    )
    await expect(load(Buffer.from('3003020103', 'hex'))).rejects.toThrow('cannot be opened')
    const nowhere = { file: join(folder, 'nowhere.p12'), passphrase, name: 'Quixotic Finance' }
    await expect(loadSigner({ signing: nowhere }, SIGNED_AT)).rejects.toThrow(
      'SIGNING_CERTIFICATE cannot be read',
    )
  })
})
