import { createHash, createPrivateKey, generateKeyPair, sign, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { AadhaarCode } from '#domain/identity/aadhaar-qr.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import { selfSigned } from '#server/platform/signing/self-signed.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import type { AadhaarQrPort } from '#server/providers/aadhaar-qr/port.ts'
import { signedCodes } from '#server/providers/aadhaar-qr/signed-code.ts'

type Kept = { readonly key: string | null; readonly certificate: string | null }
type Issuer = { readonly key: string; readonly certificate: X509Certificate }

const selectIssuer = statement(
  'sandbox-code-issuer',
  'SELECT code_key AS key, code_certificate AS certificate FROM sandbox.setting WHERE id = 1',
)
const keep = statement(
  'sandbox-code-issuer-keep',
  `UPDATE sandbox.setting SET code_key = coalesce(code_key, $1), code_certificate = coalesce(code_certificate, $2) WHERE id = 1
   RETURNING code_key AS key, code_certificate AS certificate`,
)

const NAME = 'Saral sandbox: no real Aadhaar'
const YEARS_IN_FORCE = 20
const newKeys = promisify(generateKeyPair)
const SEPARATOR = Buffer.from([0xff])
/** Email and mobile: their hashes follow the photo. */
const BOTH_HASHES = '3'

export type AadhaarQrSimulator = AadhaarQrPort & {
  /** A new code of an invented person, as a scanner would give it. */
  readonly issue: (person: Omit<AadhaarCode, 'issuedAt' | 'photo'>) => Promise<string>
}

/**
 * The simulated register as a signer of codes: in the older form of the real ones, signed with its
 * own certificate, which is generated once per installation and trusted only while the sandbox
 * vouches for identities.
 */
export function aadhaarQrSimulator({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AadhaarQrSimulator {
  let issuer: Promise<Issuer> | undefined
  const theIssuer = () => {
    issuer ??= openIssuer(db, clock.wall())
    return issuer
  }
  return {
    ...signedCodes(async () => [(await theIssuer()).certificate]),
    async issue(person) {
      const { key } = await theIssuer()
      const photo = await readFile(new URL('../../sandbox/assets/portrait.j2c', import.meta.url))
      const content = contentOf({ ...person, issuedAt: clock.now(), photo })
      const signature = sign('sha256', content, createPrivateKey(key))
      return asDigits(gzipSync(Buffer.concat([content, signature])))
    },
  }
}

async function openIssuer(db: Database, now: Date): Promise<Issuer> {
  const stored = issuerOf(await db.one(selectIssuer))
  if (stored) return stored
  const keys = await newKeys('rsa', { modulusLength: 2048 })
  const from = new Date(now.getTime() - 86_400_000)
  const to = new Date(now)
  to.setUTCFullYear(now.getUTCFullYear() + YEARS_IN_FORCE)
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const issuer = issuerOf(await db.one(keep, [key, selfSigned({ name: NAME, keys, from, to })]))
  if (!issuer) throw StatedError.of('the simulated register has no key')
  return issuer
}

function issuerOf({ key, certificate }: Kept): Issuer | undefined {
  return key === null || certificate === null
    ? undefined
    : { key, certificate: new X509Certificate(certificate) }
}

function contentOf({ lastFour, issuedAt, name, dob, gender, address, photo }: AadhaarCode): Buffer {
  const { careOf, house, street, locality, district, state, pinCode } = address
  const head = [
    BOTH_HASHES,
    lastFour + referenceTime(issuedAt),
    name,
    dob.split('-').reverse().join('-'),
  ]
  const where = [careOf, district, '', house, locality, pinCode, '', state, street, '', '']
  const texts = [...head, gender === 'other' ? 'T' : gender.charAt(0).toUpperCase(), ...where]
  const hashes = ['e-mail', 'mobile'].map(what =>
    createHash('sha256').update(`no ${what}`).digest(),
  )
  return Buffer.concat([
    ...texts.flatMap(text => [Buffer.from(text, 'latin1'), SEPARATOR]),
    photo,
    ...hashes,
  ])
}

/** `yyyyMMddHHmmssSSS`, in India, which is five and a half hours ahead all year. */
function referenceTime(at: Date): string {
  return new Date(at.getTime() + 5.5 * 3_600_000).toISOString().replace(/\D/g, '')
}

function asDigits(bytes: Buffer): string {
  return BigInt(`0x${bytes.toString('hex')}`).toString()
}
