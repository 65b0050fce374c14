/** The parts of the configuration that several settings make together, or refuse together. */
import { refuseClearText } from '#server/platform/clear-text.ts'
import { isVapidPair } from '#server/platform/config-forms.ts'
import type { Environment } from '#server/platform/config-variables.ts'
import { refuseUnsafeVendors } from '#server/platform/config-vendors.ts'
import type { DatabaseAccess } from '#server/platform/db/connection.ts'
import type { S3Config } from '#server/platform/files/s3-files.ts'

export type Lender = {
  readonly name: string
  readonly rbiRegistration: string
  readonly grievanceOfficer: {
    readonly name: string
    readonly phone: string
    readonly email: string
  }
}

type Chosen = {
  readonly isReal: boolean
  readonly lender: Lender | undefined
  readonly simulated: readonly string[]
}

/**
 * Refuses simulators, clear text and secrets that can be guessed, for a server with a lender or a real
 * vendor, and for one of production.
 */
export function refuseUnreal(e: Environment, { isReal, lender, simulated }: Chosen): void {
  const isProduction = e.NODE_ENV === 'production'
  refuseUnsafeVendors(e, { isReal, isProduction })
  if (!isReal && !isProduction) return
  const why = lender
    ? 'A lender (LENDER_NAME)'
    : isProduction
      ? 'Production'
      : 'A server with a real vendor'
  if (!e.ALLOW_SIMULATORS && e.FACE_CHECK === 'simulated')
    throw new Error(
      `Simulated: the face check. ${why} needs FACE_CHECK=embedded, or ALLOW_SIMULATORS=yes to start so.`,
    )
  if (!e.ALLOW_SIMULATORS && simulated.length > 0)
    throw new Error(
      `Simulated: ${simulated.join(', ')}. ${why} needs real vendors for all services, or ALLOW_SIMULATORS=yes to start so.`,
    )
  refuseClearText(e, isProduction)
}

/** Each setting that does nothing without another one, which it belongs to. */
const BELONGS_TO = {
  METRICS_HOST: 'METRICS_PORT',
  S3_REGION: 'S3_ENDPOINT',
  S3_PREFIX: 'S3_ENDPOINT',
  DOMAIN_CHANGE_ON: 'DOMAIN_CHANGE_TO',
  LENDER_DIRECTORY_ROW: 'LENDER_NAME',
  STAFF_OIDC_SECOND_FACTOR: 'STAFF_OIDC_ISSUER',
} as const

/** Refuses settings that contradict each other, or would silently do nothing. */
export function refuseContradictions(
  e: Environment,
  present: Readonly<Record<string, unknown>>,
): void {
  for (const [name, owner] of Object.entries(BELONGS_TO))
    if (name in present && !(owner in present))
      throw new Error(
        `The configuration is wrong: ${name} does nothing without ${owner}. Set both.`,
      )
  if (e.SARAL_KEYS !== undefined && e.SARAL_KEYS_FILE !== undefined)
    throw new Error('The configuration is wrong: set SARAL_KEYS or SARAL_KEYS_FILE, not both.')
  if (!e.CONSOLE && e.CONSOLE_URL !== undefined)
    throw new Error('The configuration is wrong: CONSOLE_URL, but no console: CONSOLE=no.')
  const isShared = e.METRICS_PORT === e.PORT && e.PORT !== 0
  if (isShared && (e.METRICS_HOST === e.HOST || [e.METRICS_HOST, e.HOST].some(isEveryAddress)))
    throw new Error('The configuration is wrong: PORT and METRICS_PORT are the same.')
}

const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'

export function metricsOf({ METRICS_PORT, METRICS_HOST }: Environment) {
  return METRICS_PORT === undefined ? undefined : { port: METRICS_PORT, host: METRICS_HOST }
}

/** AutoPay beside simulated payments unless it is switched off; beside real ones only where the account has it. */
export function autoPayOf({ AUTOPAY, PAYMENT_PROVIDER }: Environment): boolean {
  if (PAYMENT_PROVIDER === 'simulator') return AUTOPAY !== 'no'
  if (AUTOPAY === 'yes' && PAYMENT_PROVIDER !== 'razorpay')
    throw new Error('AUTOPAY=yes needs PAYMENT_PROVIDER=razorpay.')
  return AUTOPAY === 'yes'
}

export function pushKeysOf(e: Environment): { publicKey: string; privateKey: string } | undefined {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey } = e
  if (publicKey === undefined && privateKey === undefined) return undefined
  if (!publicKey || !privateKey)
    throw new Error('Set both PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY, or neither.')
  if (!isVapidPair(publicKey, privateKey))
    throw new Error(
      'The configuration is wrong: PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are no pair of keys as web-push generate-vapid-keys prints them.',
    )
  return { publicKey, privateKey }
}

/** A demonstration signs nothing: it has no lender to sign for. */
export function signingOf(
  e: Environment,
): { file: string; passphrase: string; name: string } | undefined {
  const { SIGNING_CERTIFICATE: file, SIGNING_PASSPHRASE: passphrase, LENDER_NAME: name } = e
  if (file === undefined && passphrase === undefined) return undefined
  if (!file || !passphrase)
    throw new Error('Set both SIGNING_CERTIFICATE and SIGNING_PASSPHRASE, or neither.')
  if (!name)
    throw new Error('SIGNING_CERTIFICATE needs the lender profile: set every LENDER_ variable.')
  return { file, passphrase, name }
}

export function databaseOf({
  DATABASE_URL: url,
  DATABASE_APP_URL: appUrl,
}: Pick<Environment, 'DATABASE_URL' | 'DATABASE_APP_URL'>): DatabaseAccess | undefined {
  if (url !== undefined) return { url, appUrl }
  return appUrl === undefined ? undefined : { appUrl }
}

export function domainChangeOf({ DOMAIN_CHANGE_TO: to, DOMAIN_CHANGE_ON: on }: Environment) {
  return to === undefined ? undefined : { to, on }
}

/** All settings of an object store, or none. */
export function s3Of(e: Environment): S3Config | undefined {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = e
  if ([endpoint, bucket, accessKeyId, secretAccessKey].every(part => part === undefined))
    return undefined
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    throw new Error(
      'Set all of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or none of them.',
    )
  return {
    endpoint,
    bucket,
    region: e.S3_REGION,
    accessKeyId,
    secretAccessKey,
    prefix: e.S3_PREFIX,
  }
}

/** A complete lender profile, or none: half a profile would name a lender that nobody can reach. */
export function lenderOf(e: Environment): Lender | undefined {
  const parts = [
    e.LENDER_NAME,
    e.LENDER_RBI_REGISTRATION,
    e.LENDER_GRIEVANCE_NAME,
    e.LENDER_GRIEVANCE_PHONE,
    e.LENDER_GRIEVANCE_EMAIL,
  ]
  const [name, rbiRegistration, officer, phone, email] = parts
  if (parts.every(part => part === undefined)) return undefined
  if (!name || !rbiRegistration || !officer || !phone || !email)
    throw new Error('The lender profile is incomplete: set every LENDER_ variable, or none.')
  return { name, rbiRegistration, grievanceOfficer: { name: officer, phone, email } }
}
