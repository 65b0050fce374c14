/**
 * The vendors behind the ports, as configured, with their settings. A service without a vendor is
 * simulated.
 */

import * as v from 'valibot'
import { isLoopback } from '#domain/loopback.ts'
import { addressWithPath } from '#server/platform/config-forms.ts'
import type {
  CashfreePayoutSettings,
  CashfreeSettings,
  Msg91Settings,
  RazorpaySettings,
  RazorpayXSettings,
  SmsTemplate,
} from './vendor-settings.ts'

const SIMULATOR = 'simulator'
const word = v.pipe(v.string(), v.regex(/^\S{1,200}$/, 'may not hold spaces'))
/** One secret, or two during a rotation: the active one first. */
const secrets = v.pipe(
  v.string(),
  v.transform(text => text.split(/[\s,]+/).filter(Boolean)),
  v.minLength(1),
  v.maxLength(2),
)
const address = v.pipe(
  addressWithPath,
  v.transform(text => text.replace(/\/+$/, '')),
)
const templates = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.strictObject({ id: word, text: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)) }),
  ),
  v.minLength(1),
)
const vendor = <const Name extends string>(...names: Name[]) =>
  v.optional(v.picklist([SIMULATOR, ...names]), SIMULATOR)

/**
 * The variables, which `config.ts` reads with the others. docs/vendors.md says where each comes
 * from.
 */
export const vendorVariables = {
  /** Vendors for text messages, payments, payouts, and Aadhaar, PAN and bank account checks. */
  SMS_PROVIDER: vendor('msg91'),
  PAYMENT_PROVIDER: vendor('razorpay', 'cashfree'),
  /** `yes`: payments are also requested from UPI apps. The vendor turns this on for an account on request. */
  PAYMENT_UPI: v.optional(v.picklist(['yes', 'no']), 'no'),
  PAYOUT_PROVIDER: vendor('razorpay', 'cashfree'),
  /** `yes`: borrowers may let their instalments be debited by UPI AutoPay, through the payment provider. */
  AUTOPAY: v.optional(v.picklist(['yes', 'no'])),
  VERIFICATION_PROVIDER: vendor('cashfree'),
  /** `yes`: borrowers may also share their Aadhaar from DigiLocker, through the same provider. */
  DIGILOCKER: v.optional(v.picklist(['yes', 'no']), 'no'),
  /** Reads cards: on this machine, or through the provider of checks. */
  CARD_READER: v.optional(v.picklist(['embedded', 'cashfree']), 'embedded'),
  /**
   * `embedded` finds faces on this machine and asks for a blink; `cashfree` also sees the blink on
   * this machine but has the provider of checks compare the faces; `simulated` compares nothing and
   * asks for no blink.
   */
  FACE_CHECK: v.optional(v.picklist(['embedded', 'simulated', 'cashfree']), 'embedded'),
  /**
   * MSG91, and the registered messages: `[{"id":"…","text":"{#var#} is your Saral sign-in code.
   * …"}]`.
   */
  MSG91_AUTH_KEY: v.optional(word),
  MSG91_TEMPLATES: v.optional(templates),
  MSG91_URL: v.optional(address, 'https://control.msg91.com'),
  /** Razorpay's keys, and its webhook secrets: one, or two during a rotation. */
  RAZORPAY_KEY_ID: v.optional(word),
  RAZORPAY_KEY_SECRET: v.optional(word),
  RAZORPAY_WEBHOOK_SECRETS: v.optional(secrets),
  RAZORPAY_URL: v.optional(address, 'https://api.razorpay.com/v1'),
  /** The account that RazorpayX pays out of, and its webhook secrets where they differ. */
  RAZORPAYX_ACCOUNT_NUMBER: v.optional(v.pipe(word, v.digits())),
  RAZORPAYX_WEBHOOK_SECRETS: v.optional(secrets),
  /**
   * Cashfree has keys for each product; the second secret is the one being replaced. Its sandbox:
   * https://sandbox.cashfree.com.
   */
  CASHFREE_URL: v.optional(address, 'https://api.cashfree.com'),
  CASHFREE_PG_CLIENT_ID: v.optional(word),
  CASHFREE_PG_CLIENT_SECRETS: v.optional(secrets),
  CASHFREE_PAYOUT_CLIENT_ID: v.optional(word),
  CASHFREE_PAYOUT_CLIENT_SECRETS: v.optional(secrets),
  CASHFREE_PAYOUT_FUNDSOURCE: v.optional(word),
  CASHFREE_VERIFICATION_CLIENT_ID: v.optional(word),
  CASHFREE_VERIFICATION_CLIENT_SECRETS: v.optional(secrets),
}

