/**
 * A native app opens `/joint` and `/orders/audit` with a one-time token in the query (spec §2), and
 * the SMS to an emergency contact links to `/verify/contact2` with another. The token is removed
 * from the address and the history before anything else happens, so that it is never displayed,
 * shared, reported or sent on (product §8).
 */
let addressToken: string | undefined

export function takeTokenFromAddress(): void {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null || !/^\/(joint|orders\/audit|verify\/contact2)\/?$/.test(url.pathname)) return
  addressToken = token
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url.pathname + url.search)
}

/** The token from the address; returned only once. */
export function tokenOfAddress(): string | undefined {
  const token = addressToken
  addressToken = undefined
  return token
}
