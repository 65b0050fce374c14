/**
 * Every setting of the server: read from the environment once, checked, and typed. Nothing else
 * reads the environment.
 */
import * as v from 'valibot'
import { WORK_BITS, WORK_BITS_MOST } from '#domain/accounts/proof-of-work.ts'
import { day, isDay } from '#domain/day.ts'
import { LOGIN_CODE_DIGITS, LOGIN_CODE_DIGITS_MAX } from '#domain/limits.ts'
import { refuseClearText } from '#server/platform/clear-text.ts'
import { staffSignInOf, staffVariables } from '#server/platform/config-staff.ts'
import {
  paymentPagesOf,
  simulatedServices,
  vendorsOf,
  vendorVariables,
} from '#server/platform/config-vendors.ts'
import type { Place } from '#server/platform/db/connection.ts'
import type { S3Config } from '#server/platform/files/s3-files.ts'
import { readRedacted } from '#server/platform/redaction.ts'

const port = v.pipe(v.string(), v.digits(), v.transform(Number), v.maxValue(65_535))
const positive = v.pipe(v.string(), v.decimal(), v.transform(Number), v.minValue(0.001))
const count = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))
const yes = v.pipe(
  v.picklist(['yes', 'no']),
  v.transform(word => word === 'yes'),
)
const httpUrl = v.pipe(
  v.string(),
  v.check(text => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'not an http(s) address'),
  v.transform(text => new URL(text).origin),
)
const list = v.pipe(
  v.string(),
  v.transform(text => text.split(/[\s,]+/).filter(Boolean)),
)
const httpsUrl = v.pipe(
  httpUrl,
  v.check(origin => origin.startsWith('https:'), 'not an https address'),
)
/** A page on another site, over https. */
const httpsPage = v.pipe(
  v.string(),
  v.check(text => URL.parse(text)?.protocol === 'https:', 'not an https address'),
)
const secret = v.pipe(
  v.string(),
  v.base64(),
  v.transform(text => Buffer.from(text, 'base64')),
  v.check(bytes => bytes.length >= 32, 'a secret has at least 32 bytes'),
)
const partners = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(
    v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{1,64}$/)),
    v.pipe(v.array(secret), v.minLength(1), v.maxLength(2)),
  ),
  v.transform(byId => new Map(Object.entries(byId))),
)
const line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

