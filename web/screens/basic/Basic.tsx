import { verify } from '#contract/verify.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Loadable } from '#web/ui/Loadable.tsx'
import { ConfiguredForm } from '#web/verify/ConfiguredForm.tsx'
import { FormBones } from '#web/verify/FormBones.tsx'
import { baseInfoOf } from '#web/verify/form-answers.ts'
import { StepPage } from '#web/verify/StepPage.tsx'

/** Basic information: a form that the server configures (specification §2, §3). */
export function BasicScreen() {
  const fields = useCall(verify.baseInfoForm, { type: 'baseInfo' })
  return (
    <StepPage step="basic">
      <Loadable query={fields} skeleton={<FormBones />} messageOf={messageOfError}>
        {data => (
          <ConfiguredForm
            name="basic"
            label={t('common.title.basic')}
            configured={baseInfoOf(data)}
            save={verify.saveBaseInfo}
          />
        )}
      </Loadable>
    </StepPage>
  )
}
