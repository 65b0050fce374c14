import { useEffect, useState } from 'react'
import { noteAnswer } from '#web/device/connection.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Failed } from '#web/ui/Loadable.tsx'
import { isReached, reloadIfReached } from '#web/ui/missing-file.ts'

const POLL_MS = 5000

/**
 * Shown in place of a page whose code could not be fetched. It loads the page when asked to, and by
 * itself once the server can be reached again.
 */
export function Unreached() {
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    let wasGone = false
    async function look() {
      const isThere = await isReached()
      noteAnswer(isThere)
      // If the server was reachable all along, the file is missing, and reloading would loop.
      if (isThere && wasGone) location.reload()
      wasGone = !isThere
    }
    const check = () => void look()
    check()
    const timer = setInterval(check, POLL_MS)
    addEventListener('online', check)
    return () => {
      clearInterval(timer)
      removeEventListener('online', check)
    }
  }, [])
  async function retry() {
    setPending(true)
    await reloadIfReached(true)
    setPending(false)
  }
  return (
    <Page>
      <TopBar title={t('common.app')} back={paths.home()} />
      <Body>
        <Failed pending={isPending} onRetry={() => void retry()} />
      </Body>
    </Page>
  )
}
