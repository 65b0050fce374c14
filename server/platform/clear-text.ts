import { isLoopback } from '#domain/loopback.ts'

/** The addresses of the configuration: of this product, its console and its people's sign-in, and of its stores. */
type Addresses = {
  readonly PUBLIC_URL?: string | undefined
  readonly CONSOLE_URL?: string | undefined
  readonly STAFF_OIDC_ISSUER?: string | undefined
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_APP_URL?: string | undefined
  readonly S3_ENDPOINT?: string | undefined
  readonly PRIVATE_NETWORK?: boolean | undefined
}

/**
 * A real server speaks TLS with every other machine, unless its network is private. With browsers
 * it always does, in production even on this machine.
 */
export function refuseClearText(e: Addresses, isProduction: boolean): void {
  for (const name of ['PUBLIC_URL', 'CONSOLE_URL', 'STAFF_OIDC_ISSUER'] as const) {
    const url = URL.parse(e[name] ?? '')
    if (url?.protocol === 'http:' && (isProduction || !isLoopback(url.hostname)))
      throw new Error(
        `The configuration is wrong: ${name} is no https address. A lender, a real vendor and production need one.`,
      )
  }
  if (e.PRIVATE_NETWORK) return
  const isClear = {
    DATABASE_URL: isClearDatabase(e.DATABASE_URL),
    DATABASE_APP_URL: isClearDatabase(e.DATABASE_APP_URL),
    S3_ENDPOINT: e.S3_ENDPOINT?.startsWith('http:') && !isOnThisMachine(new URL(e.S3_ENDPOINT)),
  }
  for (const [name, clear] of Object.entries(isClear))
    if (clear)
      throw new Error(
        `The configuration is wrong: ${name} names another machine without TLS (https, or sslmode=verify-full). PRIVATE_NETWORK=yes if nobody else can reach the network between them.`,
      )
}

function isClearDatabase(address: string | undefined): boolean {
  const url = address === undefined ? null : URL.parse(address)
  return url !== null && !isOnThisMachine(url) && url.searchParams.get('sslmode') !== 'verify-full'
}

function isOnThisMachine({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? hostname
  return host === '' || host.startsWith('/') || isLoopback(host)
}
