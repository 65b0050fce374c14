import * as v from 'valibot'
import { registered } from '#server/platform/sms-template.ts'
import type { Msg91Settings } from '#server/platform/vendor-settings.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import { VendorFailure, vendorClient } from '#server/providers/vendor-http.ts'

const VENDOR = 'msg91'
const WHAT = 'send a message'
const sentBody = v.object({ type: v.string() })

/**
 * Sends through MSG91. India's operators deliver only registered texts: a message is sent as the
 * registered template that it matches, with the values of the template's gaps as VAR1, VAR2 and so
 * on. A message that matches none is not sent.
 */
export function msg91Sms({ baseUrl, authKey, templates, timeoutMs }: Msg91Settings): SmsPort {
  const client = vendorClient({
    vendor: VENDOR,
    baseUrl,
    headers: { authkey: authKey },
    ...(timeoutMs && { timeoutMs }),
  })
  const fitOf = registered(templates)
  return {
    async send({ to, text }) {
      const fit = fitOf(text)
      if (!fit)
        throw new VendorFailure(VENDOR, WHAT, 'refused', 'no registered template has this text')
      const variables = Object.fromEntries(
        fit.gaps.map((value, index) => [`VAR${index + 1}`, value]),
      )
      const call = { what: WHAT, method: 'POST', path: '/api/v5/flow' } as const
      const answer = await client.ask(
        { ...call, body: { template_id: fit.id, recipients: [{ mobiles: to, ...variables }] } },
        sentBody,
      )
      if (answer.kind === 'refused') throw client.unexpected(call, answer)
      if (answer.data.type !== 'success')
        throw new VendorFailure(VENDOR, WHAT, 'refused', 'by the answer')
    },
  }
}
