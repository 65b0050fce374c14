import type { MobileNumber } from '#domain/phone.ts'

/**
 * After an error with one of these codes the message was certainly not sent. After any other the
 * outcome is unknown.
 */
export const NOT_TAKEN: readonly unknown[] = ['refused', 'not_admitted']

/** Sends a text message. Throws where it was refused, or where the provider could not be reached. */
export type SmsPort = {
  send(message: { readonly to: MobileNumber; readonly text: string }): Promise<void>
}
