import { isOwnPath } from '#domain/redirect.ts'
import { paths } from '#web/paths.ts'

export type Access = 'public' | 'borrower'

type Visit = { path: string; search: string; access: Access; hasToken: boolean }

/**
 * Returns the address to go to instead, or `undefined` if the visit may stay (spec §2, access
 * rules). Without a token this is /login, with the way back in `redirect` and the original query.
 * `adjust_referrer` is renamed to `adjust_reftag`.
 */
export function detourOf(visit: Visit): string | undefined {
  const query = rewritten(visit.search)
  if (visit.access === 'borrower' && !visit.hasToken) return toLogin(visit.path, query)
  return query.toString() === new URLSearchParams(visit.search).toString()
    ? undefined
    : address(visit.path, query)
}

function toLogin(path: string, query: URLSearchParams): string {
  const target = address(path, query)
  const rest = new URLSearchParams(query)
  rest.delete('redirect')
  const login = new URLSearchParams({ redirect: isOwnPath(target) ? target : paths.home() })
  for (const [name, value] of rest) login.append(name, value)
  return address(paths.login(), login)
}

function rewritten(search: string): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search))
    query.append(name === 'adjust_referrer' ? 'adjust_reftag' : name, value)
  return query
}

function address(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