const variables = v.object(vendorVariables)
type Variables = v.InferOutput<typeof variables>

/** Each service with its vendor's settings; `undefined` is simulated. */
export type Vendors = {
  readonly sms: Msg91Settings | undefined
  readonly payment:
    | (({ readonly razorpay: RazorpaySettings } | { readonly cashfree: CashfreeSettings }) & {
        readonly isUpiOffered: boolean
      })
    | undefined
  readonly payout:
    | { readonly razorpay: RazorpayXSettings }
    | { readonly cashfree: CashfreePayoutSettings }
    | undefined
  readonly verification: CashfreeSettings | undefined
}

/** The hosts of the vendors' payment pages, to which borrowers may be sent. */
const PAYMENT_PAGES = {
  simulator: [],
  razorpay: ['rzp.io', 'pages.razorpay.com'],
  cashfree: ['payments.cashfree.com', 'payments-test.cashfree.com'],
} as const

export function paymentPagesOf({
  PAYMENT_PROVIDER,
}: Pick<Variables, 'PAYMENT_PROVIDER'>): readonly string[] {
  return PAYMENT_PAGES[PAYMENT_PROVIDER]
}

/** The chosen vendors, or an error that names every missing setting. */
export function vendorsOf(e: Variables): Vendors {
  const missing: string[] = []
  const vendors: Vendors = {
    sms: e.SMS_PROVIDER === 'msg91' ? msg91Of(settingsFor('SMS_PROVIDER', e, missing)) : undefined,
    payment: paymentOf(e, settingsFor('PAYMENT_PROVIDER', e, missing)),
    payout: payoutOf(e, settingsFor('PAYOUT_PROVIDER', e, missing)),
    verification:
      e.VERIFICATION_PROVIDER === 'cashfree'
        ? cashfreeOf('VERIFICATION', settingsFor('VERIFICATION_PROVIDER', e, missing))
        : undefined,
  }
  for (const name of ['CARD_READER', 'FACE_CHECK'] as const)
    if (e[name] !== 'embedded' && e[name] !== 'simulated' && e[name] !== e.VERIFICATION_PROVIDER)
      missing.push(`${name}=${e[name]} needs VERIFICATION_PROVIDER=${e[name]}`)
  if (missing.length > 0)
    throw new Error(`The configuration lacks settings: ${missing.join('; ')}.`)
  return vendors
}

/** Each vendor's address, by the word that chooses it. */
const ADDRESSES = {
  msg91: 'MSG91_URL',
  razorpay: 'RAZORPAY_URL',
  cashfree: 'CASHFREE_URL',
} as const

/** True if a chosen vendor is a real one: a stand-in for a vendor on this machine is a test's. */
export function isRealVendor(e: Variables): boolean {
  const choices = [e.SMS_PROVIDER, e.PAYMENT_PROVIDER, e.PAYOUT_PROVIDER, e.VERIFICATION_PROVIDER]
  return choices.some(
    choice => choice !== SIMULATOR && !isLoopback(new URL(e[ADDRESSES[choice]]).hostname),
  )
}

/** Refuses addresses and secrets by which a stranger could read or forge a vendor's messages. */
export function refuseUnsafeVendors(
  e: Variables,
  { isReal, isProduction }: { readonly isReal: boolean; readonly isProduction: boolean },
): void {
  for (const name of Object.values(ADDRESSES)) refuseUnsafe(name, e[name], isProduction)
  if (isReal || isProduction) refuseShortSecrets(e)
}

/** The services without a real vendor. */
export function simulatedServices(vendors: Vendors): readonly (keyof Vendors)[] {
  return (Object.keys(vendors) as (keyof Vendors)[]).filter(
    service => vendors[service] === undefined,
  )
}

type Choice = 'SMS_PROVIDER' | 'PAYMENT_PROVIDER' | 'PAYOUT_PROVIDER' | 'VERIFICATION_PROVIDER'
type Settings = {
  readonly e: Variables
  readonly need: (name: keyof Variables & string) => string
  readonly needSecrets: NeedSecrets
}
type NeedSecrets = (name: SecretsName) => [string, ...string[]]
type SecretsName = {
  [Name in keyof Variables]: Variables[Name] extends string[] | undefined ? Name : never
}[keyof Variables] &
  string

