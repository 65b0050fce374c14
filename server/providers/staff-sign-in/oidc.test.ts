import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { oidcSignIn } from '#server/providers/staff-sign-in/oidc.ts'

let servers: Server[] = []
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  servers = []
})

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The discovery document of a provider (OpenID Connect Discovery §3). */
const documentOf = (issuer: string) =>
  JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  })

const addressAt = (issuer: string) =>
  oidcSignIn({ issuer, clientId: 'saral', clientSecret: 'secret' }).addressFor(
    { state: 's', nonce: 'n', verifier: 'v'.repeat(43) },
    { returnTo: 'http://console.test/console/provider', reauthenticate: false },
  )

test('a redirect of the provider is not followed, so that it leads to no address inside', async () => {
  let requests = 0
  let origin = ''
  const inside = await serving((_request, response) => {
    requests += 1
    response.setHeader('content-type', 'application/json').end(documentOf(origin))
  })
  origin = await serving((request, response) =>
    response.writeHead(302, { location: `${inside}${request.url}` }).end(),
  )
  await expect(addressAt(origin)).rejects.toThrow()
  expect(requests).toBe(0)
})

test('the same document from the provider itself is read', async () => {
  let origin = ''
  origin = await serving((_request, response) => {
    response.setHeader('content-type', 'application/json').end(documentOf(origin))
  })
  expect(await addressAt(origin)).toContain(`${origin}/auth?`)
})
