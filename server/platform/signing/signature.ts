/** The signature of a PDF: a field that nobody sees, in the structure as the tags want it, and filled once the file is whole. */
import type PDFDocument from 'pdfkit'
import { detachedSignature, type SigningKey } from '#server/platform/signing/detached-signature.ts'

export type Signing = SigningKey & {
  /** The lender, as the signature names it. */
  readonly name: string
  /** When it is signed. */
  readonly at: Date
}
/** What the signature says beside: why it was made, and what is read out for it. */
export type SigningWords = { readonly reason: string; readonly label: string }

/** A range is known only when the file is whole; eight digits are more than any. */
const UNKNOWN = 99_999_999
const RANGE = `[0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`
const HOLE = `\n/ByteRange ${RANGE}\n/Contents <`
/** By so many bytes may one signature of an elliptic curve be longer than another. */
const VARIES_BY = 16
/** Signatures there are, and whoever changes the file appends (ISO 32000-1, 12.7.2). */
const SIGNED_APPEND_ONLY = 3
/** Printed with the page, and locked: what PDF/A and PDF/UA want of a field that takes no place (ISO 32000-1, 12.5.3). */
const PRINTED_AND_LOCKED = 132

type Document = InstanceType<typeof PDFDocument>
type Form = { readonly Fields: object[]; NeedAppearances?: boolean | undefined; SigFlags?: number }

/** Adds the field to the sheet that is open, with a hole in which the signature goes; answers at which byte of the file to look for it. */
export function addSignatureField(
  doc: Document,
  parent: PDFKit.PDFStructureElement,
  { reason, label, ...signing }: Signing & SigningWords,
): number {
  const room = detachedSignature([], signing).length + VARIES_BY
  const signature = doc.ref({
    ...{ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'ETSI.CAdES.detached' },
    ...{ ByteRange: [0, UNKNOWN, UNKNOWN, UNKNOWN], Contents: Buffer.alloc(room) },
    ...{ Name: new String(signing.name), Reason: new String(reason), M: signing.at },
  })
  signature.end('')
  const part = doc.struct('Form', { alt: label })
  parent.add(part)
  const field = { FT: 'Sig', T: new String('signature'), TU: new String(label), V: signature }
  const place = {
    Subtype: 'Widget',
    F: PRINTED_AND_LOCKED,
    P: doc.page.dictionary,
    structParent: part,
  }
  doc.annotate(0, doc.page.height, 0, 0, { ...field, ...place } as PDFKit.Mixins.AnnotationOption)
  doc.initForm()
  const form = formOf(doc)
  form.Fields.push(doc.page.annotations.at(-1))
  // The field has no appearance to be made: asked for one, a reader would change the file that it is to prove unchanged.
  form.NeedAppearances = undefined
  form.SigFlags = SIGNED_APPEND_ONLY
  return (signature as unknown as { offset: number }).offset
}

/** pdfkit makes the form, and its types know nothing of it. */
function formOf(doc: Document): Form {
  return (doc as unknown as { _root: { data: { AcroForm: { data: Form } } } })._root.data.AcroForm
    .data
}

/**
 * The file with the signature of all of it but the signature itself. The hole is looked for from where the field is, since before it
 * a document may say whatever it likes. Refuses a file without the field.
 */
export function signedFile(file: Buffer, field: number, signing: SigningKey): Buffer {
  const hole = file.indexOf(HOLE, field, 'latin1')
  if (hole < 0) throw new Error('This file has no field for a signature.')
  const start = hole + HOLE.length - 1
  const end = file.indexOf('>', start) + 1
  const range = `[0 ${start} ${end} ${file.length - end}]`.padEnd(RANGE.length)
  const signed = Buffer.from(file)
  signed.write(range, file.indexOf(RANGE, hole), 'latin1')
  const signature = detachedSignature(
    [signed.subarray(0, start), signed.subarray(end)],
    signing,
  ).toString('hex')
  const room = end - start - 2
  if (signature.length > room)
    throw new Error('The signature is longer than the room that was left for it.')
  signed.write(signature, start + 1, 'latin1')
  return signed
}
