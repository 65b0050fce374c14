/**
 * Sign-in by OpenID Connect, by openid-client: authorization code with PKCE, state and nonce; the
 * identity token's signature is checked by the provider's keys.
 */
import * as oidc from 'openid-client'
import type { OidcSettings } from '#server/platform/vendor-settings.ts'
import { notAdmitted } from '#server/platform/vendor-trouble.ts'
import { boundedText } from '#server/providers/vendor-http.ts'
import type { ProviderIdentity, StaffSignInPort } from './port.ts'

const TIMEOUT_SECONDS = 10
const SCOPE = 'openid email'

/** The provider of these settings. Its discovery document is read at the first sign-in. */
export function oidcSignIn(settings: OidcSettings): StaffSignInPort {
  let configuration: Promise<oidc.Configuration> | undefined
  /** A provider that did not answer is asked again at the next sign-in. */
  const configured = () => {
    configuration ??= discover(settings).catch((error: unknown) => {
      configuration = undefined
      throw error
    })
    return configuration
  }
  return {
    addressFor: async ({ state, nonce, verifier }, { returnTo, reauthenticate }) => {
      const address = oidc.buildAuthorizationUrl(await configured(), {
        redirect_uri: returnTo,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(reauthenticate && { prompt: 'login', max_age: '0' }),
      })
      return address.href
    },
    identityOf: async (
      { code, state, iss },
      { state: expectedState, nonce, verifier },
      options,
    ) => {
      const configuration = await configured()
      const address = new URL(options.returnTo)
      address.search = new URLSearchParams({
        code,
        state,
        ...(iss !== undefined && { iss }),
      }).toString()
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, address, {
          expectedState,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return await identityIn(configuration, tokens)
      } catch (error) {
        if (isClientRejected(error)) throw notAdmitted(WHO, 'it does not know this client')
        if (isRefusal(error)) return undefined
        throw error
      }
    },
  }
}

const WHO = 'the provider of staff sign-in'

async function discover({ issuer, clientId, clientSecret }: OidcSettings) {
  const isLocal = issuer.startsWith('http:')
  const configuration = await oidc.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    oidc.ClientSecretBasic(clientSecret),
    {
      // The configuration allows plain http on this machine, or outside of real use, alone.
      execute: isLocal ? [oidc.allowInsecureRequests] : [],
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: boundedFetch,
    },
  )
  oidc.enableNonRepudiationChecks(configuration)
  return configuration
}

/**
 * Tests the client's secret by asking for tokens with a code that nobody got: the provider that knows
 * the client refuses the code alone (RFC 6749 §5.2).
 */
export async function testOidcClient(settings: OidcSettings): Promise<void> {
  const configuration = await discover(settings)
  const parameters = { code: 'a-test-of-the-key', redirect_uri: 'https://saral.example/' }
  await oidc
    .genericGrantRequest(configuration, 'authorization_code', parameters)
    .catch((error: unknown) => {
      if (isClientRejected(error)) throw notAdmitted(WHO, 'it does not know this client')
      if (!isRefusal(error)) throw error
    })
}

/** True where the provider rejected this client or its secret, and not the person. */
function isClientRejected(error: unknown): boolean {
  if (error instanceof oidc.WWWAuthenticateChallengeError) return error.status === 401
  return (
    error instanceof oidc.ResponseBodyError &&
    (error.status === 401 || ['invalid_client', 'unauthorized_client'].includes(error.error))
  )
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** The claims of the identity token; the mail address may be among the further ones alone. */
async function identityIn(
  configuration: oidc.Configuration,
  tokens: Tokens,
): Promise<ProviderIdentity | undefined> {
  const claims = tokens.claims()
  if (!claims) return undefined
  const { iss: issuer, sub: subject, auth_time: authTime } = claims
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
  const about =
    claims.email === undefined && hasMore
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, subject)
      : claims
  const { email, email_verified: isVerified } = about
  return {
    issuer,
    subject,
    verifiedMail:
      typeof email === 'string' && isVerified === true ? email.toLowerCase() : undefined,
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1_000) : undefined,
  }
}

/** An answer that was refused, or did not fit; other failures are the provider's or the network's. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof oidc.AuthorizationResponseError ||
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.ClientError
  )
}

/** As for other vendors: in time, no redirect followed, bounded answers. */
const boundedFetch: oidc.CustomFetch = async (url, { method, headers, body }) => {
  const response = await fetch(url, {
    method,
    headers,
    body: body as NonNullable<RequestInit['body']> | null,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000),
  })
  const { status, headers: answered } = response
  const text = await boundedText(response)
  return new Response(text === '' ? null : text, { status, headers: answered })
}
