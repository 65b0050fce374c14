/** Each setting is refused by its name where its value cannot work, and a value that works is accepted. */
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'

const LENDER = {
  LENDER_NAME: 'Nila Finance Limited',
  LENDER_RBI_REGISTRATION: 'N-14.03210',
  LENDER_GRIEVANCE_NAME: 'Asha Rao',
  LENDER_GRIEVANCE_PHONE: '1800 000 0001',
  LENDER_GRIEVANCE_EMAIL: 'grievance@nila.example',
  ALLOW_SIMULATORS: 'yes',
}
const VAPID = {
  PUSH_PUBLIC_KEY:
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  PUSH_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}
const S3 = {
  S3_ENDPOINT: 'https://store.example',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'k',
  S3_SECRET_ACCESS_KEY: 's',
}
const OIDC = {
  STAFF_OIDC_ISSUER: 'https://id.lender.example/realms/staff',
  STAFF_OIDC_CLIENT_ID: 'saral',
  STAFF_OIDC_CLIENT_SECRET: 'a secret',
}

describe('a wrong value is refused by the name of its setting', () => {
  test.each<[string, readonly string[]]>([
    // The fetch standard's bad ports: no browser opens them (fetch.spec.whatwg.org, "port blocking").
    [
      'PORT',
      ['70000', '-1', '3000.5', '3 000', 'http', '4190', '6000', '6666', '10080', '25', '1'],
    ],
    ['METRICS_PORT', ['70000', 'metrics', '9464/tcp']],
    [
      'HOST',
      [
        '999.1.1.1',
        '1.2.3',
        '0x7f.1',
        '300',
        'http://localhost',
        'localhost:3000',
        '*',
        '[::1]',
        ':::1',
        'a b',
        '-a.example',
        'a..b',
        '10.0.0.0/8',
      ],
    ],
    ['METRICS_HOST', ['999.1.1.1', 'http://localhost', 'localhost:9464', '*']],
    [
      'PUBLIC_URL',
      [
        'https://saral.example/app',
        'https://saral.example/?a=1',
        'https://saral.example/#top',
        'https://user:pass@saral.example',
        'https://saral.example:4190',
        'https://999.1.1.1',
        'https://0.0.0.0:3000',
        'https://[::]',
        'saral.example',
        '//saral.example',
        'ftp://saral.example',
        'https://',
        'https://*.saral.example',
        'https://saral example',
      ],
    ],
    [
      'CONSOLE_URL',
      [
        'https://console.example/console',
        'console.example',
        'https://console.example:6000',
        'https://a@console.example',
      ],
    ],
    ['S3_ENDPOINT', ['https://store.example/pictures', 's3://pictures', 'store.example']],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      ['collector:4318', 'grpc://collector:4317', 'https://user:pass@collector'],
    ],
    [
      'STAFF_OIDC_ISSUER',
      [
        'id.lender.example',
        'https://user:pass@id.lender.example',
        'https://id.lender.example/?a=1',
      ],
    ],
    [
      'DATABASE_URL',
      [
        'mysql://saral@db.example/saral',
        'http://db.example/saral',
        'db.example:5432/saral',
        'postgresql:saral',
        'postgresql://db.example:99999/saral',
        'postgresql://saral@db.example/saral?sslmode=very',
        'postgresql://saral@db1.example,db2.example/saral',
        'postgresql://saral:pa/ss@db.example/saral',
        '/run/postgresql saral',
        'socket:/run/postgresql',
      ],
    ],
    ['DATABASE_APP_URL', ['mysql://saral@db.example/saral', 'sqlite:///saral.db']],
    [
      'TRUSTED_PROXIES',
      [
        'everyone',
        '*',
        'true',
        '1',
        '10.0.0.0/33',
        '10.0.0.0/-1',
        '999.1.1.1',
        '10.0.0',
        'loopback,everyone',
        'proxy.example',
        '::1/129',
        '0.0.0.0/0',
        '::/0',
        '10.0.0.1:80',
        '10.0.0.0/8/8',
        'LOOPBACK',
      ],
    ],
    ['NODE_ENV', ['prod', 'Production', 'PRODUCTION', 'live', 'staging', 'dev']],
    [
      'CUSTOMER_PHONE',
      ['call me', '12', '+91 98765 43210 ext. 4', '1800-SARAL', '9876543210987654'],
    ],
    ['CUSTOMER_EMAIL', ['help', 'help@', 'help at saral.example']],
    [
      'APP_STORE_URL',
      ['http://apps.example/saral', 'apps.example', 'https://a:b@apps.example/saral'],
    ],
    ['PLAY_STORE_URL', ['http://apps.example/saral', 'javascript:alert(1)']],
    ['DOMAIN_CHANGE_TO', ['http://new.example', 'new.example', 'https://u@new.example']],
    [
      'PAYMENT_HOSTS',
      [
        'https://pay.example',
        'pay.example/page',
        '*.pay.example',
        'pay.example:443',
        'pay.example;script-src',
      ],
    ],
    [
      'PUSH_HOSTS',
      [
        'https://push.example',
        'push.example:0',
        'push.example:99999',
        '*.push.example',
        'Push.Example/',
      ],
    ],
    ['PUSH', ['true', '1', 'Yes']],
    ['JOBS', ['true', 'off']],
    ['CONSOLE', ['true', '0']],
    ['PRIVATE_NETWORK', ['true']],
    ['ALLOW_SIMULATORS', ['true', 'YES']],
    ['LOG_LEVEL', ['verbose', 'INFO', 'fatal']],
    ['LIMIT_SCALE', ['0', '-1', 'x', '1e3', '1001']],
    ['STOP_DELAY_SECONDS', ['301', '-1', '10s']],
    ['CODES_PER_DAY', ['999', 'x', '99999999999']],
    ['PROOF_OF_WORK_BITS', ['0', '99']],
    ['TRACKING_KEPT_DAYS', ['0', '401']],
    ['S3_BUCKET', ['Pictures', 'a', 'pictures/2026']],
    ['S3_REGION', ['Mumbai', 'ap south 1']],
    ['S3_PREFIX', ['saral', '/saral/', '../']],
    [
      'MSG91_URL',
      [
        'control.msg91.com',
        'https://k:s@control.msg91.com',
        'https://control.msg91.com/?authkey=1',
      ],
    ],
    [
      'RAZORPAY_URL',
      ['api.razorpay.com/v1', 'http://razorpay.example/v1', 'https://api.razorpay.com/v1#x'],
    ],
    ['CASHFREE_URL', ['sandbox.cashfree.com', 'ftp://sandbox.cashfree.com']],
  ])('%s', (name, values) => {
    for (const value of values)
      expect(() => readConfig({ [name]: value }), value).toThrow(new RegExp(`\\b${name}\\b`))
  })

  test.each<[string, readonly string[], Record<string, string>]>([
    [
      'LENDER_GRIEVANCE_PHONE',
      ['call me', '1', 'asha@nila.example', '+', '98765 43210 98765 43210'],
      LENDER,
    ],
    ['LENDER_GRIEVANCE_EMAIL', ['asha', 'nila.example'], LENDER],
    ['LENDER_RBI_REGISTRATION', ['applied for', 'none', 'N-'], LENDER],
    ['LENDER_NAME', ['   ', '.', '12345'], LENDER],
    ['LENDER_GRIEVANCE_NAME', ['-', '1800 000 0001'], LENDER],
    ['PUSH_PUBLIC_KEY', ['half', 'a'.repeat(87), `${VAPID.PUSH_PUBLIC_KEY}=`], VAPID],
    [
      'PUSH_PRIVATE_KEY',
      ['half', 'A'.repeat(43), 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRx0'],
      VAPID,
    ],
    ['S3_ENDPOINT', ['https://store.example/pictures'], S3],
    ['STAFF_OIDC_SECOND_FACTOR', ['sms', 'none'], OIDC],
    ['CONSOLE_URL', ['https://console.example'], { CONSOLE: 'no' }],
    ['METRICS_PORT', ['3000'], { PORT: '3000' }],
    [
      'SARAL_KEYS',
      ['{"active":"k1","masters":{},"hashing":"x"}'],
      { SARAL_KEYS_FILE: '/run/keys.json' },
    ],
  ])('%s beside others', (name, values, others) => {
    for (const value of values)
      expect(() => readConfig({ ...others, [name]: value }), value).toThrow(
        new RegExp(`\\b${name}\\b`),
      )
  })

  /** Alone the setting would silently do nothing. */
  test.each([
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST'],
    [{ S3_REGION: 'ap-south-1' }, 'S3_REGION'],
    [{ S3_PREFIX: 'saral/' }, 'S3_PREFIX'],
    [{ DOMAIN_CHANGE_ON: '2027-01-01' }, 'DOMAIN_CHANGE_ON'],
    [{ LENDER_DIRECTORY_ROW: '12' }, 'LENDER_DIRECTORY_ROW'],
    [{ STAFF_OIDC_SECOND_FACTOR: 'provider' }, 'STAFF_OIDC_SECOND_FACTOR'],
    [{ SIGNING_PASSPHRASE: 'x' }, 'SIGNING_PASSPHRASE'],
  ])('a setting without the one that it belongs to: %j', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
  })
})

