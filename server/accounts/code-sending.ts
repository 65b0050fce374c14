/** The message with a code, whose count is reverted if it cannot be sent. */
import type { MobileNumber } from '#domain/phone.ts'
import { type CountedCode, takeBackCode } from '#server/accounts/code-limits.ts'
import type { PublicCall } from '#server/platform/actions/call.ts'
import { isCertainlyUnsent } from '#server/providers/sms/port.ts'
import type { Services } from '#server/services.ts'

type Message = {
  readonly to: MobileNumber
  readonly text: string
  readonly counted: CountedCode
  /** Voids the code. */
  readonly end: () => Promise<unknown>
}

/**
 * Sends the message through its vendor, once. False if that failed: the code does not count for its
 * number. Unless it may have been sent, it is voided, since it could only be guessed.
 */
export async function isCodeSent(
  { db, sms, log }: Pick<Services, 'db' | 'sms' | 'log'>,
  { to, text, counted, end }: Message,
  { requestId }: Pick<PublicCall, 'requestId'>,
): Promise<boolean> {
  try {
    await sms.send({ to, text })
    return true
  } catch (error) {
    log.warn({ err: error, requestId }, 'a code could not be sent')
    const isUnsent = isCertainlyUnsent(error)
    await takeBackCode(db, counted, isUnsent)
    if (isUnsent) await end()
    return false
  }
}
