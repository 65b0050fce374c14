import { beforeAll, describe, expect, test } from 'vitest'
import type { LoanDocument } from '#contract/loan-document.ts'
import { documentPdf } from '#server/lending/documents/pdf.ts'
import { drawnPdf } from '#server/lending/documents/thread.ts'
import { signedFile } from '#server/platform/signing/signature.ts'
import {
  type Certified,
  certified,
  readSignature,
  SIGNED_AT,
  signingOf,
} from '#server/testing/signing.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

let rsa: Certified
let ec: Certified
beforeAll(() => {
  rsa = certified()
  ec = certified('ec')
})

/** The text imitates the placeholder for a signature, in case the search mistakes it for one. */
const BAIT = '\n/ByteRange [0 99999999 99999999 99999999]\n/Contents <'

const document: LoanDocument = {
  orderId: 'an-order',
  kind: 'receipt',
  title: `Receipt ${BAIT}`,
  letterhead: { name: 'Quixotic Finance', lines: [BAIT] },
  opening: ['₹500.00 was received.'],
  sections: [
    {
      title: 'The payment',
      rows: [{ label: 'Received', value: '₹500.00', note: BAIT }],
      table: null,
    },
  ],
  issuedAt: new Date('2026-11-20T04:30:00Z'),
  withdrawnAt: null,
  code: '7K3M-9QPX-0000-ABCD',
  verifyAt: 'https://saral.example/verify-document',
  hash: 'a'.repeat(64),
}
const streamsOf = (file: Buffer) =>
  file.toString('latin1').match(/stream\n[\s\S]+?\nendstream/g) ?? []

describe('a signed document', () => {
  test.each(LANGUAGES)(
    'carries a signature over all of it, by the certificate that it names: %s',
    async language => {
      for (const signer of [rsa, ec]) {
        const read = readSignature(await documentPdf(document, language, signingOf(signer)))
        expect(read).toMatchObject({ isGenuine: true, isOfAll: true, certificates: 1 })
        expect([rsa, ec].map(({ certificate }) => read?.names(certificate))).toEqual([
          signer === rsa,
          signer === ec,
        ])
      }
    },
  )

  test('names the reason, the signer and the time, in an invisible field of the structure', async () => {
    const text = (await documentPdf(document, 'en', signingOf(rsa))).toString('latin1')
    expect(text).toContain('/SubFilter /ETSI.CAdES.detached')
    expect(text).toContain('/Reason (Issued by Quixotic Finance)')
    expect(text).toContain('/Name (Quixotic Finance)')
    expect(text).toContain(`/M (D:20261121043000Z)`)
    expect(text).toContain('/TU (Digital signature of Quixotic Finance)')
    expect(text).toMatch(/\/S \/Form\b/)
    expect(text).toMatch(/\/FT \/Sig[^>]+\/F 132[^>]+\/Rect \[0 0 0 0\]/)
    expect(text).toContain('/SigFlags 3')
    expect(text).not.toContain('NeedAppearances')
    expect(text).toContain('/MarkInfo')
    expect(text.match(/%%EOF/g)).toHaveLength(1)
  })

  test.each(LANGUAGES)(
    'looks the same, stroke by stroke, and an unsigned one has no trace of a signature: %s',
    async (language: Language) => {
      const plain = await documentPdf(document, language)
      const signed = await documentPdf(document, language, signingOf(rsa))
      const drawn = streamsOf(plain)
      expect(drawn.length).toBeGreaterThan(2)
      expect(streamsOf(signed)).toEqual(drawn)
      expect(readSignature(plain)).toBeUndefined()
      expect(plain.toString('latin1')).not.toMatch(/AcroForm|\/Sig\b|Widget/)
      expect(signed.length - plain.length).toBeLessThan(10_000)
    },
  )

  test('is invalid after any of its bytes changes', async () => {
    const signed = await documentPdf(document, 'en', signingOf(rsa))
    const hole = signed.indexOf('\n/Contents <')
    for (const at of [20, hole - 30, hole - 5, signed.indexOf('>', hole) + 2, signed.length - 2]) {
      const changed = Buffer.from(signed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(readSignature(changed)?.isGenuine ?? false, `byte ${at}`).toBe(false)
    }
    expect(readSignature(Buffer.concat([signed, Buffer.from('\n')]))).toMatchObject({
      isOfAll: false,
    })
  })

  test('contains the certificates that vouch for its signer, however many', async () => {
    const read = readSignature(await documentPdf(document, 'en', signingOf(ec, [rsa, rsa, rsa])))
    expect(read).toMatchObject({ isGenuine: true, isOfAll: true, certificates: 4 })
    expect(read?.names(ec.certificate)).toBe(true)
  })

  test('is signed in the thread in the same way', async () => {
    const [there, unsigned] = await Promise.all([
      drawnPdf(document, 'hi', signingOf(rsa)),
      drawnPdf(document, 'hi'),
    ])
    expect(there.equals(await documentPdf(document, 'hi', signingOf(rsa)))).toBe(true)
    expect(readSignature(there)).toMatchObject({ isGenuine: true, isOfAll: true })
    expect(readSignature(unsigned)).toBeUndefined()
    const later = { ...signingOf(rsa), at: new Date(SIGNED_AT.getTime() + 1000) }
    expect(there.equals(await drawnPdf(document, 'hi', later))).toBe(false)
  })
})

test('refuses to sign a file without the field', async () => {
  const plain = await documentPdf(document, 'en')
  expect(() => signedFile(plain, plain.length - 1000, signingOf(rsa))).toThrow('no signature field')
})
