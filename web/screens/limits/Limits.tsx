import { ownLimits } from '#contract/own-limits.ts'
import { OWN_LIMIT_EASES_AFTER_DAYS } from '#domain/limits.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { CeilingForm } from './CeilingForm.tsx'
import { PauseForm } from './PauseForm.tsx'

/** The limits that borrowers set for their own new loans (our addition). */
export function LimitsScreen() {
  const limits = useCall(ownLimits.state, {})
  usePageTitle(t('account.limits'))
  return (
    <Page>
      <TopBar title={t('account.limits')} back={paths.account()} />
      <Body>
        <Note>{t('account.limits.lead', { days: OWN_LIMIT_EASES_AFTER_DAYS })}</Note>
        <Loadable
          query={limits}
          skeleton={<Bones count={4} shape="row" />}
          messageOf={messageOfError}
        >
          {state => (
            <>
              <CeilingForm state={state} />
              <PauseForm state={state} />
            </>
          )}
        </Loadable>
      </Body>
    </Page>
  )
}
