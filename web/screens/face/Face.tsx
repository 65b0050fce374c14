import { kyc } from '#contract/kyc.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { StepPage } from '#web/verify/StepPage.tsx'
import { useStepDone } from '#web/verify/useStepDone.ts'
import { FaceCapture } from './FaceCapture.tsx'

/** A picture of the face (specification §2, face page). */
export function FaceScreen() {
  const config = useCall(kyc.livingConfig, {})
  const result = useCall(kyc.faceResult, {})
  const query = {
    data: config.data &&
      result.data && { mayUpload: config.data['living-config'].uploadAllowed, isDone: result.data.status === 1 },
    error: config.error ?? result.error,
    isFetching: config.isFetching || result.isFetching,
    refetch: () => Promise.all([config.refetch(), result.refetch()]),
  }
  return (
    <StepPage step="face">
      <Loadable query={query} skeleton={<FaceBones />} messageOf={messageOfError}>
        {({ isDone, mayUpload }) => (isDone ? <FaceDone /> : <FaceCapture mayUpload={mayUpload} />)}
      </Loadable>
    </StepPage>
  )
}

/** Coming back: the picture was accepted and is not asked for again. */
function FaceDone() {
  const goOn = useStepDone()
  return (
    <>
      <Body spaced>
        <Empty art="success" title={t('verify.face.done')}>
          {t('verify.face.done.text')}
        </Empty>
      </Body>
      <ActionBar>
        <Button kind="main" wide onPress={goOn}>
          {t('verify.next')}
        </Button>
      </ActionBar>
    </>
  )
}

function FaceBones() {
  return (
    <Body spaced>
      <Bone shape="card" />
      <Bones count={2} shape="line" />
    </Body>
  )
}
