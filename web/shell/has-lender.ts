import type { Language } from '#words/language.ts'

let answer: Promise<boolean> | undefined

/**
 * Whether there is a lender: by the page's stored answer (shell/lender.ts), else by the server. True if
 * neither is known.
 */
export function hasLender(language: Language): Promise<boolean> {
  if (typeof document === 'undefined') return Promise.resolve(false)
  if (document.documentElement.hasAttribute('data-lender')) return Promise.resolve(true)
  answer ??= ask(language).catch(() => true)
  return answer
}

/**
 * Asks without the contract's client, which needs the messages that wait for this answer. Its
 * imports belong to borrowers' pages, so the sign-in page fetches them only for this question.
 */
async function ask(language: Language): Promise<boolean> {
  const [{ BASE_PATH }, { requestHeaders }] = await Promise.all([
    import('#contract/path.ts'),
    import('#web/api/headers.ts'),
  ])
  const headers = requestHeaders(language)
  const response = await fetch(`${BASE_PATH}/client/v1/config`, { headers })
  const { data } = (await response.json()) as { data?: { lender?: unknown } }
  return data?.lender !== null
}
