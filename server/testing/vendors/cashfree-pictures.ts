/**
 * Cashfree's calls for pictures as documented. Here a picture is its own description, because
 * nothing examines it.
 */
import type { VendorCall, VendorReply } from './vendor-server.ts'

export const AADHAAR_ON_CARD = '2345 6789 0124'
export const PAN_ON_CARD = 'ABCPV1234F'

const MAX_BYTES = 10 * 1024 * 1024
const FILES: Readonly<Record<string, readonly string[]>> = {
  '/verification/document/aadhaar': ['front_image'],
  '/verification/document/pan': ['front_image'],
  '/verification/face-liveness': ['image'],
  '/verification/face-match': ['first_image', 'second_image'],
}

/** Answers requests about pictures, and no others. An id that was used before is refused. */
export async function answerPictures(
  { path, headers, form }: VendorCall,
  used: Set<string>,
): Promise<VendorReply | undefined> {
  const names = FILES[path]
  if (!names) return undefined
  const id = form?.get('verification_id')
  if (typeof id !== 'string' || !/^[\w.-]{1,50}$/.test(id))
    return refused(400, 'verification_id is missing in the request.')
  if (used.has(id)) return refused(409, 'verification id already exists')
  used.add(id)
  const files = names.map(name => form?.get(name))
  const pictures = files.flatMap(file =>
    file instanceof File && file.type === 'image/jpeg' && file.name.endsWith('.jpg') ? [file] : [],
  )
  if (pictures.length < names.length)
    return refused(400, 'please upload the file of valid format(jpeg/jpg/png)')
  if (pictures.some(({ size }) => size > MAX_BYTES)) return refused(400, 'file size exceeded')
  const [first = '', second = ''] = await Promise.all(pictures.map(picture => picture.text()))
  if (first === 'unpaid') return refused(422, 'Insufficient balance to process this request.')
  if (path.endsWith('/aadhaar'))
    return { json: { ...answerFor(AADHAARS, first), verification_id: id, reference_id: '1' } }
  if (path.endsWith('/pan'))
    return { json: { ...answerFor(PANS, first), verification_id: id, reference_id: '1' } }
  if (path.endsWith('/face-match')) return compare(second, Number(form?.get('threshold') ?? 0.7))
  // The liveness call exists since this version.
  if (headers['x-api-version'] !== '2024-12-01')
    return refused(400, 'x-api-version is not supported')
  return { json: { ...answerFor(FACES, first), verification_id: id, reference_id: 1 } }
}

function answerFor(answers: Readonly<Record<string, object>>, picture: string): object {
  return answers[picture] ?? { valid: false, status: 'INVALID', message: 'card is invalid' }
}

const AADHAAR = {
  valid: true,
  status: 'VALID',
  name: 'Anna Verma',
  yob: '1995',
  gender: 'FEMALE',
  uid: AADHAAR_ON_CARD,
}
const AADHAARS: Readonly<Record<string, object>> = {
  clear: {
    ...AADHAAR,
    dob: '02/02/1995',
    confidence_score: '97',
    state: 'Maharashtra',
    message: 'Aadhaar card is valid',
  },
  'year only': { ...AADHAAR, confidence_score: null },
  masked: { ...AADHAAR, uid: 'xxxxxxxx0124' },
  misread: { ...AADHAAR, uid: '234567890123' },
  copied: { ...AADHAAR, valid: false, status: 'INVALID' },
  odd: { message: 'come back later' },
}

const PAN = {
  valid: true,
  status: 'VALID',
  name: 'ANNA VERMA',
  pan_type: 'Individual',
  pan: PAN_ON_CARD,
  dob: '1995-02-02',
}
const PANS: Readonly<Record<string, object>> = {
  clear: { ...PAN, confidence_score: 0.93, father: 'RAVI VERMA' },
  'another initial': { ...PAN, pan: 'ABCPK1234F', confidence_score: 0.93 },
  company: { ...PAN, pan: 'AAACV1234F', pan_type: 'Company' },
  misread: { ...PAN, pan: 'ABCPV12E4F' },
  odd: { message: 'come back later' },
}

const ALIVE = {
  status: 'SUCCESS',
  liveness: true,
  liveness_score: 0.98,
  gender: { value: 'FEMALE', confidence: 98.4 },
}
const FACES: Readonly<Record<string, object>> = {
  anna: {
    ...ALIVE,
    age_range: { min: 29, max: 37 },
    quality: { blur: false, bright: true, exposure: 'NEUTRAL' },
  },
  photograph: { ...ALIVE, liveness: false, liveness_score: 0.11 },
  mask: { status: 'REAL_FACE_NOT_DETECTED' },
  nobody: { status: 'FACE_NOT_DETECTED' },
  crowd: { status: 'MULTIPLE_FACES_DETECTED' },
  odd: { status: 'SUCCESS' },
}

/** The second picture is the score that it gets, `no face`, or `refused`. */
function compare(second: string, threshold: number): VendorReply {
  if (second === 'refused') return refused(400, 'No face detected in the second image')
  if (second === 'no face') return { json: { status: 'FACE_NOT_DETECTED', ref_id: 1 } }
  if (second === 'odd') return { json: { status: 'SUCCESS', ref_id: 1 } }
  const score = Number(second)
  return {
    json: {
      status: 'SUCCESS',
      face_match_result: score >= threshold ? 'YES' : 'NO',
      face_match_score: score,
    },
  }
}

function refused(status: number, message: string): VendorReply {
  return { status, json: { type: 'validation_error', code: 'validation_failed', message } }
}
