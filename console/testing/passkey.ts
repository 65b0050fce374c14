import { vi } from 'vitest'
import { giveNavigator } from '#web/testing/device.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** Gives the browser a passkey, which answers every challenge. */
export function givePasskey(): void {
  const credential = {
    id: 'passkey-1',
    rawId: bytes('passkey-1'),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
  }
  const clientDataJSON = bytes('client')
  vi.stubGlobal('PublicKeyCredential', class {})
  giveNavigator({
    credentials: {
      get: async () => ({
        ...credential,
        response: {
          clientDataJSON,
          authenticatorData: bytes('device'),
          signature: bytes('signature'),
        },
      }),
      create: async () => ({
        ...credential,
        response: {
          clientDataJSON,
          attestationObject: bytes('attestation'),
          getTransports: () => ['internal'],
        },
      }),
    },
  })
}
