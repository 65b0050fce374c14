import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Vendors } from '#server/platform/config-vendors.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import { cashfreeAadhaar } from '#server/providers/aadhaar/cashfree.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import { cashfreeBankAccounts } from '#server/providers/bank-account/cashfree.ts'
import type { BankAccountPort } from '#server/providers/bank-account/port.ts'
import { cashfreeDigilocker } from '#server/providers/digilocker/cashfree.ts'
import type { DigilockerPort } from '#server/providers/digilocker/port.ts'
import { cashfreeCards } from '#server/providers/document/cashfree.ts'
import type { DocumentPort } from '#server/providers/document/port.ts'
import { cardReader } from '#server/providers/document/reader.ts'
import { cashfreeFaces } from '#server/providers/face/cashfree.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import type { MandatePort } from '#server/providers/mandate/port.ts'
import { razorpayMandates } from '#server/providers/mandate/razorpay.ts'
import { cashfreePan } from '#server/providers/pan/cashfree.ts'
import type { PanPort } from '#server/providers/pan/port.ts'
import { cashfreePayments } from '#server/providers/payment/cashfree.ts'
import type { PaymentPort } from '#server/providers/payment/port.ts'
import { razorpayPayments } from '#server/providers/payment/razorpay.ts'
import { cashfreePayouts } from '#server/providers/payout/cashfree.ts'
import type { PayoutPort } from '#server/providers/payout/port.ts'
import { razorpayPayouts } from '#server/providers/payout/razorpay.ts'
import { msg91Sms } from '#server/providers/sms/msg91.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'

/** The ports with real vendors. A port that is absent is simulated. */
export type VendorPorts = {
  readonly sms?: SmsPort
  readonly payment?: PaymentPort
  readonly mandate?: MandatePort
  readonly payout?: PayoutPort
  readonly aadhaar?: AadhaarPort
  readonly pan?: PanPort
  readonly bankAccount?: BankAccountPort
  readonly digilocker?: DigilockerPort
}

type Parts = {
  readonly clock: Pick<Clock, 'wall'>
  readonly ids: Ids
  /** The origin at which vendors reach us, without a trailing slash. */
  readonly publicOrigin: () => string
  /** The lender's e-mail address, for vendors that require one of the payer: we have none of a borrower. */
  readonly email: string
}

/** Builds the adapters of the chosen vendors. For `open.ts` only. */
export function vendorPorts(
  { sms, payment, payout, verification }: Vendors,
  parts: Parts,
): VendorPorts {
  return {
    ...(sms && { sms: msg91Sms(sms) }),
    ...(payment && { payment: paymentsBy(payment, parts) }),
    ...(payment &&
      'razorpay' in payment && {
        mandate: razorpayMandates({ ...payment.razorpay, email: parts.email }, parts.clock),
      }),
    ...(payout && { payout: payoutsBy(payout, parts) }),
    ...(verification && checksBy(verification, parts)),
  }
}

/** Cards are read on this machine unless the configuration chooses the provider of checks. */
export function cardsBy(
  config: Pick<Config, 'vendors' | 'cardReader'>,
  parts: Pick<Parts, 'clock' | 'ids'>,
): DocumentPort {
  const { verification } = config.vendors
  return config.cardReader === 'cashfree' && verification
    ? cashfreeCards(verification, parts)
    : cardReader()
}

/**
 * Faces are checked `here`; the provider of checks compares them where the configuration says so.
 */
export function facesBy(
  config: Pick<Config, 'vendors' | 'faceCheck'>,
  parts: Pick<Parts, 'clock' | 'ids'> & { readonly here: FacePort },
): FacePort {
  const { verification } = config.vendors
  return config.faceCheck === 'cashfree' && verification
    ? cashfreeFaces(verification, parts)
    : parts.here
}

function paymentsBy(
  chosen: NonNullable<Vendors['payment']>,
  { clock, publicOrigin }: Parts,
): PaymentPort {
  const webhookUrl = () => `${publicOrigin()}/webhook/payment`
  const port =
    'razorpay' in chosen
      ? razorpayPayments(chosen.razorpay, clock)
      : cashfreePayments({ ...chosen.cashfree, webhookUrl }, clock)
  return chosen.isUpiOffered ? port : { ...port, openUpi: undefined }
}

function payoutsBy(chosen: NonNullable<Vendors['payout']>, { clock }: Parts): PayoutPort {
  return 'razorpay' in chosen
    ? razorpayPayouts(chosen.razorpay, clock)
    : cashfreePayouts(chosen.cashfree, clock)
}

function checksBy(
  cashfree: CashfreeSettings,
  parts: Parts,
): Pick<VendorPorts, 'aadhaar' | 'pan' | 'bankAccount' | 'digilocker'> {
  return {
    aadhaar: cashfreeAadhaar(cashfree),
    pan: cashfreePan(cashfree, parts),
    bankAccount: cashfreeBankAccounts(cashfree),
    digilocker: cashfreeDigilocker(cashfree),
  }
}
