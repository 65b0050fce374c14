import { ownData } from '#contract/own-data.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Agreements, OptionalConsents } from './Consents.tsx'
import { DownloadData } from './DownloadData.tsx'
import { EraseAll } from './EraseAll.tsx'
import { Looks } from './Looks.tsx'
import { StoredData } from './StoredData.tsx'

/**
 * Shows the data stored about the borrower, and their rights over it (product §9; regulation R11).
 */
export function DataScreen() {
  const overview = useCall(ownData.overview, {})
  return (
    <Page>
      <TopBar title={t('common.title.data')} back={paths.account()} />
      <Body>
        <p>{t('data.lead')}</p>
        <Loadable
          query={overview}
          skeleton={<Bones count={10} shape="row" />}
          messageOf={messageOfError}
        >
          {data => (
            <>
              <StoredData items={data.items} />
              <OptionalConsents />
              <Looks looks={data.looks} />
              <Agreements consents={data.consents} />
              <DownloadData />
              <EraseAll overview={data} />
            </>
          )}
        </Loadable>
      </Body>
    </Page>
  )
}
