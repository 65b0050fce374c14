import type { MobileNumber } from '#domain/phone.ts'

/** Delivers a short message. Throws only when the provider could not be asked. */
export type SmsPort = { send(message: { readonly to: MobileNumber; readonly text: string }): Promise<void> }
