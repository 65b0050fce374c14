import * as v from 'valibot'
import { registered } from '#server/platform/sms-template.ts'
import type { Msg91Settings } from '#server/platform/vendor-settings.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import {
  type VendorClient,
  VendorFailure,
  type VendorRefusal,
  type VendorRequest,
  vendorClient,
} from '#server/providers/vendor-http.ts'

const VENDOR = 'msg91'
const WHAT = 'send a message'
const sentBody = v.object({ type: v.string(), message: v.optional(v.string()) })

/**
 * MSG91 rejects a key, or an address that it does not know, by words and codes of its own, also with
 * status 200 (msg91.com/help: 201, 207 and 418).
 */
const ABOUT_THE_KEY = /auth\w*\s*key|authenticat|unauthori[sz]ed|whitelist|\b(201|207|418)\b/i
const UNKNOWN_ADDRESS = 418
/** An error in one of its forms; a number of messages is none. */
const errorBody = v.union([
  v.object({ type: v.literal('error'), message: v.string() }),
  v.pipe(
    v.object({ msgType: v.literal('error'), msg: v.string() }),
    v.transform(({ msg: message }) => ({ message })),
  ),
])

/**
 * Sends through MSG91. India's operators deliver only registered texts: a message is sent as the
 * registered template that it matches, with the values of the template's gaps as VAR1, VAR2 and so
 * on. A message that matches none is not sent.
 */
export function msg91Sms({ baseUrl, authKey, templates, timeoutMs }: Msg91Settings): SmsPort {
  const client = clientOf({ baseUrl, authKey, timeoutMs })
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
      if (answer.kind === 'refused') throw failureOf(client, call, answer)
      const { type, message = '' } = answer.data
      if (type !== 'success') throw refusal(WHAT, message)
    },
  }
}

/** Tests the key by reading how many messages are left (api.msg91.com/apidoc/basic/route-balance.php). */
export async function testMsg91Key(settings: Msg91Settings): Promise<void> {
  const client = clientOf(settings)
  const query = new URLSearchParams({ authkey: settings.authKey, type: '4' })
  const call = { what: 'test the key', method: 'GET', path: `/api/balance.php?${query}` } as const
  const answer = await client.ask(call, v.unknown())
  if (answer.kind === 'refused') throw failureOf(client, call, answer)
  const error = v.safeParse(errorBody, answer.data)
  if (error.success) throw refusal(call.what, error.output.message)
}

function clientOf({
  baseUrl,
  authKey,
  timeoutMs,
}: Pick<Msg91Settings, 'baseUrl' | 'authKey'> & { timeoutMs?: number | undefined }): VendorClient {
  return vendorClient({
    vendor: VENDOR,
    baseUrl,
    headers: { authkey: authKey },
    ...(timeoutMs && { timeoutMs }),
  })
}

function failureOf(
  client: VendorClient,
  call: Pick<VendorRequest, 'what'>,
  answer: VendorRefusal,
): VendorFailure {
  return answer.status === UNKNOWN_ADDRESS
    ? new VendorFailure(VENDOR, call.what, 'not-admitted', `status ${answer.status}`)
    : client.unexpected(call, answer)
}

function refusal(what: string, message: string): VendorFailure {
  const kind = ABOUT_THE_KEY.test(message) ? 'not-admitted' : 'refused'
  return new VendorFailure(VENDOR, what, kind, 'by the answer')
}
