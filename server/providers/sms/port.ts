import type { MobileNumber } from '#domain/phone.ts'

/** After an error with one of these codes the message was certainly not sent. */
const NOT_TAKEN: readonly unknown[] = ['refused', 'not_admitted']

/** True after an error that certainly kept the message from being sent; else the outcome is unknown. */
export function isCertainlyUnsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NOT_TAKEN.includes(error.code)
}

/** Sends a text message. Throws where it was refused, or where the provider could not be reached. */
export type SmsPort = {
  send(message: { readonly to: MobileNumber; readonly text: string }): Promise<void>
}
