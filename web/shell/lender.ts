import { readStored, removeStored, writeStored } from '#web/device/storage.ts'
import type { Notices } from '#web/shell/DomainChange.tsx'

const STORED_AS = 'lender'
/**
 * The attribute that base.css reads to hide the demonstration strip. The server may set it in the
 * page as well.
 */
const ATTRIBUTE = 'data-lender'

/**
 * Sets the attribute as it was last known, before the server is asked, so that the strip does not
 * flash or move the page.
 */
export function restoreLender(): void {
  if (readStored(STORED_AS) !== null) document.documentElement.setAttribute(ATTRIBUTE, '')
}

/**
 * Fetches whether there is a lender, and returns the notices for every visitor. Without a lender
 * "DEMO: not a lender" stays on every screen (product §1).
 */
export async function fetchLender(): Promise<Notices | undefined> {
  const [{ call }, { content }] = await Promise.all([
    import('#web/api/call.ts'),
    import('#contract/content.ts'),
  ])
  const answer = await call(content.config, {})
  if (!answer.ok) return undefined
  const isNamed = answer.data.lender !== null
  document.documentElement.toggleAttribute(ATTRIBUTE, isNamed)
  if (isNamed) writeStored(STORED_AS, 'named')
  else removeStored(STORED_AS)
  return answer.data
}