describe('a value that works is accepted', () => {
  test.each<[string, readonly string[]]>([
    ['PORT', ['0', '80', '443', '3000', '8080', '8443', '65535']],
    [
      'HOST',
      [
        '127.0.0.1',
        '0.0.0.0',
        '::',
        '::1',
        'localhost',
        'saral.internal',
        '10.1.2.3',
        'fe80::1%eth0',
      ],
    ],
    [
      'PUBLIC_URL',
      [
        'https://saral.example',
        'https://saral.example/',
        'http://localhost:3000',
        'https://saral.example:8443',
        'http://192.168.1.7:3000',
        'https://xn--e1afmkfd.example',
      ],
    ],
    [
      'TRUSTED_PROXIES',
      [
        'loopback',
        'uniquelocal',
        'linklocal',
        '10.0.0.0/8',
        '10.0.0.1',
        'loopback, 10.0.0.0/8',
        '10.0.0.0/255.0.0.0',
        'fd00::/8',
        '::1',
      ],
    ],
    ['NODE_ENV', ['development', 'test']],
    [
      'CUSTOMER_PHONE',
      ['1800 000 0000', '+91 98765 43210', '022-4000 1234', '(022) 4000 1234', '14448'],
    ],
    [
      'DATABASE_URL',
      [
        'postgresql://saral:x@127.0.0.1:5432/saral',
        'postgres://saral@localhost/saral',
        'postgresql://saral@/saral?host=/run/postgresql',
        'postgresql://saral@localhost:5433/saral?host=/tmp/x',
        'postgresql://saral:p%2Fss@db.example/saral?sslmode=verify-full',
      ],
    ],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['http://collector:4318', 'https://collector.example/otlp']],
    ['PAYMENT_HOSTS', ['pay.example', 'pay.example, shop.example']],
    ['PUSH_HOSTS', ['push.example', 'push.example:8443', 'localhost:3001']],
    ['AUDIT_ANCHORS', ['/var/lib/anchors/saral.txt']],
    ['LIMIT_SCALE', ['0.5', '1', '1000']],
  ])('%s', (name, values) => {
    for (const value of values) expect(() => readConfig({ [name]: value }), value).not.toThrow()
  })

  test('whole groups', () => {
    for (const group of [LENDER, VAPID, S3, OIDC]) expect(() => readConfig(group)).not.toThrow()
    expect(readConfig({ ...VAPID }).push.keys).toEqual({
      publicKey: VAPID.PUSH_PUBLIC_KEY,
      privateKey: VAPID.PUSH_PRIVATE_KEY,
    })
  })
})
