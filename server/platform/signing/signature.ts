/**
 * The signature of a PDF: an invisible field, tagged as accessibility requires, and filled once the
 * file is complete.
 */
import type PDFDocument from 'pdfkit'
import { detachedSignature, type SigningKey } from '#server/platform/signing/detached-signature.ts'

export type Signing = SigningKey & {
  /** The lender, as the signature names it. */
  readonly name: string
  /** The time of signing. */
  readonly at: Date
}
/** The signature's texts: its reason, and the alternative text of its field. */
export type SigningWords = { readonly reason: string; readonly label: string }

/** The byte range is known only when the file is complete; eight digits reserve enough room. */
const UNKNOWN = 99_999_999
const RANGE = `[0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`
const HOLE = `\n/ByteRange ${RANGE}\n/Contents <`
/** Signatures of one elliptic curve differ in length by at most this many bytes. */
const VARIES_BY = 16
/** Signatures exist, and changes may only be appended (ISO 32000-1, 12.7.2). */
const SIGNED_APPEND_ONLY = 3
/** Printed and locked: required by PDF/A and PDF/UA of an invisible field (ISO 32000-1, 12.5.3). */
const PRINTED_AND_LOCKED = 132

type Document = InstanceType<typeof PDFDocument>
type Form = { readonly Fields: object[]; NeedAppearances?: boolean | undefined; SigFlags?: number }

/**
 * Adds the field to the current sheet, with a placeholder for the signature; returns the byte from
 * which to search for it.
 */
export function addSignatureField(
  doc: Document,
  parent: PDFKit.PDFStructureElement,
  { reason, label, ...signing }: Signing & SigningWords,
): number {
  const room = detachedSignature([], signing).length + VARIES_BY
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, UNKNOWN, UNKNOWN, UNKNOWN],
    Contents: Buffer.alloc(room),
    Name: new String(signing.name),
    Reason: new String(reason),
    M: signing.at,
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
  // The field needs no appearance: asked to generate one, a reader would change the signed file.
  form.NeedAppearances = undefined
  form.SigFlags = SIGNED_APPEND_ONLY
  return (signature as unknown as { offset: number }).offset
}

/** pdfkit makes the form, but its types do not declare it. */
function formOf(doc: Document): Form {
  return (doc as unknown as { _root: { data: { AcroForm: { data: Form } } } })._root.data.AcroForm
    .data
}

/**
 * The file with the signature over everything but the signature itself. The search for the
 * placeholder starts at the field, because the document's own text before it may look the same.
 * Refuses a file without the field.
 */
export function signedFile(file: Buffer, field: number, signing: SigningKey): Buffer {
  const hole = file.indexOf(HOLE, field, 'latin1')
  if (hole < 0) throw new Error('This file has no signature field.')
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
    throw new Error('The signature is longer than the room reserved for it.')
  signed.write(signature, start + 1, 'latin1')
  return signed
}
