import type { MobileNumber } from '#domain/phone.ts'

/** After an error with one of these codes it is certain that no message went. After any other nobody knows. */
export const NOT_TAKEN: readonly unknown[] = ['refused', 'not_admitted']

/** Delivers a short message. Throws where it was not taken, or where the provider could not be asked. */
export type SmsPort = {
  send(message: { readonly to: MobileNumber; readonly text: string }): Promise<void>
}
