import { verify } from '#contract/verify.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Loadable } from '#web/ui/Loadable.tsx'
import { ConfiguredForm } from '#web/verify/ConfiguredForm.tsx'
import { FormBones } from '#web/verify/FormBones.tsx'
import { workInfoOf } from '#web/verify/form-answers.ts'
import { StepPage } from '#web/verify/StepPage.tsx'

/**
 * Work information: a form that the server configures; work state 3 hides part of it (specification
 * §2, §3, §5).
 */
export function WorkScreen() {
  const fields = useCall(verify.workInfoForm, { type: 'workInfo' })
  return (
    <StepPage step="work">
      <Loadable query={fields} skeleton={<FormBones />} messageOf={messageOfError}>
        {data => (
          <ConfiguredForm
            name="work"
            label={t('common.title.work')}
            configured={workInfoOf(data)}
            save={verify.saveWorkInfo}
          />
        )}
      </Loadable>
    </StepPage>
  )
}
