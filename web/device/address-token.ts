/**
 * A native app opens `/joint` and `/orders/audit` with a one-time token in the query (spec §2). It is taken out of the
 * address and the history before anything else happens, so that it is neither seen, shared, noted nor sent on (decisions §8).
 */
let taken: string | undefined

export function takeTokenFromAddress(): void {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null || !/^\/(joint|orders\/audit)\/?$/.test(url.pathname)) return
  taken = token
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url.pathname + url.search)
}

/** The token that was in the address; once. */
export function tokenOfAddress(): string | undefined {
  const token = taken
  taken = undefined
  return token
}
