import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'

/** Shown for an address that no page has. */
export function NotFoundScreen() {
  return (
    <Page>
      <TopBar title={t('common.title.not-found')} back={paths.home()} />
      <Body>
        <Empty
          art="search"
          action={
            <ButtonLink kind="main" to={paths.home()}>
              {t('content.not-found.home')}
            </ButtonLink>
          }
        >
          {t('content.not-found.text')}
        </Empty>
      </Body>
    </Page>
  )
}