const environment = v.object({
  /** The port to listen on; 0 chooses a free one. */
  PORT: v.optional(port, '3000'),
  HOST: v.optional(line, '127.0.0.1'),
  /**
   * The address at which browsers reach the product. Over https, cookies are always Secure and HSTS
   * is sent. Production needs https.
   */
  PUBLIC_URL: v.optional(httpUrl),
  /**
   * `no`: there is no console for staff. CONSOLE_URL: its own address, at which alone it answers;
   * PUBLIC_URL if absent.
   */
  CONSOLE: v.optional(yes, 'yes'),
  CONSOLE_URL: v.optional(httpUrl),
  ...staffVariables,
  /**
   * A PostgreSQL server; the embedded one if both are absent. DATABASE_APP_URL: the same database
   * as a role with fewer rights; alone, the server does not migrate.
   */
  DATABASE_URL: v.optional(line),
  DATABASE_APP_URL: v.optional(line),
  /**
   * `yes`: nobody else can reach the network between the servers, the database and the object
   * store, so production may speak to them without TLS.
   */
  PRIVATE_NETWORK: v.optional(yes, 'no'),
  /** The folder of the embedded database, its files and the demonstration's keys. */
  DATA_DIR: v.optional(line, 'data'),
  /** The secrets as JSON, `{"active":"k1","masters":{"k1":"<32 bytes, base64>"},"hashing":"<32 bytes, base64>"}`, or a file with them. */
  SARAL_KEYS: v.optional(line),
  SARAL_KEYS_FILE: v.optional(line),
  /** The file for the audit log's anchors, outside the database; in DATA_DIR if absent. */
  AUDIT_ANCHORS: v.optional(line),
  /**
   * An S3-compatible store for encrypted pictures; DATA_DIR if absent. S3_PREFIX precedes each
   * name.
   */
  S3_ENDPOINT: v.optional(httpUrl),
  S3_BUCKET: v.optional(v.pipe(line, v.regex(/^[0-9a-z][0-9a-z.-]{1,62}$/))),
  S3_REGION: v.optional(v.pipe(line, v.regex(/^[0-9a-z-]+$/)), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(line),
  S3_SECRET_ACCESS_KEY: v.optional(line),
  S3_PREFIX: v.optional(v.pipe(v.string(), v.regex(/^([0-9A-Za-z_-]+\/)*$/)), ''),
  /** `production` refuses simulators and generated keys, unless ALLOW_SIMULATORS says yes. */
  NODE_ENV: v.optional(line, 'development'),
  ALLOW_SIMULATORS: v.optional(yes, 'no'),
  /**
   * `no`: this process only answers requests, and leaves the jobs and the close of business to
   * others.
   */
  JOBS: v.optional(yes, 'yes'),
  /** The interval at which the job queue expires hanging jobs and deletes old ones; for tests. */
  JOB_MAINTENANCE_SECONDS: v.optional(v.pipe(count, v.maxValue(3_600))),
  /**
   * The port of this process's Prometheus metrics, at `/metrics`; none without METRICS_PORT. Keep
   * it private.
   */
  METRICS_PORT: v.optional(port),
  METRICS_HOST: v.optional(line, '127.0.0.1'),
  /** The collector of OpenTelemetry that receives traces; none are made without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(httpUrl),
  /**
   * On shutdown, how long `/ready` says no before connections are refused: as long as a proxy takes
   * to notice.
   */
  STOP_DELAY_SECONDS: v.optional(
    v.pipe(v.string(), v.digits(), v.transform(Number), v.maxValue(300)),
    '0',
  ),
  /**
   * Addresses of proxies whose forwarded headers are trusted, such as `loopback` or `10.0.0.0/8`.
   * None by default.
   */
  TRUSTED_PROXIES: v.optional(list, ''),
  /**
   * Loosens (above 1) or tightens (below 1) every limit on requests a minute, and on codes per
   * address and prefix.
   */
  LIMIT_SCALE: v.optional(positive, '1'),
  /**
   * The sign-in and confirmation codes sent to unknown devices in a day, for all borrowers together:
   * the most that the lender wants to pay for in a day of attack. LIMIT_SCALE leaves it alone.
   */
  CODES_PER_DAY: v.optional(v.pipe(count, v.minValue(1_000)), '200000'),
  /** The specification has four digits; up to six may be configured (product §10). */
  LOGIN_CODE_DIGITS: v.optional(
    v.pipe(count, v.minValue(LOGIN_CODE_DIGITS), v.maxValue(LOGIN_CODE_DIGITS_MAX)),
    String(LOGIN_CODE_DIGITS),
  ),
  /**
   * How hard the proof of work is that unknown devices do while codes are guessed or pumped; each
   * more doubles it. At 6 a basic phone needs one to three seconds.
   */
  PROOF_OF_WORK_BITS: v.optional(v.pipe(count, v.maxValue(WORK_BITS_MOST)), String(WORK_BITS)),
  ...vendorVariables,
  /**
   * https hosts to which a payment or an external product may lead, besides the chosen vendor's
   * own.
   */
  PAYMENT_HOSTS: v.optional(list, ''),
  /** The lender's profile. Without it the product is a demonstration and says so on every screen (product §1). */
  LENDER_NAME: v.optional(line),
  LENDER_RBI_REGISTRATION: v.optional(line),
  LENDER_GRIEVANCE_NAME: v.optional(line),
  LENDER_GRIEVANCE_PHONE: v.optional(line),
  LENDER_GRIEVANCE_EMAIL: v.optional(v.pipe(line, v.email())),
  /** The phone and address of customer support. */
  CUSTOMER_PHONE: v.optional(line, '1800 000 0000'),
  CUSTOMER_EMAIL: v.optional(v.pipe(line, v.email()), 'help@saral.example'),
  /** The app's pages in the app stores, if any. */
  APP_STORE_URL: v.optional(httpsPage),
  PLAY_STORE_URL: v.optional(httpsPage),
  /**
   * The product's future address, announced to every visitor in the lender's name.
   * DOMAIN_CHANGE_ON: the day, YYYY-MM-DD.
   */
  DOMAIN_CHANGE_TO: v.optional(httpsUrl),
  DOMAIN_CHANGE_ON: v.optional(v.pipe(line, v.check(isDay), v.transform(day))),
  /** The lender's row in the public directory of digital lending apps. */
  LENDER_DIRECTORY_ROW: v.optional(line),
  /**
   * Whether the app reports its own use, for how many days that is stored, and whether it asks for
   * marketing consent.
   */
  TRACKING: v.optional(yes, 'yes'),
  TRACKING_KEPT_DAYS: v.optional(v.pipe(count, v.maxValue(400)), '90'),
  MARKETING: v.optional(yes, 'no'),
  /**
   * Partners whose servers log their users in: `{"id":["<secret of 32 bytes or more, base64>"]}`;
   * two secrets during a rotation.
   */
  PARTNERS: v.optional(partners, '{}'),
  /** `yes`: notifications go to the browsers' push services; otherwise only to the sandbox. */
  PUSH: v.optional(yes, 'no'),
  /**
   * The keys that sign notifications, as `web-push generate-vapid-keys` prints them; generated once
   * in DATA_DIR if absent.
   */
  PUSH_PUBLIC_KEY: v.optional(line),
  PUSH_PRIVATE_KEY: v.optional(line),
  /**
   * Further push services besides the well-known ones, as host or host:port. They must resolve to
   * public addresses.
   */
  PUSH_HOSTS: v.optional(list, ''),
  /**
   * A PEM file with UIDAI's certificates, whose signed codes on Aadhaar cards are trusted. Without
   * it only the sandbox's own are.
   */
  AADHAAR_CODE_CERTIFICATES: v.optional(line),
  /**
   * A PKCS#12 file (.p12, .pfx) with the lender's certificate and key, and its passphrase: they
   * sign documents. Without them documents are unsigned.
   */
  SIGNING_CERTIFICATE: v.optional(line),
  SIGNING_PASSPHRASE: v.optional(v.string()),
  LOG_LEVEL: v.optional(v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

export type Lender = {
  readonly name: string
  readonly rbiRegistration: string
  readonly grievanceOfficer: {
    readonly name: string
    readonly phone: string
    readonly email: string
  }
}

export type Config = ReturnType<typeof readConfig>

/** The configuration, or an error that names every wrong variable and shows no value. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = readRedacted(environment, present)
  if ('faults' in parsed) throw new Error(`The configuration is wrong: ${parsed.faults}`)
  const e = parsed.read
  const isProduction = e.NODE_ENV === 'production'
  const vendors = vendorsOf(e, isProduction)
  const simulated = simulatedServices(vendors)
  if (isProduction && !e.ALLOW_SIMULATORS && e.FACE_CHECK === 'simulated')
    throw new Error(
      'Simulated: the face check. Production needs FACE_CHECK=embedded, or ALLOW_SIMULATORS=yes to start so.',
    )
  if (isProduction && !e.ALLOW_SIMULATORS && simulated.length > 0)
    throw new Error(
      `Simulated: ${simulated.join(', ')}. Production needs real vendors, or ALLOW_SIMULATORS=yes to start so.`,
    )
  if (isProduction) refuseClearText(e)
  if (vendors.payment && e.PUBLIC_URL === undefined)
    throw new Error(`PAYMENT_PROVIDER=${e.PAYMENT_PROVIDER} needs PUBLIC_URL.`)
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL,
    console: e.CONSOLE ? { url: e.CONSOLE_URL } : undefined,
    staffSignIn: staffSignInOf(e),
    twoPersonsOff: e.TWO_PERSONS_OFF,
    isPublishedOnHttps: e.PUBLIC_URL?.startsWith('https:') ?? false,
    database: databaseOf(e),
    dataDir: e.DATA_DIR,
    keys: {
      json: e.SARAL_KEYS,
      file: e.SARAL_KEYS_FILE,
      mayGenerate: !isProduction || e.ALLOW_SIMULATORS,
    },
    auditAnchors: e.AUDIT_ANCHORS,
    s3: s3Of(e),
    worksOnJobs: e.JOBS,
    jobMaintenanceSeconds: e.JOB_MAINTENANCE_SECONDS,
    metrics: metricsOf(e),
    sendsTraces: e.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    stopDelayMs: e.STOP_DELAY_SECONDS * 1000,
    trustedProxies: e.TRUSTED_PROXIES,
    limitScale: e.LIMIT_SCALE,
    codesPerDay: e.CODES_PER_DAY,
    loginCodeDigits: e.LOGIN_CODE_DIGITS,
    proofOfWorkBits: e.PROOF_OF_WORK_BITS,
    vendors,
    isDigilockerOffered: e.DIGILOCKER === 'yes',
    isAutoPayOffered: autoPayOf(e),
    faceCheck: e.FACE_CHECK,
    cardReader: e.CARD_READER,
    paymentHosts: [...paymentPagesOf(e), ...e.PAYMENT_HOSTS],
    lender: lenderOf(e),
    customer: { phone: e.CUSTOMER_PHONE, email: e.CUSTOMER_EMAIL },
    stores: { appStore: e.APP_STORE_URL ?? null, playStore: e.PLAY_STORE_URL ?? null },
    /** The simulated services; while there is one, /sandbox exists. */
    simulated,
    isSandbox: simulated.length > 0,
    domainChange: domainChangeOf(e),
    lenderDirectoryRow: e.LENDER_DIRECTORY_ROW,
    tracking: { isOn: e.TRACKING, keptDays: e.TRACKING_KEPT_DAYS },
    isMarketingOn: e.MARKETING,
    partners: e.PARTNERS as ReadonlyMap<string, readonly Buffer[]>,
    push: { isReal: e.PUSH, keys: pushKeysOf(e), extraHosts: e.PUSH_HOSTS },
    aadhaarCodeCertificates: e.AADHAAR_CODE_CERTIFICATES,
    signing: signingOf(e),
    logLevel: e.LOG_LEVEL,
  }
}

type Environment = v.InferOutput<typeof environment>

function metricsOf({ METRICS_PORT, METRICS_HOST }: Environment) {
  return METRICS_PORT === undefined ? undefined : { port: METRICS_PORT, host: METRICS_HOST }
}

/** AutoPay beside simulated payments unless it is switched off; beside real ones only where the account has it. */
function autoPayOf({ AUTOPAY, PAYMENT_PROVIDER }: v.InferOutput<typeof environment>): boolean {
  if (PAYMENT_PROVIDER === 'simulator') return AUTOPAY !== 'no'
  if (AUTOPAY === 'yes' && PAYMENT_PROVIDER !== 'razorpay')
    throw new Error('AUTOPAY=yes needs PAYMENT_PROVIDER=razorpay.')
  return AUTOPAY === 'yes'
}

function pushKeysOf(e: Environment): { publicKey: string; privateKey: string } | undefined {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey } = e
  if (publicKey === undefined && privateKey === undefined) return undefined
  if (!publicKey || !privateKey)
    throw new Error('Set both PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY, or neither.')
  return { publicKey, privateKey }
}

/** A demonstration signs nothing: it has no lender to sign for. */
function signingOf(e: Environment): { file: string; passphrase: string; name: string } | undefined {
  const { SIGNING_CERTIFICATE: file, SIGNING_PASSPHRASE: passphrase, LENDER_NAME: name } = e
  if (file === undefined && passphrase === undefined) return undefined
  if (!file || !passphrase)
    throw new Error('Set both SIGNING_CERTIFICATE and SIGNING_PASSPHRASE, or neither.')
  if (!name)
    throw new Error('SIGNING_CERTIFICATE needs the lender profile: set every LENDER_ variable.')
  return { file, passphrase, name }
}

function databaseOf({
  DATABASE_URL: url,
  DATABASE_APP_URL: appUrl,
}: Environment): Place | undefined {
  if (url !== undefined) return { url, appUrl }
  return appUrl === undefined ? undefined : { appUrl }
}

/** All settings of an object store, or none. */
function domainChangeOf({ DOMAIN_CHANGE_TO: to, DOMAIN_CHANGE_ON: on }: Environment) {
  return to === undefined ? undefined : { to, on }
}

function s3Of(e: Environment): S3Config | undefined {
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
function lenderOf(e: Environment): Lender | undefined {
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
