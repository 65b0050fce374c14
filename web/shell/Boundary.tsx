import { Component, type ReactNode } from 'react'
import { track } from '#web/device/tracking.ts'
import { t } from '#web/locales/i18n.ts'
import { reloadForNewVersion } from '#web/shell/missing-file.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'

/**
 * Shows the failed state instead of a screen that threw. React offers error boundaries to classes
 * only.
 */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override componentDidCatch(error: unknown) {
    track('page-failed', error instanceof Error ? error.name : undefined)
    reloadForNewVersion(error)
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <Broken />
  }
}

function Broken() {
  return (
    <Page>
      <TopBar title={t('ui.broken.title')} />
      <Body>
        <Banner tone="bad">{t('ui.broken.text')}</Banner>
        <Button kind="main" icon="refresh" onPress={() => location.reload()}>
          {t('ui.retry')}
        </Button>
      </Body>
    </Page>
  )
}
