/**
 * The configuration of the server: the settings of the environment, read once, checked, and typed.
 * Nothing else reads the environment.
 */
import { misspelt } from '#server/platform/config-names.ts'
import {
  autoPayOf,
  databaseOf,
  domainChangeOf,
  lenderOf,
  metricsOf,
  pushKeysOf,
  refuseContradictions,
  refuseUnreal,
  s3Of,
  signingOf,
} from '#server/platform/config-parts.ts'
import { staffSignInOf } from '#server/platform/config-staff.ts'
import { type Environment, environment, settingNames } from '#server/platform/config-variables.ts'
import {
  isRealVendor,
  paymentPagesOf,
  simulatedServices,
  vendorsOf,
} from '#server/platform/config-vendors.ts'
import { readRedacted } from '#server/platform/redaction.ts'

export type { Lender } from '#server/platform/config-parts.ts'

export type Config = ReturnType<typeof configOf>

/** The settings in their forms, or an error that names every wrong or misspelt variable and shows no value. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Environment {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const unknown = misspelt(present, settingNames)
  const parsed = readRedacted(environment, present)
  const faults = [...unknown, ...('faults' in parsed ? [parsed.faults] : [])]
  if ('faults' in parsed || faults.length > 0)
    throw new Error(`The configuration is wrong: ${faults.join(' ')}`)
  refuseContradictions(parsed.read, present)
  return parsed.read
}

/** The configuration, or an error that names every wrong variable and shows no value. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const e = readSettings(env)
  const config = configOf(e)
  refuseUnreal(e, config)
  return config
}

function configOf(e: Environment) {
  const vendors = vendorsOf(e)
  const lender = lenderOf(e)
  const simulated = simulatedServices(vendors)
  const isReal = lender !== undefined || isRealVendor(e)
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
      mayGenerate: !(isReal || e.NODE_ENV === 'production') || e.ALLOW_SIMULATORS,
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
    /** True with a lender or a real vendor, whatever NODE_ENV says: faults can harm people. */
    isReal,
    lender,
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

/** The settings of an operator's command, which needs no vendors and makes no keys. */
export type CommandConfig = ReturnType<typeof readCommandConfig>

/** The settings of a command, or an error that names every wrong or misspelt variable and shows no value. */
export function readCommandConfig(env: Readonly<Record<string, string | undefined>>) {
  const e = readSettings(env)
  return {
    database: databaseOf(e),
    dataDir: e.DATA_DIR,
    keys: { json: e.SARAL_KEYS, file: e.SARAL_KEYS_FILE, mayGenerate: false },
    auditAnchors: e.AUDIT_ANCHORS,
    s3: s3Of(e),
    console: e.CONSOLE ? { url: e.CONSOLE_URL } : undefined,
    publicUrl: e.PUBLIC_URL,
    port: e.PORT,
  }
}
