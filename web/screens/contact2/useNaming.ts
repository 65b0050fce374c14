import { useCallback, useEffect, useState } from 'react'
import type { Result } from '#contract/client.ts'
import { contact } from '#contract/contact.ts'
import type { Output } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { tokenOfAddress } from '#web/device/address-token.ts'

type Naming = Output<typeof contact.naming>
type Answer = Result<Naming>

/**
 * The link's token is stored for this tab, so that it survives a reload. In the address it could be
 * seen, shared and logged.
 */
const KEY = 'link-token'

/**
 * Loads the data behind an emergency contact's link, and declines. `answer` is undefined until it
 * has arrived.
 */
export function useNaming() {
  const [token] = useState(linkToken)
  const [answer, setAnswer] = useState<Answer | 'expired' | undefined>(
    token === undefined ? 'expired' : undefined,
  )
  const [isDeclining, setDeclining] = useState(false)
  const headers = { 'link-token': token ?? '' }

  const read = useCallback(() => {
    if (token === undefined) return
    setAnswer(undefined)
    void call(contact.naming, {}, { headers: { 'link-token': token } }).then(result =>
      setAnswer(orExpired(result)),
    )
  }, [token])
  useEffect(read, [read])

  async function decline(): Promise<Answer> {
    setDeclining(true)
    const result = await call(contact.decline, { decline: true }, { headers })
    setDeclining(false)
    const shown = orExpired(result)
    if (result.ok || shown === 'expired') setAnswer(shown)
    return result
  }
  return { answer, read, decline, isDeclining }
}

/**
 * Here code -4 means that the link has expired; it does not refer to a session (specification §4).
 */
function orExpired(result: Answer): Answer | 'expired' {
  return !result.ok && result.code === -4 ? 'expired' : result
}

function linkToken(): string | undefined {
  const fresh = tokenOfAddress()
  try {
    if (fresh !== undefined) sessionStorage.setItem(KEY, fresh)
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return fresh
  }
}
