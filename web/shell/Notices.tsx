import { useEffect, useSyncExternalStore } from 'react'
import { messageOfFault } from '#web/api/faults.ts'
import { connection, noteAnswer, subscribeToConnection } from '#web/device/connection.ts'
import { setLanguage, t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { type Notices as Announced, DomainChange } from '#web/shell/DomainChange.tsx'
import { newVersion, putOffVersion, subscribeToVersion } from '#web/shell/new-version.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { isGovernedByEnglish } from '#words/reviews.ts'
import styles from './Notices.module.css'

const POLL_MS = 5000

/**
 * The notices that any page may show: no network, a newer version, and the lender's notices to
 * every visitor.
 */
export function Notices({ notices }: { notices: Announced | undefined }) {
  useLanguage()
  return (
    <>
      <NetworkNotice />
      <GoverningNotice />
      <VersionNotice />
      <DomainChange initial={notices} />
    </>
  )
}

function NetworkNotice() {
  const state = useSyncExternalStore(subscribeToConnection, connection)
  useEffect(() => {
    if (state !== 'unreachable') return
    const timer = setInterval(() => void look(), POLL_MS)
    return () => clearInterval(timer)
  }, [state])
  return (
    <div role="status">
      {state !== 'reached' && (
        <p className={styles.network}>
          {state === 'offline' ? t('device.offline') : t('device.unreachable')}
        </p>
      )}
    </div>
  )
}

/** Says that the English text governs, above every page in a language that nobody has signed off. */
function GoverningNotice() {
  const language = useLanguage()
  const hasLender = document.documentElement.hasAttribute('data-lender')
  if (!isGovernedByEnglish(language, hasLender)) return null
  return (
    <p className={styles.governs}>
      {t('device.governs')}{' '}
      <button
        type="button"
        className={styles.english}
        onClick={() => void setLanguage('en').catch(error => toast(messageOfFault(error), 'bad'))}
      >
        {t('device.governs.english')}
      </button>
    </p>
  )
}

/** Polls the server: the browser reports when its network is back, but not when the server is. */
async function look(): Promise<void> {
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) noteAnswer(true)
}

function VersionNotice() {
  const turnTo = useSyncExternalStore(subscribeToVersion, newVersion)
  return (
    <div className={styles.region} role="status">
      {turnTo && (
        <div className={styles.version}>
          <span className={styles.words}>{t('device.version')}</span>
          <button type="button" className={styles.action} onClick={turnTo}>
            {t('device.version.reload')}
          </button>
          <button
            type="button"
            className={styles.close}
            aria-label={t('ui.close')}
            onClick={putOffVersion}
          >
            <Icon name="close" small />
          </button>
        </div>
      )}
    </div>
  )
}
