import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { settingNames } from '#server/platform/config-variables.ts'
import { vendorVariables } from '#server/platform/config-vendors.ts'

describe('a misspelt setting is refused by its name, with the likely right one', () => {
  test.each([
    ['LENDER_NAM', 'LENDER_NAME'],
    ['LENDERNAME', 'LENDER_NAME'],
    ['LENDER-NAME', 'LENDER_NAME'],
    ['lender_name', 'LENDER_NAME'],
    ['Lender_Name', 'LENDER_NAME'],
    ['LENDER_GREIVANCE_PHONE', 'LENDER_GRIEVANCE_PHONE'],
    ['LENDER_GRIEVANCE_MAIL', 'LENDER_GRIEVANCE_EMAIL'],
    ['LENDER_RBI_REGISTRATION_NO', 'LENDER_RBI_REGISTRATION'],
    ['SMS_PROVIDR', 'SMS_PROVIDER'],
    ['SMS_VENDOR', 'SMS_PROVIDER'],
    ['PAYMENTS_PROVIDER', 'PAYMENT_PROVIDER'],
    ['PAYMENT_PROVIDERS', 'PAYMENT_PROVIDER'],
    ['PAYOUT_VENDOR', 'PAYOUT_PROVIDER'],
    ['VERIFCATION_PROVIDER', 'VERIFICATION_PROVIDER'],
    ['RAZORPAY_KEYID', 'RAZORPAY_KEY_ID'],
    ['RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_WEBHOOK_SECRETS'],
    ['RAZORPAYX_ACCOUNT', 'RAZORPAYX_ACCOUNT_NUMBER'],
    ['CASHFREE_PAYOUTS_CLIENT_ID', 'CASHFREE_PAYOUT_CLIENT_ID'],
    ['CASHFREE_PG_CLIENT_SECRET', 'CASHFREE_PG_CLIENT_SECRETS'],
    ['MSG91_AUTHKEY', 'MSG91_AUTH_KEY'],
    ['STAFF_OIDC_CLIENTID', 'STAFF_OIDC_CLIENT_ID'],
    ['STAFF_ISSUER', 'STAFF_OIDC_ISSUER'],
    ['SIGNING_PASSWORD', 'SIGNING_PASSPHRASE'],
    ['SIGNING_CERT', 'SIGNING_CERTIFICATE'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_APPURL', 'DATABASE_APP_URL'],
    ['SARAL_KEY_FILE', 'SARAL_KEYS_FILE'],
    ['SARAL_LENDER_NAME', 'LENDER_NAME'],
    ['SARAL_PORT', 'PORT'],
    ['S3_BUKET', 'S3_BUCKET'],
    ['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['CONSOL_URL', 'CONSOLE_URL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['TRUST_PROXIES', 'TRUSTED_PROXIES'],
    ['ALLOW_SIMULATOR', 'ALLOW_SIMULATORS'],
    ['TWO_PERSON_OFF', 'TWO_PERSONS_OFF'],
    ['PRIVATE_NETWROK', 'PRIVATE_NETWORK'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['DATADIR', 'DATA_DIR'],
    ['NODE_EVN', 'NODE_ENV'],
    ['PROT', 'PORT'],
    ['HOTS', 'HOST'],
    ['AUTO_PAY', 'AUTOPAY'],
    ['CARDREADER', 'CARD_READER'],
    ['FACECHECK', 'FACE_CHECK'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['STOP_DELAY', 'STOP_DELAY_SECONDS'],
  ])('%s: %s', (name, right) => {
    const text = messageOf({ [name]: 'a value of ours' })
    expect(text).toContain(`${name} is no setting: did you mean ${right}?`)
    expect(text).not.toContain('a value of ours')
  })

  test('a setting that nothing is near to is refused with the settings that begin so', () => {
    expect(messageOf({ LENDER_COLOUR_OF_THE_BRAND: 'red' })).toMatch(
      /LENDER_COLOUR_OF_THE_BRAND is no setting: .*LENDER_/,
    )
  })

  const vendors = Object.keys(vendorVariables).flatMap(name => /^(.+_)URL$/.exec(name)?.[1] ?? [])
  test.each(vendors)('a setting that begins as those of a vendor is refused: %s', prefix => {
    const wrong = `${prefix}COLOUR_OF_THE_BRAND`
    expect(messageOf({ [wrong]: 'red' })).toContain(`${wrong} is no setting`)
  })

  test('all misspelt settings are named at once, and before a fault that they may cause', () => {
    const text = messageOf({ LENDER_NAM: 'Nila', SMS_PROVIDR: 'msg91', LENDER_GRIEVANCE_NAME: 'A' })
    for (const name of ['LENDER_NAM', 'SMS_PROVIDR']) expect(text).toContain(name)
  })

  test('every setting with one letter left out, doubled, or exchanged with its neighbour', () => {
    const misspelling = fc
      .record({
        name: fc.constantFrom(...settingNames),
        at: fc.nat(40),
        how: fc.constantFrom('left out', 'doubled', 'exchanged'),
      })
      .map(({ name, at, how }) => {
        const place = at % (name.length - 1)
        const [one = '', next = ''] = name.slice(place, place + 2)
        const instead = { 'left out': next, doubled: one + one + next, exchanged: next + one }[how]
        return { name, wrong: name.slice(0, place) + instead + name.slice(place + 2) }
      })
      .filter(({ wrong }) => !settingNames.includes(wrong))
    fc.assert(
      fc.property(misspelling, ({ wrong }) => {
        expect(messageOf({ [wrong]: 'x' })).toContain(`${wrong} is no setting`)
      }),
    )
  })
})

describe('variables of others are left alone', () => {
  const OTHERS = `
    PATH HOME HOSTNAME HOSTTYPE PWD OLDPWD SHELL SHLVL TERM USER LOGNAME LANG LC_ALL TZ MAIL TMPDIR EDITOR PS1 _ CI DEBUG
    NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_VERSION NODE npm_package_name npm_config_registry
    npm_lifecycle_event INIT_CWD http_proxy HTTPS_PROXY NO_PROXY SSL_CERT_FILE MALLOC_ARENA_MAX UV_THREADPOOL_SIZE
    AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_DEFAULT_REGION GOOGLE_APPLICATION_CREDENTIALS
    PGHOST PGPORT PGUSER PGPASSWORD POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB APP_PASSWORD SITE CONTAINER_NAME IS_SANDBOX
    OTEL_EXPORTER_OTLP_HEADERS OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG OTEL_SERVICE_NAME JOB_NAME BUILD_URL
    GITHUB_TOKEN KUBERNETES_SERVICE_HOST KUBERNETES_PORT PROPERTY_RUNS PROPERTY_SEED KILLS CAMPAIGN CHROME_PATH PG_BIN CITUS_WORKERS
    SIMULATED_LOANS SIMULATED_OFFSET_MS MODEL_SEED FUZZ_REQUESTS SARAL_BROWSER SARAL_TEST_TEMPLATE SARAL_E2E_TEMPLATE
    PREFIX BUCKET VITEST VITEST_POOL_ID TEST MODE BASE_URL PROD DEV XDG_DATA_DIRS LS_COLORS INVOCATION_ID JOURNAL_STREAM LISTEN_FDS`
  test('as they stand beside a server', () => {
    const env = Object.fromEntries(
      OTHERS.trim()
        .split(/\s+/)
        .map(name => [name, 'something']),
    )
    expect(() => readConfig(env)).not.toThrow()
  })

  test('those by which Kubernetes describes services, under any name', () => {
    expect(() =>
      readConfig({
        SARAL_SERVICE_HOST: '10.0.0.1',
        SARAL_SERVICE_PORT: '3000',
        SARAL_SERVICE_PORT_HTTP: '3000',
        SARAL_PORT: 'tcp://10.0.0.1:3000',
        DATABASE_PORT: 'tcp://10.0.0.2:5432',
        DATABASE_PORT_5432_TCP: 'tcp://10.0.0.2:5432',
        DATABASE_PORT_5432_TCP_ADDR: '10.0.0.2',
      }),
    ).not.toThrow()
  })

  test('an empty one counts as unset', () => {
    expect(() => readConfig({ LENDER_NAM: '', SMS_PROVIDR: undefined })).not.toThrow()
  })
})

function messageOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