function settingsFor(choice: Choice, e: Variables, missing: string[]): Settings {
  const note = (name: string) => missing.push(`${choice}=${e[choice]} needs ${name}`)
  return {
    e,
    need: name => {
      const value = e[name]
      if (typeof value === 'string') return value
      note(name)
      return ''
    },
    needSecrets: name => {
      const [first, ...others] = e[name] ?? []
      if (first === undefined) note(name)
      return [first ?? '', ...others]
    },
  }
}

function msg91Of({ e, need }: Settings): Msg91Settings {
  const registered: readonly SmsTemplate[] = e.MSG91_TEMPLATES ?? []
  if (registered.length === 0) need('MSG91_TEMPLATES')
  return { baseUrl: e.MSG91_URL, authKey: need('MSG91_AUTH_KEY'), templates: registered }
}

function paymentOf(
  { PAYMENT_PROVIDER: choice, PAYMENT_UPI }: Variables,
  settings: Settings,
): Vendors['payment'] {
  const isUpiOffered = PAYMENT_UPI === 'yes'
  if (choice === 'razorpay')
    return { razorpay: razorpayOf(settings, 'RAZORPAY_WEBHOOK_SECRETS'), isUpiOffered }
  return choice === 'cashfree' ? { cashfree: cashfreeOf('PG', settings), isUpiOffered } : undefined
}

function payoutOf({ PAYOUT_PROVIDER: choice }: Variables, settings: Settings): Vendors['payout'] {
  const { e, need } = settings
  if (choice === 'cashfree')
    return {
      cashfree: { ...cashfreeOf('PAYOUT', settings), fundsourceId: e.CASHFREE_PAYOUT_FUNDSOURCE },
    }
  if (choice !== 'razorpay') return undefined
  const variable = e.RAZORPAYX_WEBHOOK_SECRETS
    ? 'RAZORPAYX_WEBHOOK_SECRETS'
    : 'RAZORPAY_WEBHOOK_SECRETS'
  return {
    razorpay: {
      ...razorpayOf(settings, variable),
      accountNumber: need('RAZORPAYX_ACCOUNT_NUMBER'),
    },
  }
}

function razorpayOf(
  { e, need, needSecrets }: Settings,
  webhooks: 'RAZORPAY_WEBHOOK_SECRETS' | 'RAZORPAYX_WEBHOOK_SECRETS',
): RazorpaySettings {
  const keyId = need('RAZORPAY_KEY_ID')
  const keySecret = need('RAZORPAY_KEY_SECRET')
  return { baseUrl: e.RAZORPAY_URL, keyId, keySecret, webhookSecrets: needSecrets(webhooks) }
}

function cashfreeOf(
  product: 'PG' | 'PAYOUT' | 'VERIFICATION',
  { e, need, needSecrets }: Settings,
): CashfreeSettings {
  const clientId = need(`CASHFREE_${product}_CLIENT_ID`)
  return {
    baseUrl: e.CASHFREE_URL,
    clientId,
    clientSecrets: needSecrets(`CASHFREE_${product}_CLIENT_SECRETS`),
  }
}

/**
 * Keys and personal data must travel encrypted. A vendor on this machine is a test's; production
 * refuses it.
 */
function refuseUnsafe(name: string, url: string, isProduction: boolean): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && (isProduction || !isLoopback(hostname)))
    throw new Error(`The configuration is wrong: ${name} is no https address.`)
}

/** Whether secrets sign webhooks. Cashfree signs them with the client secret. */
const SIGNS_WEBHOOKS: Readonly<Record<SecretsName, boolean>> = {
  RAZORPAY_WEBHOOK_SECRETS: true,
  RAZORPAYX_WEBHOOK_SECRETS: true,
  CASHFREE_PG_CLIENT_SECRETS: true,
  CASHFREE_PAYOUT_CLIENT_SECRETS: true,
  CASHFREE_VERIFICATION_CLIENT_SECRETS: false,
}
const SECRETS_NAMES = Object.keys(SIGNS_WEBHOOKS) as SecretsName[]
const WEBHOOK_SECRET_MIN_CHARS = 16

/**
 * A short secret can be guessed offline from a single webhook, and anybody who knows it can report
 * a payment that never happened.
 */
function refuseShortSecrets(e: Variables): void {
  const short = SECRETS_NAMES.filter(
    name =>
      SIGNS_WEBHOOKS[name] && e[name]?.some(({ length }) => length < WEBHOOK_SECRET_MIN_CHARS),
  )
  if (short.length === 0) return
  const rule = `With real money every webhook secret has at least ${WEBHOOK_SECRET_MIN_CHARS} characters.`
  throw new Error(`The configuration is wrong: ${short.join(', ')}: a secret is too short. ${rule}`)
}
