/** The browser's passkeys, in the form of the contract. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { call } from '#console/call.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { staffSession } from '#contract/staff/session.ts'

/** ES256 and RS256: every device has one of them, and the server accepts no other. */
const ALGORITHMS = [-7, -257]

/** Asks the device for a passkey's answer to a new challenge; undefined if the person gives up. */
export async function passkeyAnswer(): Promise<Input<typeof staffSession.signIn> | undefined> {
  const answer = await call(staffSession.challenge, {})
  if (!answer.ok) return undefined
  const { challenge, rpId } = answer.data
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: { challenge, rpId, userVerification: 'required' },
    })
    const { clientDataJSON, authenticatorData, signature } = response
    return { id, clientDataJSON, authenticatorData, signature }
  } catch {
    return undefined
  }
}

type Transports = Input<typeof staffSession.register>['passkey']['transports']

/** Makes a passkey for a person; undefined if they give up. */
export async function newPasskey({
  staffId,
  mail,
  challenge,
  rpId,
  rpName,
}: Output<typeof staffSession.invitation>): Promise<
  Input<typeof staffSession.register>['passkey'] | undefined
> {
  const user = { id: staffId.replaceAll('-', ''), name: mail, displayName: mail }
  try {
    const { id, response } = await startRegistration({
      optionsJSON: {
        rp: { id: rpId, name: rpName },
        user,
        challenge,
        pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, clientDataJSON, attestationObject, transports: transports as Transports }
  } catch {
    return undefined
  }
}
