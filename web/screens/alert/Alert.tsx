import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'

/**
 * Says that the product is only for iOS users (specification §2), and offers what works on other
 * phones.
 */
export function AlertScreen() {
  return (
    <Page>
      <TopBar title={t('common.title.alert')} back={paths.home()} />
      <Body>
        <Empty
          art="denied"
          title={t('download.alert.title')}
          action={
            <ButtonLink kind="secondary" to={paths.distribution()}>
              {t('download.alert.cost')}
            </ButtonLink>
          }
        >
          {t('download.alert.text')}
        </Empty>
      </Body>
    </Page>
  )
}
