/**
 * A passkey for a page. The Chromium of the packages ends when a page uses its virtual
 * authenticator, so the page's `navigator.credentials` asks a passkey in software instead.
 */
import type { Page } from 'playwright-core'
import type { Role } from '#domain/staff/permissions.ts'
import { softwarePasskey } from '#server/testing/staff.ts'
import { inviteStaff } from './invite-staff.ts'
import type { Scene } from './journey.ts'

type Answer = Readonly<Record<string, string>>

/** Gives the pages of this tab a passkey of a person who confirms everything. */
export async function givePasskey(page: Page, origin: string): Promise<void> {
  const key = softwarePasskey(origin)
  await page.exposeFunction('makePasskey', (challenge: string): Answer => {
    const { id, clientDataJSON, attestationObject } = key.create(challenge)
    return { id, clientDataJSON, attestationObject }
  })
  await page.exposeFunction('askPasskey', (challenge: string): Answer => key.get(challenge))
  await page.addInitScript(replaceCredentials)
}

/** Invites a person by command, who opens the link in this browser and makes a passkey. */
export async function enterInvited(
  { page, server, see, tap }: Scene,
  mail: string,
  ...roles: readonly Role[]
): Promise<void> {
  await givePasskey(page, server.origin)
  await page.goto(await inviteStaff(server, mail, ...roles))
  await tap('Make a passkey')
  await see('Inbox')
}

/** Runs in the page. */
function replaceCredentials(): void {
  type Ask = (challenge: string) => Promise<Answer>
  const host = window as unknown as { readonly makePasskey: Ask; readonly askPasskey: Ask }
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), each =>
      each.charCodeAt(0),
    ).buffer
  const text = (challenge: BufferSource) =>
    btoa(String.fromCharCode(...new Uint8Array(challenge as ArrayBuffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const credential = ({ id = '', ...parts }: Answer) => ({
    id,
    rawId: bytes(id),
    type: 'public-key',
    response: {
      ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, bytes(value)])),
      getTransports: () => ['internal'],
    },
    getClientExtensionResults: () => ({}),
  })
  const credentials = {
    create: async ({ publicKey }: CredentialCreationOptions) =>
      credential(await host.makePasskey(text(publicKey?.challenge ?? new ArrayBuffer()))),
    get: async ({ publicKey }: CredentialRequestOptions) =>
      credential(await host.askPasskey(text(publicKey?.challenge ?? new ArrayBuffer()))),
  }
  Object.defineProperty(navigator, 'credentials', { value: credentials })
}
