/** Every setting of the server: its name, its form, its meaning, and its value without it. */
import * as v from 'valibot'
import { day, isDay } from '#domain/day.ts'
import {
  LOGIN_CODE_DIGITS,
  LOGIN_CODE_DIGITS_MAX,
  WORK_BITS,
  WORK_BITS_MAX,
} from '#domain/limits.ts'
import * as form from '#server/platform/config-forms.ts'
import { staffVariables } from '#server/platform/config-staff.ts'
import { vendorVariables } from '#server/platform/config-vendors.ts'

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
const positive = v.pipe(
  v.string(),
  v.decimal(),
  v.transform(Number),
  v.minValue(0.001),
  v.maxValue(1_000),
)

export const environment = v.object({
  /** The port to listen on; 0 chooses a free one. */
  PORT: v.optional(form.browserPort, '3000'),
  HOST: v.optional(form.listeningHost, '127.0.0.1'),
  /**
   * The address at which browsers reach the product. Over https, cookies are always Secure and HSTS
   * is sent. Production needs https.
   */
  PUBLIC_URL: v.optional(form.pageOrigin),
  /**
   * `no`: there is no console for staff. CONSOLE_URL: its own address, at which alone it answers;
   * PUBLIC_URL if absent.
   */
  CONSOLE: v.optional(form.yes, 'yes'),
  CONSOLE_URL: v.optional(form.pageOrigin),
  ...staffVariables,
  /**
   * A PostgreSQL server; the embedded one if both are absent. DATABASE_APP_URL: the same database
   * as a role with fewer rights; alone, the server does not migrate.
   */
  DATABASE_URL: v.optional(form.databaseAddress),
  DATABASE_APP_URL: v.optional(form.databaseAddress),
  /**
   * `yes`: nobody else can reach the network between the servers, the database and the object
   * store, so production may speak to them without TLS.
   */
  PRIVATE_NETWORK: v.optional(form.yes, 'no'),
  /** The folder of the embedded database, its files and the demonstration's keys. */
  DATA_DIR: v.optional(form.line, 'data'),
  /** The secrets as JSON, `{"active":"k1","masters":{"k1":"<32 bytes, base64>"},"hashing":"<32 bytes, base64>"}`, or a file with them. */
  SARAL_KEYS: v.optional(v.string()),
  SARAL_KEYS_FILE: v.optional(form.line),
  /** The file for the audit log's anchors, outside the database; in DATA_DIR if absent. */
  AUDIT_ANCHORS: v.optional(form.line),
  /**
   * An S3-compatible store for encrypted pictures; DATA_DIR if absent. S3_PREFIX precedes each
   * name.
   */
  S3_ENDPOINT: v.optional(form.httpUrl),
  S3_BUCKET: v.optional(v.pipe(form.line, v.regex(/^[0-9a-z][0-9a-z.-]{1,62}$/))),
  S3_REGION: v.optional(v.pipe(form.line, v.regex(/^[0-9a-z-]+$/)), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(form.line),
  S3_SECRET_ACCESS_KEY: v.optional(form.line),
  S3_PREFIX: v.optional(v.pipe(v.string(), v.regex(/^([0-9A-Za-z_-]+\/)*$/)), ''),
  /**
   * A server with a lender or a real vendor refuses simulators and generated keys unless
   * ALLOW_SIMULATORS says yes; `production` makes a server refuse them that has neither.
   */
  NODE_ENV: v.optional(
    v.picklist(['development', 'production', 'test'], 'has to be production, development or test'),
    'development',
  ),
  ALLOW_SIMULATORS: v.optional(form.yes, 'no'),
  /**
   * `no`: this process only answers requests, and leaves the jobs and the close of business to
   * others.
   */
  JOBS: v.optional(form.yes, 'yes'),
  /** The interval at which the job queue expires hanging jobs and deletes old ones; for tests. */
  JOB_MAINTENANCE_SECONDS: v.optional(v.pipe(form.count, v.maxValue(3_600))),
  /**
   * The port of this process's Prometheus metrics, at `/metrics`; none without METRICS_PORT. Keep
   * it private.
   */
  METRICS_PORT: v.optional(form.port),
  METRICS_HOST: v.optional(form.listeningHost, '127.0.0.1'),
  /** The collector of OpenTelemetry that receives traces; none are made without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(form.addressWithPath),
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
  TRUSTED_PROXIES: v.optional(form.proxies, ''),
  /**
   * Loosens (above 1) or tightens (below 1) every limit on requests a minute, and on codes per
   * address and prefix.
   */
  LIMIT_SCALE: v.optional(positive, '1'),
  /**
   * The sign-in and confirmation codes sent to unknown devices in a day, for all borrowers together:
   * the most that the lender wants to pay for in a day of attack. LIMIT_SCALE leaves it alone.
   */
  CODES_PER_DAY: v.optional(
    v.pipe(form.count, v.minValue(1_000), v.maxValue(1_000_000_000)),
    '200000',
  ),
  /** The specification has four digits; up to six may be configured (product §10). */
  LOGIN_CODE_DIGITS: v.optional(
    v.pipe(form.count, v.minValue(LOGIN_CODE_DIGITS), v.maxValue(LOGIN_CODE_DIGITS_MAX)),
    String(LOGIN_CODE_DIGITS),
  ),
  /**
   * How hard the proof of work is that unknown devices do while codes are guessed or pumped; each
   * more doubles it. At 6 a basic phone needs one to three seconds.
   */
  PROOF_OF_WORK_BITS: v.optional(v.pipe(form.count, v.maxValue(WORK_BITS_MAX)), String(WORK_BITS)),
  ...vendorVariables,
  /**
   * https hosts to which a payment or an external product may lead, besides the chosen vendor's
   * own.
   */
  PAYMENT_HOSTS: v.optional(form.hostNames, ''),
  /** The lender's profile. Without it the product is a demonstration and says so on every screen (product §1). */
  LENDER_NAME: v.optional(form.properName),
  LENDER_RBI_REGISTRATION: v.optional(form.registration),
  LENDER_GRIEVANCE_NAME: v.optional(form.properName),
  LENDER_GRIEVANCE_PHONE: v.optional(form.phone),
  LENDER_GRIEVANCE_EMAIL: v.optional(v.pipe(form.line, v.email())),
  /** The phone and address of customer support. */
  CUSTOMER_PHONE: v.optional(form.phone, '1800 000 0000'),
  CUSTOMER_EMAIL: v.optional(v.pipe(form.line, v.email()), 'help@saral.example'),
  /** The app's pages in the app stores, if any. */
  APP_STORE_URL: v.optional(form.httpsPage),
  PLAY_STORE_URL: v.optional(form.httpsPage),
  /**
   * The product's future address, announced to every visitor in the lender's name.
   * DOMAIN_CHANGE_ON: the day, YYYY-MM-DD.
   */
  DOMAIN_CHANGE_TO: v.optional(form.httpsOrigin),
  DOMAIN_CHANGE_ON: v.optional(v.pipe(form.line, v.check(isDay), v.transform(day))),
  /** The lender's row in the public directory of digital lending apps. */
  LENDER_DIRECTORY_ROW: v.optional(form.line),
  /**
   * Whether the app reports its own use, for how many days that is stored, and whether it asks for
   * marketing consent.
   */
  TRACKING: v.optional(form.yes, 'yes'),
  TRACKING_KEPT_DAYS: v.optional(v.pipe(form.count, v.maxValue(400)), '90'),
  MARKETING: v.optional(form.yes, 'no'),
  /**
   * Partners whose servers log their users in: `{"id":["<secret of 32 bytes or more, base64>"]}`;
   * two secrets during a rotation.
   */
  PARTNERS: v.optional(partners, '{}'),
  /** `yes`: notifications go to the browsers' push services; otherwise only to the sandbox. */
  PUSH: v.optional(form.yes, 'no'),
  /**
   * The keys that sign notifications, as `web-push generate-vapid-keys` prints them; generated once
   * in DATA_DIR if absent.
   */
  PUSH_PUBLIC_KEY: v.optional(form.line),
  PUSH_PRIVATE_KEY: v.optional(form.line),
  /**
   * Further push services besides the well-known ones, as host or host:port. They must resolve to
   * public addresses.
   */
  PUSH_HOSTS: v.optional(form.hostsWithPorts, ''),
  /**
   * A PEM file with UIDAI's certificates, whose signed codes on Aadhaar cards are trusted. Without
   * it only the sandbox's own are.
   */
  AADHAAR_CODE_CERTIFICATES: v.optional(form.line),
  /**
   * A PKCS#12 file (.p12, .pfx) with the lender's certificate and key, and its passphrase: they
   * sign documents. Without them documents are unsigned.
   */
  SIGNING_CERTIFICATE: v.optional(form.line),
  SIGNING_PASSPHRASE: v.optional(v.string()),
  LOG_LEVEL: v.optional(v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

/** The name of every setting. */
export const settingNames: readonly string[] = Object.keys(environment.entries)

export type Environment = v.InferOutput<typeof environment>
