import { afterAll, beforeAll, expect, test } from 'vitest'
import { loanDocument } from '#contract/loan-document.ts'
import type { Signer } from '#server/platform/signing/signer.ts'
import { type Borrower, type LendingWorld, lendingWorld } from '#server/testing/lending.ts'
import { repaidLoan } from '#server/testing/own-data.ts'
import { certified, readSignature, signingOf } from '#server/testing/signing.ts'

const certificate = certified()
const signer: Signer & { validTo: Date } = {
  ...signingOf(certificate),
  subject: 'CN=Signer',
  validTo: new Date(),
}
const errors: string[] = []
let world: LendingWorld
beforeAll(async () => {
  const log = {
    info: () => {},
    warn: () => {},
    error: (_: object, message: string) => void errors.push(message),
  }
  world = await lendingWorld({ lending: () => ({ signer, log }) })
})
afterAll(() => world.close())

async function signatureOf({ browser }: Borrower, documentId: string) {
  const pdf = await browser.calls(loanDocument).pdf({ documentId })
  if (!pdf.ok) throw new Error(pdf.reason)
  return readSignature(Buffer.from(pdf.data.base64, 'base64'))
}

test('serves every document signed while the certificate is valid, then unsigned, and reports that', async () => {
  const borrower = await world.borrower()
  const list = await borrower.browser
    .calls(loanDocument)
    .list({ orderId: await repaidLoan(world, borrower) })
  if (!list.ok) throw new Error(list.reason)
  const { documents } = list.data
  expect(new Set(documents.map(({ kind }) => kind)).size).toBeGreaterThan(2)
  signer.validTo = new Date('2027-01-01T00:00:00Z')
  errors.length = 0
  for (const { documentId } of documents) {
    const read = await signatureOf(borrower, documentId)
    expect(read).toMatchObject({ isGenuine: true, isOfAll: true })
    expect(read?.names(certificate.certificate)).toBe(true)
  }
  expect(errors).toEqual([])
  signer.validTo = new Date('2026-11-20T00:00:00Z')
  expect(await signatureOf(borrower, documents[0]?.documentId ?? '')).toBeUndefined()
  expect(errors).toEqual(['a document is served unsigned: the certificate has expired'])
})
