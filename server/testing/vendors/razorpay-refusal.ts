import type { VendorReply } from './vendor-server.ts'

/** A refusal in Razorpay's form. */
export function refused(
  status: number,
  code: string,
  description: string,
  field?: string,
): VendorReply {
  return {
    status,
    json: {
      error: {
        code,
        description,
        source: 'business',
        step: null,
        reason: null,
        metadata: {},
        field,
      },
    },
  }
}
