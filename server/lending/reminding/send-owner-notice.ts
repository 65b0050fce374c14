/** Sends the text about a change of the ways in, to the borrower's own number. */
import { addresseeOf } from '#server/lending/reminding/send-message.ts'
import type { OwnerNotice } from '#server/notices/notify-owner.ts'
import { smsText } from '#server/notices/words/sms-texts.ts'
import { isCertainlyUnsent } from '#server/providers/sms/port.ts'
import type { Services } from '#server/services.ts'

/**
 * Sends it once; again only where the vendor certainly refused it. The language is the borrower's own,
 * not that of the browser in which the change was made.
 */
export async function sendOwnerNotice(
  services: Services,
  { borrowerId, news }: OwnerNotice,
): Promise<void> {
  const { to, language } = await addresseeOf(services, borrowerId)
  await services.sms.send({ to, text: smsText(news, language, {}) }).catch(error => {
    if (isCertainlyUnsent(error)) throw error
    services.log.warn({ news }, 'the outcome of a text message is unknown; it is not sent again')
  })
}
