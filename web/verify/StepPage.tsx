import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import type { StepKey } from '#domain/identity/verification.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { TopBar } from '#web/ui/Frame.tsx'
import { Page } from '#web/ui/Layout.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import type { MessageId } from '#words/catalogues.ts'
import styles from './StepPage.module.css'
import { orderOf, placeOf } from './step-place.ts'
import { useAuthStatus } from './useAuthStatus.ts'

const names: Record<StepKey, MessageId> = {
  basic: 'common.title.basic',
  work: 'common.title.work',
  identity: 'common.title.identity',
  face: 'common.title.face',
  contacts: 'common.title.contacts',
}

/** One word each, so that five of them fit side by side on the narrowest phone. */
const shortNames: Record<StepKey, MessageId> = {
  basic: 'verify.step.basic',
  work: 'verify.step.work',
  identity: 'verify.step.identity',
  face: 'verify.step.face',
  contacts: 'verify.step.contacts',
}

/** The frame of every verification step: its name, its number, and the stepper. */
export function StepPage(props: { step: StepKey; children: ReactNode }) {
  const [search] = useSearchParams()
  const status = useAuthStatus()
  const order = orderOf(status.data)
  const place = placeOf(props.step, order, search)
  return (
    <Page>
      <TopBar title={t(names[props.step])} back={paths.home()} aside={t('verify.of', place)} />
      <div className={styles.steps}>
        <Stepper steps={order.map(step => t(shortNames[step]))} now={order.indexOf(props.step)} />
      </div>
      {props.children}
    </Page>
  )
}
