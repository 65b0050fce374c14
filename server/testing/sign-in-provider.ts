/**
 * A real OpenID provider (`oidc-provider`) on this machine, for the tests of staff sign-in: its pages
 * know who sits in front of them, and a browser of the provider follows its redirects.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { OidcSettings } from '#server/platform/vendor-settings.ts'

export type Account = {
  readonly sub: string
  readonly mail: string
  readonly isVerified: boolean
}

export type SignInProvider = {
  readonly settings: OidcSettings
  /** A browser at the provider, in which one person signs in whenever they are asked. */
  readonly browser: (account: Account) => ProviderBrowser
  readonly close: () => Promise<void>
}

export type ProviderBrowser = {
  /** Opens an address of the provider, signs in where it asks, and returns its answer. */
  readonly visit: (address: string) => Promise<Record<string, string>>
  /** The number of sign-in prompts that the person got. */
  prompts: number
}

const CLIENT_ID = 'saral'
const CLIENT_SECRET = 'a-secret-of-this-test-alone'
const REDIRECTS_MAX = 10

/** Starts a provider whose one client comes back to `returnTo`. */
export async function startSignInProvider(returnTo: string): Promise<SignInProvider> {
  const accounts = new Map<string, Account>()
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [returnTo],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: async (_ctx, sub) => {
      const account = accounts.get(sub)
      return (
        account && {
          accountId: sub,
          claims: async () => ({
            sub,
            email: account.mail,
            email_verified: account.isVerified,
          }),
        }
      )
    },
    loadExistingGrant: async ({ oidc: { client, session } }) => {
      const accountId = session?.accountId
      if (!client || accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['for tests'] },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    // The page of the provider: the header stands for the person in front of it.
    const accountId = request.headers['x-person']
    if (request.url?.startsWith('/interaction/') && typeof accountId === 'string')
      void provider.interactionFinished(request, response, { login: { accountId } })
    else void handle(request, response)
  })
  return {
    settings: { issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
    browser: account => {
      accounts.set(account.sub, account)
      return browserAt(account.sub, returnTo)
    },
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function browserAt(sub: string, returnTo: string): ProviderBrowser {
  const cookies = new Map<string, string>()
  const browser: ProviderBrowser = {
    prompts: 0,
    visit: async first => {
      let address = first
      for (let step = 0; step < REDIRECTS_MAX; step += 1) {
        if (address.startsWith(returnTo)) return Object.fromEntries(new URL(address).searchParams)
        if (new URL(address).pathname.startsWith('/interaction/')) browser.prompts += 1
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const headers = { cookie, 'x-person': sub }
        const response = await fetch(address, { headers, redirect: 'manual' })
        for (const line of response.headers.getSetCookie()) {
          const [pair = ''] = line.split(';')
          const at = pair.indexOf('=')
          const name = pair.slice(0, at)
          const value = pair.slice(at + 1)
          if (value === '') cookies.delete(name)
          else cookies.set(name, value)
        }
        const next = response.headers.get('location')
        if (next === null) throw new Error(`the provider answered ${response.status}`)
        address = new URL(next, address).href
      }
      throw new Error('the provider redirects in a circle')
    },
  }
  return browser
}
