/**
 * Cashfree's Secure ID as documented, on this machine: its answers depend on the request, as in its
 * sandbox.
 */
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import { answerPictures } from './cashfree-pictures.ts'
import {
  type VendorCall,
  type VendorReply,
  type VendorServer,
  vendorServer,
} from './vendor-server.ts'

/** The correct OTP. */
export const RIGHT_OTP = '121212'

export type VerificationServer = VendorServer & {
  readonly settings: CashfreeSettings
  /** The state of each DigiLocker page, by its id; the test plays the borrower's part. */
  readonly lockers: Map<string, string>
}

export const PERSON = {
  name: 'Anna Verma',
  dob: '02-02-1995',
  gender: 'F',
  care_of: 'D/O: Ravi Verma',
  split_address: {
    country: 'India',
    dist: 'Pune',
    house: '12',
    landmark: 'Near the school',
    pincode: 411038,
    po: 'Kothrud',
    state: 'Maharashtra',
    street: 'MG Road',
    subdist: 'Haveli',
    vtc: 'Kothrud',
  },
  year_of_birth: 1995,
}

export async function cashfreeVerificationServer(): Promise<VerificationServer> {
  const lockers = new Map<string, string>()
  const usedIds = new Set<string>()
  const server = await vendorServer(async call => {
    const { headers, path, body } = call
    if (headers['x-client-id'] !== 'CF_V' || headers['x-client-secret'] !== 'cfsk_v')
      return refused(401, 'authentication Failed')
    if (path === '/verification/offline-aadhaar/otp') return sendOtp(String(body.aadhaar_number))
    if (path === '/verification/offline-aadhaar/verify') return verifyOtp(call)
    if (path === '/verification/pan-lite')
      return { json: comparePan(String(body.pan), String(body.dob)) }
    if (path === '/verification/pan')
      return {
        json: { pan: body.pan, type: 'Individual', registered_name: 'ANNA VERMA', valid: true },
      }
    if (call.method === 'GET' && path.startsWith('/verification/pan/'))
      return refused(404, 'reference_id does not exist')
    if (path === '/verification/bank-account/sync')
      return { json: checkAccount(String(body.bank_account)) }
    if (path.startsWith('/verification/digilocker')) return answerDigilocker(call, lockers)
    return (await answerPictures(call, usedIds)) ?? refused(404, 'no such address')
  })
  const settings = {
    baseUrl: server.origin,
    clientId: 'CF_V',
    clientSecrets: ['cfsk_v'] as const,
    timeoutMs: 1_500,
  }
  return Object.assign(server, { settings, lockers })
}

/** The settings of the environment that give a server this vendor. */
export function verificationEnvironment({ baseUrl, clientId, clientSecrets }: CashfreeSettings) {
  return {
    VERIFICATION_PROVIDER: 'cashfree',
    CASHFREE_URL: baseUrl,
    CASHFREE_VERIFICATION_CLIENT_ID: clientId,
    CASHFREE_VERIFICATION_CLIENT_SECRETS: clientSecrets.join(','),
  }
}

function sendOtp(aadhaar: string): VendorReply {
  const answer = (message: string, status: string, ref_id?: number) => ({
    json: { ref_id, status, message },
  })
  if (aadhaar.endsWith('01')) return answer('Aadhaar not linked to mobile number', 'INVALID')
  if (aadhaar.endsWith('09')) return answer('Invalid Aadhaar Card', 'INVALID')
  if (aadhaar.endsWith('27'))
    return refused(409, 'Otp generated for this aadhaar, please try after some time')
  return answer('OTP sent successfully', 'SUCCESS', 21_637_861)
}

function verifyOtp({ body }: VendorCall): VendorReply {
  if (body.ref_id !== '21637861')
    return refused(400, 'Session expired. Please start the process again')
  if (body.otp === '000000') return refused(400, 'Otp expired')
  if (body.otp !== RIGHT_OTP) return refused(400, 'OTP entered is invalid')
  return {
    json: {
      ref_id: '21637861',
      status: 'VALID',
      message: 'Aadhaar Card Exists',
      mobile_hash: 'aa',
      ...PERSON,
    },
  }
}

function comparePan(pan: string, dob: string): object {
  if (pan[4] === 'X') return { status: 'INVALID', pan, pan_status: null }
  if (pan[4] === 'D')
    return { status: 'VALID', pan, pan_status: 'X', name_match: 'N', dob_match: 'N' }
  if (pan[4] === 'Q')
    return { status: 'VALID', pan, pan_status: 'E', name_match: null, dob_match: null }
  return {
    status: 'VALID',
    pan,
    pan_status: 'E',
    name_match: 'Y',
    dob_match: dob === '1995-02-02' ? 'Y' : 'N',
  }
}

const CODES: Readonly<Record<string, string>> = {
  '0': 'INVALID_BANK_ACCOUNT',
  '1': 'INVALID_IFSC',
  '2': 'ACCOUNT_BLOCKED',
  '3': 'CONNECTION_TIMEOUT',
}

function checkAccount(account: string): object {
  const code = CODES[account.at(-1) ?? '']
  if (code)
    return {
      reference_id: 1,
      name_at_bank: null,
      account_status: 'INVALID',
      account_status_code: code,
    }
  const name_at_bank = account.endsWith('4') ? 'RAHUL SHARMA' : 'ANNA VERMA'
  const match = { name_match_score: '90.00', name_match_result: 'GOOD_PARTIAL_MATCH' }
  return {
    reference_id: 1,
    name_at_bank,
    account_status: 'VALID',
    account_status_code: 'ACCOUNT_IS_VALID',
    ...match,
  }
}

function answerDigilocker(
  { method, path, query, body }: VendorCall,
  lockers: Map<string, string>,
): VendorReply {
  if (method === 'POST') {
    const id = String(body.verification_id)
    if (lockers.has(id)) return refused(409, 'verification_id already exists')
    lockers.set(id, 'PENDING')
    const url = `https://verification.cashfree.com/dgl?shortCode=${lockers.size}`
    return {
      json: {
        verification_id: id,
        reference_id: 1,
        url,
        status: 'PENDING',
        document_requested: body.document_requested,
      },
    }
  }
  const id = query.get('verification_id') ?? ''
  const status = lockers.get(id)
  if (!status) return refused(404, 'verification_id does not exist')
  if (!path.endsWith('/document/AADHAAR')) return { json: { verification_id: id, status } }
  return {
    json: {
      ...PERSON,
      reference_id: 1,
      verification_id: id,
      status: 'SUCCESS',
      uid: 'xxxxxxxx5647',
      photo_link: '',
      message: '',
    },
  }
}

function refused(status: number, message: string): VendorReply {
  return { status, json: { type: 'validation_error', code: 'validation_failed', message } }
}
