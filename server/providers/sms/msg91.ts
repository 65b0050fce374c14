import * as v from 'valibot'
import type { Msg91Settings, SmsTemplate } from '#server/platform/vendor-settings.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import { VendorFailure, vendorClient } from '#server/providers/vendor-http.ts'

const VENDOR = 'msg91'
const VARIABLE = '{#var#}'
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

/** Finds the template that a message matches, and the values of its gaps. */
export function registered(templates: readonly SmsTemplate[]) {
  const patterns = templates.map(({ id, text }) => ({ id, pattern: patternOf(text) }))
  return (
    message: string,
  ): { readonly id: string; readonly gaps: readonly string[] } | undefined => {
    for (const { id, pattern } of patterns) {
      const gaps = pattern.exec(message)?.slice(1)
      if (gaps) return { id, gaps }
    }
    return undefined
  }
}

function patternOf(text: string): RegExp {
  const fixed = text.split(VARIABLE).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${fixed.join('(.+?)')}$`, 's')
}
