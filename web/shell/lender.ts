import { readStored, removeStored, writeStored } from '#web/device/storage.ts'
import type { Notice } from '#web/shell/DomainChange.tsx'

const STORED_AS = 'lender'
/** What base.css reads: with it the demonstration strip is not drawn. The server may set it in the page as well. */
const ATTRIBUTE = 'data-lender'

/** Draws the page as it was known last, before it is asked anew: so that the strip neither flashes nor moves the page. */
export function recallLender(): void {
  if (readStored(STORED_AS) !== null) document.documentElement.setAttribute(ATTRIBUTE, '')
}

/** Asks whether a lender stands behind the product, and answers what every visitor is to be told. Without a lender it stays "DEMO: not a lender" on every screen (product §1). */
export async function askForLender(): Promise<readonly Notice[]> {
  const [{ call }, { content }] = await Promise.all([
    import('#web/api/call.ts'),
    import('#contract/content.ts'),
  ])
  const answer = await call(content.config, {})
  if (!answer.ok) return []
  const isNamed = answer.data.lender !== null
  document.documentElement.toggleAttribute(ATTRIBUTE, isNamed)
  if (isNamed) writeStored(STORED_AS, 'named')
  else removeStored(STORED_AS)
  return answer.data.notices
}
