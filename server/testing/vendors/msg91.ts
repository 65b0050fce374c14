/**
 * MSG91's flow call and its balance as documented, on this machine. It answers 200 to refusals as
 * well.
 */
import { registeredTexts } from '#server/notices/words/sms-texts.ts'
import type { Msg91Settings, SmsTemplate } from '#server/platform/vendor-settings.ts'
import { type VendorCall, type VendorServer, vendorServer } from './vendor-server.ts'

const AUTH_KEY = 'msg91-key'
const TEMPLATES = [
  {
    id: 'login',
    text: '{#var#} is your Saral sign-in code. It is valid for 5 minutes. Do not share it with anyone.',
  },
  { id: 'notice', text: 'Hello {#var#}, {#var#} named you (1+1). See {#var#}' },
]

export async function msg91Server(
  templates: readonly SmsTemplate[] = TEMPLATES,
): Promise<VendorServer & { readonly settings: Msg91Settings }> {
  const server = await vendorServer(({ headers, body, path, query }) => {
    if (path === '/api/balance.php')
      return query.get('authkey') === AUTH_KEY
        ? { json: 12_345 }
        : { json: { msg: '207', msgType: 'error' } }
    if (headers.authkey !== AUTH_KEY || path !== '/api/v5/flow')
      return { json: { type: 'error', message: 'Invalid authkey' } }
    const isKnown = templates.some(({ id }) => id === body.template_id)
    return {
      json: isKnown
        ? { type: 'success', message: '3763646c3058373530393938' }
        : { type: 'error', message: 'no template' },
    }
  })
  return Object.assign(server, {
    settings: { baseUrl: server.origin, authKey: AUTH_KEY, templates, timeoutMs: 1_500 },
  })
}

/** Every text of the product, registered under its name and language. */
export function everyTemplate(): readonly SmsTemplate[] {
  return registeredTexts().map(({ kind, language, text }) => ({ id: `${kind}.${language}`, text }))
}

/** The message that a call sends: its values in the gaps of its template. */
export function messageIn(
  { body }: VendorCall,
  templates: readonly SmsTemplate[],
): { readonly to: string; readonly text: string } {
  // Only the flow call has recipients.
  const [recipient] = (body.recipients ?? []) as Record<string, string>[]
  const template = templates.find(({ id }) => id === body.template_id)
  let gap = 0
  const text = template?.text.replaceAll('{#var#}', () => {
    gap += 1
    return recipient?.[`VAR${gap}`] ?? ''
  })
  return { to: recipient?.mobiles ?? '', text: text ?? '' }
}

/** The settings of the environment that give a server this vendor. */
export function msg91Environment({ baseUrl, authKey, templates }: Msg91Settings) {
  return {
    SMS_PROVIDER: 'msg91',
    MSG91_URL: baseUrl,
    MSG91_AUTH_KEY: authKey,
    MSG91_TEMPLATES: JSON.stringify(templates),
  }
}
