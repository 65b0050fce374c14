import {
  cashfreeVerificationServer,
  RIGHT_OTP,
  verificationEnvironment,
} from '#server/testing/vendors/cashfree-verification.ts'
import {
  everyTemplate,
  messageIn,
  msg91Environment,
  msg91Server,
} from '#server/testing/vendors/msg91.ts'
import {
  type RazorpayServer,
  razorpayEnvironment,
  razorpayServer,
  type Webhook,
} from '#server/testing/vendors/razorpay.ts'
import { type Sandbox, until } from './sandbox.ts'

/** Every vendor that a lender needs, on this machine, as documented. */
export type Vendors = {
  /** The settings that give each of them its service, so that none is simulated. */
  readonly environment: Readonly<Record<string, string>>
  /** The messages on borrowers' phones. */
  readonly phones: Pick<Sandbox, 'code' | 'codeAfter'>
  readonly razorpay: RazorpayServer
  readonly close: () => Promise<unknown>
}

export async function openVendors(): Promise<Vendors> {
  const templates = everyTemplate()
  const [msg91, razorpay, cashfree] = await Promise.all([
    msg91Server(templates),
    razorpayServer(() => new Date()),
    cashfreeVerificationServer(),
  ])
  const codesTo = (phone: string) =>
    msg91.calls
      .map(call => messageIn(call, templates))
      .filter(({ to, text }) => to === `91${phone}` && !text.startsWith('Saral: '))
      .map(({ text }) => /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0] ?? '')
  const code = async (phone: string, digits = 4) =>
    // The register texts the OTP of an Aadhaar number itself.
    digits === RIGHT_OTP.length
      ? RIGHT_OTP
      : until(`a code for ${phone}`, async () => codesTo(phone).at(-1))
  return {
    environment: {
      ...msg91Environment(msg91.settings),
      ...razorpayEnvironment(razorpay.settings),
      ...verificationEnvironment(cashfree.settings),
    },
    phones: {
      code,
      codeAfter: async (phone, act, digits) => {
        const before = codesTo(phone).length
        await act()
        await until(`an SMS to ${phone}`, async () => codesTo(phone).length > before || undefined)
        return code(phone, digits)
      },
    },
    razorpay,
    close: () => Promise.all([msg91, razorpay, cashfree].map(vendor => vendor.close())),
  }
}

/** Sends a vendor's message to the product. Returns the status of the answer. */
export async function deliver(origin: string, path: string, webhook: Webhook): Promise<number> {
  const { body, headers } = webhook
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  return response.status
}
