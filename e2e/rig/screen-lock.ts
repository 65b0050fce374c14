import type { Page } from 'playwright-core'
import { newAuthenticator } from '#server/testing/authenticator.ts'

type Options = Parameters<ReturnType<typeof newAuthenticator>['create']>[0]
type Ceremony = 'create' | 'sign'

/**
 * Gives the page a phone's screen lock that holds passkeys, and whose owner is there: the
 * authenticator of the server's tests behind the browser's own calls. Chromium's virtual one needs
 * more than the Chromium of the packages has.
 */
export async function screenLockOn(page: Page, origin: string): Promise<void> {
  const keys = newAuthenticator(origin)
  await page.exposeFunction('screenLock', (ceremony: Ceremony, options: Options) =>
    ceremony === 'create'
      ? keys.create(options)
      : keys.sign({ ...options, rpId: (options as unknown as { rpId: string }).rpId } as never),
  )
  await page.addInitScript(inPage)
}

/** Taps the passkey among the suggestions of a field, once the page has asked for them. */
export async function chooseSuggestion(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isSuggesting' in globalThis)
  await page.evaluate(() => dispatchEvent(new Event('passkey-chosen')))
}

/** Runs in the page: turns the browser's calls into calls of the authenticator. */
function inPage(): void {
  type CredentialRequest = {
    publicKey: Record<string, unknown> & { challenge: ArrayBuffer }
    mediation?: string
    signal?: AbortSignal
  }
  type Values = Record<string, string>
  const lock = (globalThis as unknown as { screenLock: (c: string, o: object) => Promise<Values> })
    .screenLock
  const textOf = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const bytesOf = (text = '') =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
      .buffer

  async function ask(ceremony: string, { publicKey }: CredentialRequest) {
    const user = publicKey.user as { id: ArrayBuffer } | undefined
    const options = {
      challenge: textOf(publicKey.challenge),
      rp: publicKey.rp,
      rpId: publicKey.rpId,
      user: user && { id: textOf(user.id) },
    }
    const { credentialId, ...values } = await lock(ceremony, options).catch(() => {
      throw new DOMException('No passkey was chosen.', 'NotAllowedError')
    })
    const response = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, bytesOf(value)]),
    )
    return {
      id: credentialId,
      rawId: bytesOf(credentialId),
      type: 'public-key',
      response,
      getClientExtensionResults: () => ({}),
    }
  }

  /** A suggestion waits in the field until the person chooses it, or the ceremony is ended. */
  async function suggest(request: CredentialRequest) {
    await new Promise<void>((resolve, reject) => {
      addEventListener('passkey-chosen', () => resolve(), { once: true })
      request.signal?.addEventListener('abort', () =>
        reject(new DOMException('The ceremony was ended.', 'AbortError')),
      )
      Object.assign(globalThis, { isSuggesting: true })
    })
    return ask('sign', request)
  }

  Object.assign(CredentialsContainer.prototype, {
    create: (request: CredentialRequest) => ask('create', request),
    get: (request: CredentialRequest) =>
      request.mediation === 'conditional' ? suggest(request) : ask('sign', request),
  })
  PublicKeyCredential.isConditionalMediationAvailable = async () => true
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = async () => true
}
