import { Component, type ComponentType, type ReactNode } from 'react'
import { track } from '#web/device/tracking.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { isMissingFile, reloadIfReached } from '#web/ui/missing-file.ts'

/** The page while one of its files cannot be fetched. */
let Unreached: ComponentType = () => {
  const isOffline = !navigator.onLine
  return (
    <Stopped
      title={isOffline ? t('ui.offline.title') : t('ui.failed.title')}
      onRetry={() => void reloadIfReached(true)}
    >
      {isOffline ? t('ui.offline.text') : t('ui.failed.text')}
    </Stopped>
  )
}

/** Replaces that state by one with a picture, for which the first script has no room. */
export function showUnreachedAs(state: ComponentType): void {
  Unreached = state
}

/**
 * Shows the failed state instead of a screen that threw, and the offline state if only its code did
 * not arrive. React offers error boundaries to classes only.
 */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override componentDidCatch(error: unknown) {
    // An open page that is older than the server's version names files that are gone.
    if (isMissingFile(error)) void reloadIfReached()
    else track('page-failed', error instanceof Error ? error.name : undefined)
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (isMissingFile(error)) return <Unreached />
    return (
      <Stopped title={t('ui.broken.title')} onRetry={() => location.reload()}>
        {t('ui.broken.text')}
      </Stopped>
    )
  }
}

function Stopped(props: { title: string; children: string; onRetry: () => void }) {
  return (
    <Page>
      <TopBar title={props.title} />
      <Body>
        <p role="alert">{props.children}</p>
        <Button kind="main" icon="refresh" onPress={props.onRetry}>
          {t('ui.retry')}
        </Button>
      </Body>
    </Page>
  )
}
